import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { freePort } from '../../src/http/free-port.ts';
import { databaseLocationOf } from '../../src/ledger/locations.ts';
import { startLedger } from '../../src/ledger/start-ledger.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import { silentLog } from '../../src/observe/log.ts';
import { withNoticeKeys } from '../../src/supervisor/notice-keys.ts';
import { remotePartners } from '../../src/supervisor/open-ledger.ts';
import { shareWork } from '../../src/supervisor/shared-files.ts';
import { startWorker } from '../../src/worker/worker.ts';
import { eventually } from '../eventually.ts';
import { makeNewVersion, NEW_DIMENSION } from '../fleet/new-version.ts';
import { call } from '../notices/exchange.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, serve } from '../process.ts';
import { KINDS } from './ledger.ts';
import { type LedgerState, type LeftBehind, leftBy01, stateOf } from './left-by-0.1.ts';

/** Some minutes after the kill of the fixtures. */
const UPGRADED_MS = Date.UTC(2026, 10, 16, 10, 10);
const PRICE = '1.25';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

/** Lets the ledger of this version drain and call until there is no less than expected, then once more, and ends it. */
async function drainAndCall(
  { setup: { config }, dataDir, database }: LeftBehind,
  expected: LedgerState,
  nowMs = UPGRADED_MS,
): Promise<LedgerState> {
  const calls: string[] = [];
  const ledger = await startLedger({
    location: databaseLocationOf(config),
    dataDir,
    ...config.ledger,
    remotePartners: () => remotePartners(config),
    send: async ({ url }) => {
      calls.push(url);
      return { status: 204 };
    },
    nowMs: () => nowMs,
    log: silentLog,
    isWriterAlive: () => false,
    onNewFacts() {},
    onCall() {},
  });
  if ('reason' in ledger) throw new Error(ledger.reason);
  const isThere = async () => {
    const facts = await database.query('select kind from facts');
    return facts.length >= expected.facts.length && new Set(calls).size >= expected.calls.length;
  };
  await eventually(isThere);
  await ledger.finish();
  await ledger.close();
  // A call that was made is never made again.
  expect(calls.length).toBe(new Set(calls).size);
  return stateOf(database, calls);
}

/** Presents notices to a worker of this version, beside which no ledger runs. Returns the status of each. */
async function present(
  { setup, sales }: LeftBehind,
  nowMs: number,
  isWanted = (_kind: string) => true,
): Promise<readonly (readonly [kind: string, status: number])[]> {
  const ready = withNoticeKeys(setup);
  if ('reason' in ready) throw new Error(ready.reason);
  const runtime = { ...createRuntime(silentLog), nowMs: () => nowMs };
  const machine = { workers: 1, machineId: runtime.newId(), catalogUrl: undefined };
  const { assignment, remove } = shareWork(ready, machine);
  const port = freePort(setup.config.listen.host);
  const placement = { port, isPortShared: false, slot: 0, journal: runtime.newId() };
  const worker = startWorker(assignment, placement, runtime, async () => 'unknown');
  const statuses: [string, number][] = [];
  for (const { urls, presented } of sales) {
    for (const kind of presented.filter(isWanted)) {
      const response = await call(urls[kind] ?? '', { port, price: PRICE });
      await response.arrayBuffer();
      statuses.push([kind, response.status]);
    }
  }
  await worker.stop(0);
  remove();
  return statuses;
}

const isFine = (kind: string, status: number) =>
  kind === 'click' ? status === 302 : status === 200 || status === 204;

/** Starts a whole server on it. Partners are not called: their URLs are at no address of the internet. */
async function expectServed({ config, drained, database }: LeftBehind, command?: string) {
  const { pid, exited } = await serve(
    config.replaceAll(', internalNotices: true', ''),
    command === undefined ? {} : { command },
  );
  await eventually(async () => {
    const facts = await database.query('select kind from facts');
    return facts.length >= drained.facts.length;
  });
  process.kill(pid, 'SIGTERM');
  expect((await exited).code).toBe(0);
  expect(await stateOf(database)).toEqual({ ...drained, calls: [] });
}

describe.each([...KINDS])('after 0.1 on %s', (kind) => {
  test('each fact, count and amount is there once, and partners get the calls that are due', async () => {
    const left = await leftBy01(kind, postgres);
    expect(await drainAndCall(left, left.drained)).toEqual(left.drained);
    // What is drained is not drained again, and nobody is called twice.
    expect(await drainAndCall(left, { ...left.drained, calls: [] })).toEqual({
      ...left.drained,
      calls: [],
    });
  });

  test('outstanding notices are accepted and counted, and their partners called', async () => {
    const left = await leftBy01(kind, postgres);
    await drainAndCall(left, left.drained);
    const statuses = await present(left, UPGRADED_MS);
    expect(statuses.filter(([notice, status]) => !isFine(notice, status))).toEqual([]);
    expect(await drainAndCall(left, left.presented)).toEqual(left.presented);
  });

  test('notices that arrive before the journals are drained are counted once as well', async () => {
    const left = await leftBy01(kind, postgres);
    await present(left, UPGRADED_MS);
    const calls = [...left.drained.calls, ...left.presented.calls].sort();
    const expected = { ...left.presented, calls };
    expect(await drainAndCall(left, expected)).toEqual(expected);
  });

  test('notices are refused a day after the sale, and clicks after thirty', async () => {
    const left = await leftBy01(kind, postgres);
    await drainAndCall(left, left.drained);
    const dayLater = await present(left, UPGRADED_MS + DAY_MS);
    const isRight = ([notice, status]: readonly [string, number]) =>
      status === (notice === 'click' ? 302 : 410);
    expect(dayLater.filter((one) => !isRight(one))).toEqual([]);
    const clicks = left.presented.facts.filter(([, , fact]) => fact === 'click');
    const clicked = left.presented.calls.filter((url) => url.includes('/clicked?'));
    const others = left.drained.facts.filter(([, , fact]) => fact !== 'click');
    const facts = [...others, ...clicks];
    const expected = { ...left.drained, facts, calls: clicked };
    const found = await drainAndCall(left, expected, UPGRADED_MS + DAY_MS);
    expect([found.facts.length, found.calls]).toEqual([facts.length, clicked]);

    const isClick = (notice: string) => notice === 'click';
    const monthLater = await present(left, UPGRADED_MS + 30 * DAY_MS, isClick);
    expect(monthLater.filter(([, status]) => status !== 410)).toEqual([]);
  });

  test('a whole server starts on it, and its ledger and budgets are those of 0.1', async () => {
    const left = await leftBy01(kind, postgres);
    await expectServed(left);
  });

  test('a version with one more dimension drains it to the same sums', async () => {
    const left = await leftBy01(kind, postgres);
    await expectServed(left, makeNewVersion().command);
    const rows = await left.database.query(`select distinct ${NEW_DIMENSION.name} from facts`);
    expect(rows.map((row) => row[NEW_DIMENSION.name])).toEqual(['']);
  });
});
