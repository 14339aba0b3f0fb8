import { join } from 'node:path';
import { openJournal } from '../../src/ledger/journal.ts';
import type { LaneCount } from '../../src/ledger/lanes.ts';
import { openLedger } from '../../test/ledger/ledger.ts';
import { aFact, factEntry } from '../../test/ledger/samples.ts';
import { type PostgresServer, startPostgres } from '../../test/postgres/postgres-server.ts';
import { cleanUp } from '../../test/process.ts';
import { differenceOf } from '../machines/counters.ts';
import { STATEMENTS_COUNTED } from '../machines/park.ts';
import { type PostgresCounters, takePostgresCounters } from '../machines/postgres-counters.ts';
import { median, present } from '../measure/figures.ts';
import { startProcess } from '../measure/processes.ts';
import type { Row } from '../rows.ts';
import { temporaryFolder } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const MACHINES = [1, 2, 4];
const LANES: readonly LaneCount[] = [1, 4];
const CAMPAIGNS = 20;
/** In all, for each millisecond of the pace. */
const FACTS_PER_MS = 12;
const START_MS = 3000;
const DRAIN_MS_MAX = 120_000;

type Case = { readonly machines: number; readonly lanes: LaneCount };
type Round = PostgresCounters & { readonly seconds: number };

/** How fast machines bring full journals into one Postgres: with one lane they take turns, with more they do not. */
export const lanes: Scenario = {
  summary: 'facts a second that 1, 2 and 4 machines write to one Postgres, in one lane and in four',
  async run(pace) {
    try {
      const postgres = await startPostgres({ settings: STATEMENTS_COUNTED });
      const cases = MACHINES.flatMap((machines) => LANES.map((lanes) => ({ machines, lanes })));
      const rounds: Round[][] = cases.map(() => []);
      for (let round = 0; round < pace.rounds; round++) {
        for (const [place, one] of cases.entries()) {
          rounds[place]?.push(await drainAll(one, postgres, pace.measureMs * FACTS_PER_MS));
        }
      }
      return cases.map((one, place) => rowOf(one, rounds[place] ?? [], rounds[place - 1] ?? []));
    } finally {
      await cleanUp();
    }
  },
};

async function drainAll(
  { machines, lanes }: Case,
  postgres: PostgresServer,
  facts: number,
): Promise<Round> {
  const url = await postgres.newDatabase();
  const database = await openLedger({ kind: 'postgres', url });
  await database.close();
  const folders = await Promise.all(
    Array.from({ length: machines }, () => fullJournal(Math.floor(facts / machines))),
  );
  const before = await takePostgresCounters(postgres, url);
  const startMs = Date.now() + START_MS;
  const program = new URL('../machines/drain-main.ts', import.meta.url).pathname;
  const ends = folders.map(async (folder) => {
    const words = [folder, url, String(lanes), String(startMs)];
    const drain = startProcess([process.execPath, program, ...words]);
    const [, endMs] = await drain.find(/drained at (\d+)/, DRAIN_MS_MAX);
    await drain.stop();
    return Number(endMs);
  });
  const seconds = (Math.max(...(await Promise.all(ends))) - startMs) / 1000;
  return { ...differenceOf(before, await takePostgresCounters(postgres, url)), seconds };
}

/** More at once would not fit into what may wait for the disk. */
const GROUP = 1000;

async function fullJournal(facts: number): Promise<string> {
  const folder = join(temporaryFolder(), 'journals');
  const journal = openJournal({ folder, name: crypto.randomUUID(), onFault() {} });
  const nowMs = Date.now();
  const append = (index: number) => {
    const sale = { campaign: `campaign-${index % CAMPAIGNS}`, auctionId: crypto.randomUUID() };
    return journal.append(factEntry(aFact({ ...sale, atMs: nowMs, soldMs: nowMs })));
  };
  for (let start = 0; start < facts; start += GROUP) {
    const group = Array.from({ length: Math.min(GROUP, facts - start) }, (_, index) => index);
    const faults = await Promise.all(group.map(append));
    const fault = faults.find((one) => one !== undefined);
    if (fault !== undefined) throw new Error(fault.reason);
  }
  await journal.close();
  return folder;
}

function rowOf({ machines, lanes }: Case, own: readonly Round[], oneLane: readonly Round[]): Row {
  const rateOf = ({ facts, seconds }: Round) => facts / seconds;
  const each = (name: keyof PostgresCounters) =>
    median(own.map((round) => round[name] / round.facts));
  const cpuSec = each('postgresCpuSec');
  const rateToOneLane =
    lanes === 1
      ? 1
      : median(own.map((round, place) => rateOf(round) / rateOf(oneLane[place] ?? round)));
  return {
    scenario: 'lanes',
    name: `${machines} machine${machines === 1 ? '' : 's'}, ${lanes} lane${lanes === 1 ? '' : 's'}`,
    figures: present({
      rateToOneLane,
      factsPerSecond: median(own.map(rateOf)),
      transactionsPerFact: each('transactions'),
      statementsPerFact: each('statements'),
      walBytesPerFact: each('walBytes'),
      postgresCpuPerFactUs: cpuSec === undefined ? undefined : cpuSec * 1_000_000,
    }),
    notes: [],
  };
}
