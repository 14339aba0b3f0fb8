/** A whole exchange on a Postgres that cannot be written to, for two real reasons. Needs root, for a small disk. */
import { afterAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import type { Trouble } from '../../src/console/api.ts';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import { expectExactly } from '../ledger/recount.ts';
import {
  buy,
  call,
  databaseOf,
  type Exchange,
  SHARED_KEY,
  settled,
  startExchange,
  stopExchange,
} from '../notices/exchange.ts';
import { type PostgresServer, startPostgres, startStandbyOf } from '../postgres/postgres-server.ts';
import { cleanUp } from '../process.ts';
import { mountSmallDisk } from './support/small-disk.ts';

afterAll(cleanUp);

/** A new Postgres with its log, and some room for facts. */
const DISK_MEGABYTES = 160;
/** More than fit into the room that the tables have left. */
const SALES = 100;
const STANDBY = 'this Postgres is a standby or read-only';
const FULL = 'the disk of this Postgres is full';

type Status = {
  readonly ledger: { readonly reason?: string; readonly bytes: number };
  readonly troubles: readonly Trouble[];
};

/** What the trouble and the log advise, by the reason. */
const ADVICE = {
  [STANDBY]: 'Set databaseUrl to the primary server',
  [FULL]: 'Make room on it: df -h on its data_directory',
};

const statusOf = async ({ adminUrl }: Exchange) =>
  (await (await fetch(`${adminUrl}/status`)).json()) as Status;

/** The last status, once the reason is this one and, without a reason, nothing waits in the journals. */
const statusWith = (exchange: Exchange, reason: string | undefined) =>
  settled(
    () => statusOf(exchange),
    ({ ledger }) => ledger.reason === reason && (reason !== undefined || ledger.bytes === 0),
  );

/** Until log and status say what to do. */
async function expectAdvice(exchange: Exchange, reason: keyof typeof ADVICE): Promise<void> {
  const downOf = async () =>
    (await statusOf(exchange)).troubles.find(({ id }) => id === 'database-down');
  const trouble = await settled(downOf, (one) => one !== undefined);
  expect(trouble?.what).toBe(`the database cannot be used: ${reason}`);
  expect(trouble?.advice).toStartWith(ADVICE[reason]);
  await exchange.printed(`"advice":"${ADVICE[reason]}`);
}

/** Sells, and notes each notice that was acknowledged. */
async function sell(exchange: Exchange, times: number, acknowledged: Set<string>): Promise<void> {
  for (let time = 0; time < times; time++) {
    const { auctionId, nurl, impression } = await buy(exchange.port);
    for (const [kind, url] of Object.entries({ win: nurl, impression })) {
      expect((await call(url)).status).toBeLessThan(300);
      acknowledged.add(`${auctionId} ${kind}`);
    }
  }
}

async function promote({ url }: PostgresServer): Promise<void> {
  const sql = new SQL({ url, max: 1 });
  await sql.unsafe('select pg_promote()');
  await sql.close();
}

test('a standby and a full disk of Postgres are named in log and status, cost no bid and no notice, and pass', async () => {
  const disk = mountSmallDisk(DISK_MEGABYTES);
  const primary = await startPostgres();
  const name = new URL(await primary.newDatabase()).pathname;
  const standby = await startStandbyOf(primary, { home: disk.folder });
  const databaseUrl = new URL(name, standby.url).href;
  // Known without the database, which this machine cannot read at its first start.
  const more = `\npublishers: [{ id: pub-1 }]
partners: [{ name: house, kind: campaigns, path: "${DEFAULT_CAMPAIGNS_FILE}" }]`;
  const exchange = await startExchange({ databaseUrl, keys: [SHARED_KEY], more });
  const acknowledged = new Set<string>();

  expect((await statusWith(exchange, STANDBY)).ledger.reason).toBe(STANDBY);
  await expectAdvice(exchange, STANDBY);
  await sell(exchange, 3, acknowledged);
  await promote(standby);
  expect((await statusWith(exchange, undefined)).ledger).toMatchObject({ bytes: 0 });

  disk.fill();
  await sell(exchange, SALES, acknowledged);
  expect((await statusWith(exchange, FULL)).ledger.reason).toBe(FULL);
  await expectAdvice(exchange, FULL);
  await sell(exchange, 3, acknowledged);
  disk.makeRoom();
  expect((await statusWith(exchange, undefined)).ledger).toMatchObject({ bytes: 0 });

  await stopExchange(exchange);
  for (const sentence of [STANDBY, FULL]) expect(exchange.stdout()).toContain(sentence);
  await expectExactly(await databaseOf(exchange), acknowledged);
});
