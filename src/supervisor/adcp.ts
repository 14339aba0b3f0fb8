import { version } from '../../package.json';
import { createBuyers } from '../adcp/buyers.ts';
import { createMcpEndpoint } from '../adcp/mcp.ts';
import { createSeller } from '../adcp/seller.ts';
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
  const seller = createSeller({
    config,
    database: ledger.database,
    campaigns: store.campaigns,
    storedProducts: () => store.accounts().products,
    publisherOf: (id) => knownAccounts(config(), store.accounts()).publisherOf(id),
    refresh: store.refresh,
    report: ledger.report,
    async standingOf(campaign) {
      const { partner } = config().adcp;
      const { rows } = await campaigns({ ...ANY_STATE, partner, campaign });
      return rows[0];
    },
    publicUrl,
    nowMs,
    newId,
    log,
  });
  const buyers = createBuyers({ config, stored: () => store.accounts().buyers });
  const endpoint = createMcpEndpoint({ seller, buyers, version });
  closers.defer(endpoint.close);
  if (port === undefined) return undefined;
  const server = openPort({ section: 'adcp', host, port }, () =>
    Bun.serve({ hostname: host, port, development: false, fetch: endpoint.fetch }),
  );
  closers.defer(() => server.stop(true));
  return server.port;
}
