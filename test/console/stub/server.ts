import { type ConsoleServer, startConsoleServer } from '../server.ts';
import { createAdvertisers } from './advertisers.ts';
import { createBuyers } from './buyers.ts';
import { createPartners } from './partners.ts';
import { createPortal } from './portal.ts';
import { createPublishers } from './publishers.ts';
import { answerOf } from './routes.ts';
import { createStatements } from './statements.ts';

export type AccountsServer = Pick<ConsoleServer, 'url' | 'stop'> & {
  readonly publishers: ReturnType<typeof createPublishers>['records'];
  readonly partners: ReturnType<typeof createPartners>['records'];
  readonly buyers: Omit<ReturnType<typeof createBuyers>, 'routes'>;
};

/** The console with publishers, partners and statements that are kept in memory, and a real admin port behind them. */
export async function startAccountsServer(): Promise<AccountsServer> {
  const behind = await startConsoleServer();
  const publishers = createPublishers(() => url);
  const partners = createPartners();
  const buyers = createBuyers();
  const routes = [
    ...publishers.routes,
    ...partners.routes,
    ...buyers.routes,
    ...createAdvertisers().routes,
    ...createStatements().routes,
    ...createPortal(publishers).routes,
  ];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 30,
    async fetch(request) {
      return (await answerOf(routes, request.clone())) ?? passOn(behind.url, request);
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    publishers: publishers.records,
    partners: partners.records,
    buyers,
    async stop() {
      await server.stop(true);
      await behind.stop();
    },
  };
}

function passOn(to: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  // The admin port compares them with its own address.
  for (const name of ['host', 'origin', 'sec-fetch-site']) headers.delete(name);
  const { method, body } = request;
  return fetch(`${to}${pathname}${search}`, { method, headers, body, decompress: false });
}
