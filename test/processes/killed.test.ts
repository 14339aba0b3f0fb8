import { afterAll, expect, test } from 'bun:test';
import { budgetedPartner, buyOut, IMPRESSION_USD } from '../budgets/budgeted-exchange.ts';
import { eventually } from '../eventually.ts';
import { expectExactly } from '../ledger/recount.ts';
import {
  buy,
  call,
  databaseOf,
  type Exchange,
  factsOf,
  SHARED_KEY,
  startExchange,
  stopExchange,
} from '../notices/exchange.ts';
import { startListeningDsp } from '../notices/listening-dsp.ts';
import { startNoticeLoad } from '../notices/notice-load.ts';
import { newPostgresDatabase } from '../postgres/shared-postgres.ts';
import { cleanUp, killGroup, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const partners = (...entries: readonly object[]) => `partners: ${JSON.stringify(entries)}`;

async function kill({ pid, exited }: Exchange): Promise<void> {
  killGroup(pid, 'SIGKILL');
  await exited;
}

/** A moment in which a group of notices may be written, synced, answered or drained. */
const aMoment = () => Bun.sleep(Math.random() * 300);

test('killed at any moment under load, an exchange loses nothing it acknowledged and doubles nothing', async () => {
  const options = { workers: 2, dataDir: temporaryFolder() };
  let exchange = await startExchange(options);
  const load = startNoticeLoad({ port: () => exchange.port, clients: 8, isRough: true });
  await load.more(50);
  const status = await (await fetch(`${exchange.adminUrl}/status`)).json();
  const { workers } = status as { readonly workers: readonly [number, number] };
  await aMoment();
  process.kill(workers[0], 'SIGKILL');
  await load.more(50);
  await aMoment();
  await kill(exchange);
  exchange = await startExchange(options);
  await load.more(50);
  await load.stop();
  await stopExchange(exchange);
  expect(load.surprises.filter((line) => !line.endsWith(': 503'))).toEqual([]);
  await expectExactly(await databaseOf(exchange), load.acknowledged);
});

test('calls to a partner survive a kill: those of notices before it, and those of sales before it', async () => {
  const dsp = startListeningDsp();
  const bidder = { name: 'dsp', kind: 'openrtb', url: dsp.bidUrl, internalNotices: true };
  const options = { dataDir: temporaryFolder(), more: partners(bidder) };
  const first = await startExchange(options);
  const [told, sold] = [await buy(first.port), await buy(first.port)];
  // A supervisor that stands still drains nothing and calls nobody.
  process.kill(first.pid, 'SIGSTOP');
  expect((await call(told.burl ?? '')).status).toBe(204);
  await kill(first);
  expect(dsp.told).toEqual([]);

  const second = await startExchange(options);
  await eventually(() => dsp.told.length === 1);
  expect((await call(sold.burl ?? '', { port: second.port })).status).toBe(204);
  await eventually(() => dsp.told.length === 2);
  await stopExchange(second);
  const burl = expect.stringMatching(/^\/burl\?p=2&/);
  expect(dsp.told).toEqual([burl, burl]);
});

const IMPRESSIONS = 160;
const OPEN = 3;
const IMPRESSION_MICROS = IMPRESSION_USD * 1e6;

test('another machine sells what one that was killed does not hold, and not one more; what that one had sold is charged', async () => {
  const databaseUrl = await newPostgresDatabase();
  const more = partners(budgetedPartner(IMPRESSIONS));
  const options = { databaseUrl, keys: [SHARED_KEY], more };
  const living = await startExchange(options);
  const database = await databaseOf(living);
  const portions = async () =>
    new Map(
      (await database.query('select id, held_micros from portions')).map(
        ({ id, held_micros }) => [String(id), Number(held_micros) / IMPRESSION_MICROS] as const,
      ),
    );
  await eventually(async () => (await portions()).size === 1);
  const before = new Set((await portions()).keys());
  const dying = await startExchange({ ...options, workers: 2 });
  await eventually(async () => (await portions()).size === 2);
  const open = await Promise.all(Array.from({ length: OPEN }, () => buy(dying.port)));
  await kill(dying);
  const ofDead = [...(await portions())].find(([id]) => !before.has(id))?.[1] ?? 0;
  expect(ofDead).toBeGreaterThan(OPEN);

  const rest = IMPRESSIONS - ofDead;
  expect(await buyOut([living.port], rest)).toEqual({ sold: rest, billed: rest });
  for (const { burl = '' } of open) {
    expect((await call(burl, { port: living.port })).status).toBe(204);
  }
  await factsOf(database, rest + OPEN);
  const [spent] = await database.query('select spent_total_nanos from budgets');
  expect(Number(spent?.spent_total_nanos)).toBe((rest + OPEN) * IMPRESSION_MICROS * 1000);
  expect(await database.query("select kind from facts where uncharged <> ''")).toEqual([]);
});
