import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  databaseOf,
  type Exchange,
  SHARED_KEY,
  startExchange,
  stopExchange,
} from '../notices/exchange.ts';
import { startNoticeLoad } from '../notices/notice-load.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, killGroup, temporaryFolder } from '../process.ts';
import { KINDS } from './ledger.ts';
import { expectExactly } from './recount.ts';

const ROUNDS = 2;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

/** A moment in which a group of notices may be written, synced, answered or drained. */
const aMoment = () => Bun.sleep(Math.random() * 300);

async function killWorker({ adminUrl }: Exchange): Promise<void> {
  const status = (await (await fetch(`${adminUrl}/status`)).json()) as {
    readonly workers: readonly number[];
  };
  const [pid] = status.workers;
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

for (const kind of KINDS) {
  test(`killed at any moment under load, a whole exchange on ${kind} loses nothing it acknowledged and doubles nothing`, async () => {
    const options = {
      workers: 2,
      dataDir: temporaryFolder(),
      ...(kind === 'postgres'
        ? { databaseUrl: await postgres.newDatabase(), keys: [SHARED_KEY] }
        : {}),
    };
    let exchange = await startExchange(options);
    const load = startNoticeLoad({ port: () => exchange.port, clients: 8, isRough: true });
    for (let round = 0; round < ROUNDS; round++) {
      await load.more(50);
      await aMoment();
      await killWorker(exchange);
      await load.more(50);
      await aMoment();
      killGroup(exchange.pid, 'SIGKILL');
      await exchange.exited;
      exchange = await startExchange(options);
    }
    await load.more(50);
    await load.stop();
    await stopExchange(exchange);

    expect(load.surprises.filter((line) => !line.endsWith(': 503'))).toEqual([]);
    await expectExactly(await databaseOf(exchange), load.acknowledged);
  });
}
