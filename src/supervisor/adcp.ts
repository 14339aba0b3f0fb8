import { version } from '../../package.json';
import { createBuyers } from '../adcp/buyers.ts';
import { createMcpEndpoint } from '../adcp/mcp.ts';
import { createSeller } from '../adcp/seller.ts';
import { createRecordStates } from '../adcp/told/record-states.ts';
import { startTelling } from '../adcp/told/start-telling.ts';
import type { SellerSources } from '../adcp/tool.ts';
import type { AdminApi } from '../http/admin/admin-api.ts';
import { openPort } from '../http/listen-error.ts';
import { knownAccounts } from '../store/known-accounts.ts';
import type { AdminApiSources } from './admin-api/sources.ts';

type AdcpSources = Pick<
  AdminApiSources,
  'ledger' | 'store' | 'work' | 'nowMs' | 'newId' | 'log' | 'publicUrl'
> &
  Pick<AdminApi, 'campaigns'>;

const ANY_STATE = { state: undefined, find: '', sort: 'urgency', page: 1 } as const;

/** The seller for AI buyers. undefined where the config has none. */
export function startAdcp(sources: AdcpSources, closers: Pick<AsyncDisposableStack, 'defer'>) {
  const { ledger, store, work, nowMs, newId, log, publicUrl, campaigns } = sources;
  const config = () => work().setup.config;
  const { enabled, host, port } = config().adcp;
  if (!enabled) return undefined;
  const parts: SellerSources = {
    config,
    database: ledger.database,
    campaigns: store.campaigns,
    storedProducts: () => store.accounts().products,
    publisherOf: (id: string) => knownAccounts(config(), store.accounts()).publisherOf(id),
    refresh: store.refresh,
    report: ledger.report,
    async standingOf(campaign: string) {
      const { partner } = config().adcp;
      const { rows } = await campaigns({ ...ANY_STATE, partner, campaign });
      return rows[0];
    },
    publicUrl,
    nowMs,
    newId,
    log,
  };
  const seller = createSeller(parts);
  const buyers = createBuyers({ config, stored: () => store.accounts().buyers });
  closers.defer(
    startTelling({
      database: ledger.database,
      machine: work().assignment.machineId,
      states: () => createRecordStates(parts),
      seller,
      buyers: buyers.all,
      nowMs,
      newId,
      log,
    }),
  );
  const endpoint = createMcpEndpoint({ seller, buyers, version });
  closers.defer(endpoint.close);
  if (port === undefined) return undefined;
  const server = openPort({ section: 'adcp', host, port }, () =>
    Bun.serve({ hostname: host, port, development: false, fetch: endpoint.fetch }),
  );
  closers.defer(() => server.stop(true));
  return server.port;
}
