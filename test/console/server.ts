import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault, loadConfig } from '../../src/config/config.ts';
import { EXAMPLES } from '../../src/console/playground/examples.ts';
import type { AdminApi } from '../../src/http/admin/admin-api.ts';
import { type AdminServer, startAdminServer } from '../../src/http/admin-server.ts';
import { silentLog } from '../../src/observe/log.ts';
import { NO_SAVED_REPORTS } from '../admin/no-saved-reports.ts';
import { NO_STATEMENTS } from '../admin/no-statements.ts';
import { startTestServer } from '../server.ts';
import { RUN_FOLDER } from '../test-run.ts';
import { fixturePages } from './fixture.ts';
import { FULL_AUCTION, HOSTILE_AUCTION } from './fixture-auctions.ts';

export type ConsoleServer = {
  readonly url: string;
  readonly publicUrl: string;
  readonly stop: () => Promise<void>;
};

export const PUBLISHER_KEY = 'the-key-of-publisher-keyed';

/** A real exchange with its sample demand, and an admin port that has figures to show. */
export async function startConsoleServer(
  options: {
    readonly token?: string;
    readonly role?: 'read';
    readonly api?: Partial<AdminApi>;
  } = {},
): Promise<ConsoleServer> {
  const config = loadConfig({}, '/nonexistent');
  if (config instanceof ConfigFault) throw new Error(config.message);
  const publishers = [
    { id: 'paced', firstAdTurn: 2 },
    { id: 'keyed', keys: [PUBLISHER_KEY] },
  ];
  const { partners, partnersFrom } = config;
  const parley = await startTestServer({ partners, partnersFrom, publishers });
  const records = async (path: string) => (await fetch(`${parley.adminUrl}${path}`)).text();
  const found = async (list: 'auctions' | 'requests', id: string) => {
    const made = [FULL_AUCTION, HOSTILE_AUCTION].find(({ requestId }) => requestId === id);
    if (made !== undefined) return JSON.stringify(made);
    const response = await fetch(`${parley.adminUrl}/${list}/${encodeURIComponent(id)}`);
    return response.ok ? response.text() : undefined;
  };
  const admin: AdminServer = startAdminServer({
    host: '127.0.0.1',
    port: 0,
    tokens:
      options.token === undefined
        ? []
        : [{ name: options.role ?? 'admin', token: options.token, role: options.role ?? 'admin' }],
    api: {
      auction: (id) => found('auctions', id),
      requestOutcome: (id) => found('requests', id),
      recentAuctions: async () => [(await records('/auctions')).slice(1, -1)].filter(Boolean),
      requests: async (question) =>
        JSON.parse(await records(`/requests?${new URLSearchParams(question)}`)),
      samples: async (question) =>
        JSON.parse(await records(`/api/samples?${new URLSearchParams(question)}`)),
      auctionRequest: () => JSON.stringify({ ...EXAMPLES[0]?.request, id: 'again', test: 0 }),
      status: () => ({}),
      metrics: () => '',
      statements: NO_STATEMENTS,
      savedReports: NO_SAVED_REPORTS,
      advertiserKey: (partner, advertiser) => ({ partner, advertiser, key: 'key' }),
      ...fixturePages(),
      ...options.api,
    },
    bidUrl: `http://127.0.0.1:${parley.port}`,
    publicUrl: parley.url,
    sessionsFolder: mkdtempSync(join(RUN_FOLDER, 'sessions-')),
    findCaller: (peer) => peer ?? '',
    log: silentLog,
    newId: () => crypto.randomUUID(),
    newSecret: () => crypto.randomUUID() + crypto.randomUUID(),
    nowMs: Date.now,
    tickMs: () => performance.now(),
  });
  return {
    url: `http://127.0.0.1:${admin.port}`,
    publicUrl: parley.url,
    async stop() {
      await admin.stop();
      await parley.stop(0);
    },
  };
}
