import { join } from 'node:path';
import { openJournal } from '../../src/ledger/journal.ts';
import { openLedger } from '../../test/ledger/ledger.ts';
import { aFact, factEntry } from '../../test/ledger/samples.ts';
import { type PostgresServer, startPostgres } from '../../test/postgres/postgres-server.ts';
import { cleanUp } from '../../test/process.ts';
import { differenceOf } from '../machines/counters.ts';
import { MEASURED_POSTGRES } from '../machines/park.ts';
import { type PostgresCounters, takePostgresCounters } from '../machines/postgres-counters.ts';
import { median, present } from '../measure/figures.ts';
import { startProcess } from '../measure/processes.ts';
import type { Row } from '../rows.ts';
import { temporaryFolder } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const MACHINES = [1, 2, 4];
const CAMPAIGNS = 20;
/** In all, for each millisecond of the pace. With fewer, four processes spend most of their time on compiling. */
const FACTS_PER_MS = 60;
const START_MS = 3000;
const DRAIN_MS_MAX = 120_000;

type Round = PostgresCounters & { readonly seconds: number };

/** How fast machines bring full journals into one Postgres, side by side. */
export const drain: Scenario = {
  summary: 'facts a second that 1, 2 and 4 machines write to one Postgres',
  async run(pace) {
    try {
      const postgres = await startPostgres({ settings: MEASURED_POSTGRES });
      const rounds: Round[][] = MACHINES.map(() => []);
      for (let round = 0; round < pace.rounds; round++) {
        for (const [place, machines] of MACHINES.entries()) {
          rounds[place]?.push(await drainAll(machines, postgres, pace.measureMs * FACTS_PER_MS));
        }
      }
      const [one = []] = rounds;
      return MACHINES.map((machines, place) => rowOf(machines, rounds[place] ?? [], one));
    } finally {
      await cleanUp();
    }
  },
};

async function drainAll(machines: number, postgres: PostgresServer, facts: number): Promise<Round> {
  const url = await postgres.newDatabase();
  const database = await openLedger({ kind: 'postgres', url });
  await database.close();
  const folders = await Promise.all(
    Array.from({ length: machines }, () => fullJournals(Math.floor(facts / machines))),
  );
  const before = await takePostgresCounters(postgres, url);
  const startMs = Date.now() + START_MS;
  const program = new URL('../machines/drain-main.ts', import.meta.url).pathname;
  const ends = folders.map(async (folder) => {
    const drain = startProcess([process.execPath, program, folder, url, String(startMs)]);
    const [, endMs] = await drain.find(/drained at (\d+)/, DRAIN_MS_MAX);
    await drain.stop();
    return Number(endMs);
  });
  const seconds = (Math.max(...(await Promise.all(ends))) - startMs) / 1000;
  return { ...differenceOf(before, await takePostgresCounters(postgres, url)), seconds };
}

/** More at once would not fit into what may wait for the disk. */
const GROUP = 1000;

/** The journals of a machine with two workers. */
async function fullJournals(facts: number): Promise<string> {
  const folder = join(temporaryFolder(), 'journals');
  const workers = [Math.ceil(facts / 2), Math.floor(facts / 2)];
  for (const own of workers) await fillJournal(folder, own);
  return folder;
}

async function fillJournal(folder: string, facts: number): Promise<void> {
  const journal = openJournal({ folder, name: crypto.randomUUID(), onFault() {} });
  const nowMs = Date.now();
  const append = (index: number) => {
    const sale = { campaign: `campaign-${index % CAMPAIGNS}`, auctionId: crypto.randomUUID() };
    const fact = aFact({ ...sale, atMs: nowMs, soldMs: nowMs });
    return journal.append({ ...factEntry(fact), calls: [] });
  };
  for (let start = 0; start < facts; start += GROUP) {
    const group = Array.from({ length: Math.min(GROUP, facts - start) }, (_, index) => index);
    const faults = await Promise.all(group.map(append));
    const fault = faults.find((one) => one !== undefined);
    if (fault !== undefined) throw new Error(fault.reason);
  }
  await journal.close();
}

function rowOf(machines: number, own: readonly Round[], ofOne: readonly Round[]): Row {
  const rateOf = ({ facts, seconds }: Round) => facts / seconds;
  const each = (name: keyof PostgresCounters) =>
    median(own.map((round) => round[name] / round.facts));
  const cpuSec = each('postgresCpuSec');
  return {
    scenario: 'drain',
    name: `${machines} machine${machines === 1 ? '' : 's'}`,
    figures: present({
      rateToOneMachine: median(
        own.map((round, place) => rateOf(round) / rateOf(ofOne[place] ?? round)),
      ),
      factsPerSecond: median(own.map(rateOf)),
      transactionsPerSecondAndMachine: median(
        own.map(({ transactions, seconds }) => transactions / seconds / machines),
      ),
      transactionsPerFact: each('transactions'),
      statementsPerFact: each('statements'),
      walBytesPerFact: each('walBytes'),
      postgresCpuPerFactUs: cpuSec === undefined ? undefined : cpuSec * 1_000_000,
    }),
    notes: [],
  };
}
