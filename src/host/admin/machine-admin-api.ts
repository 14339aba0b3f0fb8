import { jsonOf, reportText } from '../../ledger/report-text.ts';
import { accountAnswers } from '../../parts/accounts/api/accounts.ts';
import { partnerAnswers } from '../../parts/accounts/api/partners.ts';
import { bulkAnswers } from '../../parts/campaigns/api/bulk.ts';
import { campaignStores } from '../../parts/campaigns/api/campaign-stores.ts';
import { campaignAnswers } from '../../parts/campaigns/api/campaigns.ts';
import { storeAnswers } from '../../parts/campaigns/api/store.ts';
import { feedbackAnswer } from '../../parts/feedback/api/feedback.ts';
import { imageAnswers } from '../../parts/images/api/images.ts';
import { auctionAnswers } from '../../parts/insight/api/auctions.ts';
import { estimateAnswer } from '../../parts/insight/api/estimate.ts';
import { liveAnswer } from '../../parts/insight/api/live.ts';
import { nearlyAnswer } from '../../parts/insight/api/nearly.ts';
import { trafficAnswer } from '../../parts/insight/api/traffic.ts';
import { supplyAnswers } from '../../parts/supply/api/supply.ts';
import { knownAccounts } from '../../store/known-accounts.ts';
import { limitsOf } from '../config/limits-of.ts';
import type { Host } from '../host.ts';
import { findAdvertiserKey } from '../machine/advertiser-key.ts';
import type { AdminApi } from './admin-api.ts';
import { limitRows } from './limits.ts';

/** With the limits of single publishers, of the store and of the config, which stands above it. */
function limitsNow({ feed, work }: Host) {
  const { config } = work().setup;
  const { limits } = config;
  return limitsOf({
    limits,
    publishers: [...knownAccounts(config, feed.accounts()).publishers()],
  });
}

/** The answers of the admin port, from the data of all workers and of the supervisor. */
export function machineAdminApi(sources: Host): AdminApi {
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
    bulk: bulkAnswers(sources, stores),
    images: imageAnswers(sources),
    supply: supplyAnswers(sources),
    statements: sources.statements,
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
