import type { Database } from '../../../src/lib/sql/database.ts';
import { recountFacts, rollupsOf } from '../../ledger/recount.ts';
import {
  databaseOf,
  type Exchange,
  SHARED_KEY,
  settled,
  stopExchange,
} from '../../notices/exchange.ts';
import { startNoticeLoad } from '../../notices/notice-load.ts';
import { startPostgres } from '../../postgres/postgres-server.ts';
import { winnerAt } from '../../store/campaigns.ts';
import { openAllDoors } from '../doors.ts';
import { DISTURBANCES, importCampaigns, type Soaked } from './disturbances.ts';
import { createGauge, handlesOf, workersOf } from './gauge.ts';
import { gaugesThatGrew, readGauges } from './grown-gauges.ts';
import type { ProcessFigures, SoakFigures } from './verdict.ts';
import { startVisits } from './visits.ts';

const WORKERS = 2;
const CLIENTS = 4;
const SAMPLE_MS = 500;
/**
 * Disturbed for so long before memory counts: by then the delays between restarts of the killed worker are at their
 * longest, and the other worker has served the whole load alone, which takes more memory than half of it.
 */
const WARM_UP_MS = 30_000;
/** Handles at rest: what the start still opens, and what a burst leaves, has settled by then. */
const HANDLES_SPARE = 8;

/** Sells and disturbs until the time is over, then counts again what was acknowledged. */
export async function soak(durationMs: number, tell: (line: string) => void): Promise<SoakFigures> {
  const postgres = await startPostgres();
  const doors = await openAllDoors({
    workers: WORKERS,
    databaseUrl: await postgres.newDatabase(),
    keys: [SHARED_KEY],
  });
  const { exchange } = doors;
  await importCampaigns(exchange);
  await settled(
    () => winnerAt(exchange.port),
    (winner) => winner !== undefined,
  );
  const [spared = 0] = workersOf(exchange.pid);
  const watched = { supervisor: exchange.pid, 'worker that was not killed': spared };
  const handlesBefore = mapped(watched, handlesOf);
  const gauges = mapped(watched, createGauge);
  const load = startNoticeLoad({ port: () => exchange.port, clients: CLIENTS, isRough: true });
  const visits = startVisits(doors);
  const soaked = { exchange, postgres, load, spared };
  const counts: Record<string, number> = {};
  await disturbFor(WARM_UP_MS, soaked, { counts, tell });
  const metricsBefore = await readGauges(doors);
  const sampling = setInterval(() => {
    for (const gauge of Object.values(gauges)) gauge.sample();
  }, SAMPLE_MS);
  await disturbFor(durationMs, soaked, { counts, tell }).finally(() => clearInterval(sampling));
  await visits.stop();
  await load.stop();

  const processes: ProcessFigures[] = [];
  for (const [name, pid] of Object.entries(watched)) {
    const before = handlesBefore[name] ?? 0;
    const isAlive = name === 'supervisor' || workersOf(exchange.pid).includes(pid);
    const handlesAfter = isAlive
      ? await settled(
          async () => handlesOf(pid),
          (now) => now <= before + HANDLES_SPARE,
        )
      : 0;
    const { fromMb = 0, toMb = 0 } = gauges[name]?.growth() ?? {};
    processes.push({ name, isAlive, fromMb, toMb, handlesBefore: before, handlesAfter });
  }
  const grown = gaugesThatGrew(metricsBefore, await readGauges(doors));
  const { acknowledged, sales } = load;
  await stopExchange(exchange);
  return {
    durationMs,
    sales: sales(),
    acknowledged: acknowledged.size,
    counts: { ...counts, ...visits.counts },
    surprises: visits.surprises,
    grown,
    processes,
    ...(await recounted(exchange, acknowledged)),
  };
}

function mapped<Value>(
  pids: Readonly<Record<string, number>>,
  of: (pid: number) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, of(pid)]));
}

type Told = {
  readonly counts: Record<string, number>;
  readonly tell: (line: string) => void;
};

async function disturbFor(durationMs: number, soaked: Soaked, { counts, tell }: Told) {
  const endMs = performance.now() + durationMs;
  for (;;) {
    for (const [name, disturb] of Object.entries(DISTURBANCES)) {
      // The first round is complete however short the time is.
      if (performance.now() > endMs && counts[name] !== undefined) return;
      await disturb(soaked);
      counts[name] = (counts[name] ?? 0) + 1;
      tell(`${name}: ${counts[name]}; ${soaked.load.acknowledged.size} notices acknowledged`);
    }
  }
}

/** Notices without a fact, facts that are there twice, and whether the counts are those of the facts. */
async function recounted(exchange: Exchange, acknowledged: ReadonlySet<string>) {
  const database: Database = await databaseOf(exchange);
  const rows = await database.query('select auction_id, kind from facts');
  const facts = rows.map(({ auction_id, kind }) => `${auction_id} ${kind}`);
  const kept = new Set(facts);
  const { facts: rolledUp } = await rollupsOf(database);
  return {
    lost: [...acknowledged].filter((name) => !kept.has(name)).length,
    doubled: facts.length - kept.size,
    isReportRight: Bun.deepEquals(rolledUp, await recountFacts(database)),
  };
}
