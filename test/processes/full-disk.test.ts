import { afterAll, expect, test } from 'bun:test';
import type { Trouble } from '../../src/host/observe/troubles.ts';
import { expectExactly } from '../ledger/recount.ts';
import {
  buy,
  call,
  databaseOf,
  type Exchange,
  metricOf,
  settled,
  startExchange,
  stopExchange,
} from '../notices/exchange.ts';
import { startNoticeLoad } from '../notices/notice-load.ts';
import { cleanUp } from '../process.ts';

afterAll(cleanUp);

/** From now on the process may write files up to this size; the system refuses what is beyond. */
function limitFiles(pids: readonly number[], bytes: number | 'unlimited'): void {
  for (const pid of pids) {
    // The soft limit alone, which anybody may raise again.
    const { exitCode, stderr } = Bun.spawnSync(['prlimit', `--pid=${pid}`, `--fsize=${bytes}:`]);
    if (exitCode !== 0) throw new Error(stderr.toString());
  }
}

type Status = {
  readonly workers: readonly number[];
  readonly journalFaults: readonly string[];
  readonly troubles: readonly Trouble[];
};

async function statusOf({ adminUrl }: Exchange): Promise<Status> {
  return (await fetch(`${adminUrl}/status`)).json() as Promise<Status>;
}

async function processesOf(exchange: Exchange): Promise<readonly number[]> {
  return [exchange.pid, ...(await statusOf(exchange)).workers];
}

test('without room on the disk notices get a 503 and bidding goes on; with room again so do notices', async () => {
  const exchange = await startExchange({ workers: 2, isFileLimitIgnored: true });
  const load = startNoticeLoad({ port: () => exchange.port, clients: 4, isRough: false });
  await load.more(30);
  await load.stop();
  expect(load.surprises).toEqual([]);
  const before = await buy(exchange.port);
  const pids = await processesOf(exchange);
  expect((await statusOf(exchange)).journalFaults).toEqual([]);

  limitFiles(pids, 1);
  const refused = await settled(
    () => call(before.nurl),
    ({ status }) => status === 503,
  );
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const { error } = (await refused.json()) as { readonly error: object };
  // Without the system's own words, which may name paths.
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(JSON.stringify(error)).not.toContain('/');
  // Again and again, on both workers.
  for (let time = 0; time < 20; time++) {
    expect((await call(before.nurl)).status).toBe(503);
    expect((await buy(exchange.port)).price).toBeGreaterThan(0);
  }
  expect((await call(before.link)).status).toBe(302);
  const unavailable = () => metricOf(exchange, 'parley_notices_total', { result: 'unavailable' });
  expect(await unavailable()).toBeGreaterThanOrEqual(20);
  await exchange.printed('the journal accepts no entries');
  expect((await statusOf(exchange)).journalFaults).toEqual([expect.stringMatching(/\w/)]);
  // The database is on the same disk. What is said of it does not deny what is said of notices.
  const { troubles } = await settled(
    () => statusOf(exchange),
    (status) =>
      ['journal-blocked', 'database-down'].every((id) => status.troubles.some((t) => t.id === id)),
  );
  expect(JSON.stringify(troubles)).not.toContain('notices are kept');

  limitFiles(pids, 'unlimited');
  const taken = await settled(
    () => call(before.nurl),
    ({ status }) => status === 204,
  );
  expect(taken.status).toBe(204);
  expect(await processesOf(exchange)).toEqual(pids);
  const rest = startNoticeLoad({ port: () => exchange.port, clients: 4, isRough: false });
  await rest.more(30);
  await rest.stop();
  // Each worker writes its counts, and learns by that.
  const faults = await settled(
    async () => (await statusOf(exchange)).journalFaults,
    ({ length }) => length === 0,
  );
  expect(faults).toEqual([]);
  expect(
    await settled(
      () => metricOf(exchange, 'parley_database_up'),
      (up) => up === 1,
    ),
  ).toBe(1);
  await stopExchange(exchange);
  const acknowledged = [`${before.auctionId} win`, ...load.acknowledged, ...rest.acknowledged];
  await expectExactly(await databaseOf(exchange), new Set(acknowledged));
  expect(exchange.stdout()).not.toContain('damaged');
});
