import { limitsOf } from '../../config/limits-of.ts';
import type { AdminApi } from '../../http/admin/admin-api.ts';
import { jsonOf, reportText } from '../../ledger/report-text.ts';
import { knownAccounts } from '../../store/known-accounts.ts';
import { findAdvertiserKey } from '../advertiser-key.ts';
import { accountAnswers } from './accounts.ts';
import { auctionAnswers } from './auctions.ts';
import { bulkAnswers } from './bulk.ts';
import { campaignStores } from './campaign-stores.ts';
import { campaignAnswers } from './campaigns.ts';
import { estimateAnswer } from './estimate.ts';
import { feedbackAnswer } from './feedback.ts';
import { imageAnswers } from './images.ts';
import { limitRows } from './limits.ts';
import { liveAnswer } from './live.ts';
import { nearlyAnswer } from './nearly.ts';
import { partnerAnswers } from './partners.ts';
import type { AdminApiSources } from './sources.ts';
import { storeAnswers } from './store.ts';
import { supplyAnswers } from './supply.ts';
import { trafficAnswer } from './traffic.ts';

/** With the limits of single publishers, of the store and of the config, which stands above it. */
function limitsNow({ store, work }: AdminApiSources) {
  const { config } = work().setup;
  const { limits } = config;
  return limitsOf({
    limits,
    publishers: [...knownAccounts(config, store.accounts()).publishers()],
  });
}

/** The answers of the admin port, from the data of all workers and of the supervisor. */
export function machineAdminApi(sources: AdminApiSources): AdminApi {
  const stores = campaignStores(sources);
  const { nearly, nearestOf } = nearlyAnswer(sources);
  const campaigns = campaignAnswers({ ...sources, nearestOf });
  return {
    ...auctionAnswers(sources),
    metrics: sources.metrics.metrics,
    live: liveAnswer(sources),
    ...partnerAnswers(sources),
    campaigns: campaigns.list,
    store: {
      ...storeAnswers(sources, stores),
      estimate: estimateAnswer(sources),
      nearly,
      traffic: trafficAnswer(sources),
    },
    bulk: bulkAnswers(sources, stores, campaigns),
    images: imageAnswers(sources),
    supply: supplyAnswers(sources),
    statements: sources.statements,
    savedReports: sources.savedReports,
    ...accountAnswers({ ...sources, standings: campaigns.standings }),
    feedback: feedbackAnswer(sources),
    async report(question, format) {
      const report = await sources.ledger.report(question);
      if ('reason' in report) return report;
      return format === 'csv' ? reportText(report, 'csv') : JSON.stringify(jsonOf(report));
    },
    advertiserKey: (partner, advertiser) =>
      findAdvertiserKey(sources.work().setup.config, partner, advertiser),
    async limits() {
      const { pool, nowMs } = sources;
      const uses = (await pool.ask('limits')).filter((reply) => reply !== undefined);
      return limitRows(uses, limitsNow(sources), nowMs());
    },
  };
}
