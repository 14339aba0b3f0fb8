import { cleanUp } from '../../test/process.ts';
import { runLoad } from '../load/run-load.ts';
import {
  type CounterName,
  type Counters,
  differenceOf,
  parleyMegabytes,
  takeCounters,
} from '../machines/counters.ts';
import { type Park, type ParkSize, type Stores, startPark, startStores } from '../machines/park.ts';
import { runTraffic, type Traffic } from '../machines/traffic.ts';
import type { Pace } from '../measure/pace.ts';
import { jobFor } from '../measure/rounds.ts';
import { bodiesOf, numberedBodies } from '../requests.ts';
import type { Row } from '../rows.ts';
import type { Scenario } from './scenario.ts';

/** The last has as many workers as the one before, on one machine. */
const SIZES: readonly ParkSize[] = [
  { count: 1, workers: 1 },
  { count: 2, workers: 1 },
  { count: 4, workers: 1 },
  { count: 1, workers: 4 },
];
const PER_SECOND = 400;
const TOLD_ONE_IN = 10;
/** Databases and supervisors work in steps of up to a second: shorter spans would cut one in two. */
const SPANS = 10;

/** The same traffic for one, two and four machines: what it costs them, Redis and Postgres. */
export const machines: Scenario = {
  summary: `1, 2 and 4 machines at ${PER_SECOND} requests a second in all, with one Redis and one Postgres`,
  async run(pace) {
    try {
      const stores = await startStores();
      const rows: Row[] = [];
      for (const size of SIZES) rows.push(...(await measure(size, stores, pace)));
      return rows;
    } finally {
      await cleanUp();
    }
  },
};

async function measure(size: ParkSize, stores: Stores, pace: Pace): Promise<readonly Row[]> {
  const { count, workers } = size;
  const park = await startPark(size, stores);
  const bodies = bodiesOf({ anyFormat: true });
  // At their full speed, so that as much is compiled in each of four as in one.
  for (const server of park.machines) {
    await runLoad(jobFor({ server, bodies }, { warmUpMs: 0, measureMs: pace.firstMs }));
  }
  const ms = pace.measureMs * SPANS;
  await Bun.sleep(pace.firstMs);
  const idle = await during(park, () => Bun.sleep(ms));
  const traffic = {
    ports: park.machines.map(({ port }) => port),
    bodies: numberedBodies({ anyFormat: true }),
    perSecond: PER_SECOND,
  };
  const loaded = await during(park, () => runTraffic({ ...traffic, ms, toldOneIn: TOLD_ONE_IN }));
  const memoryMb = parleyMegabytes(park) / count;
  await Promise.all(park.machines.map(({ stop }) => stop()));
  const name = `${count} machine${count === 1 ? '' : 's'}${workers === 1 ? '' : `, ${workers} workers`}`;
  return [
    { scenario: 'machines', name: `${name}, idle`, figures: perSecondOf(idle.spent), notes: [] },
    {
      scenario: 'machines',
      name,
      figures: { ...perSecondOf(loaded.spent), ...eachOf(loaded.spent, loaded.result), memoryMb },
      notes: notesOf(loaded.result),
    },
  ];
}

async function during<T>(park: Park, work: () => Promise<T>) {
  const before = await takeCounters(park);
  const result = await work();
  return { result, spent: differenceOf(before, await takeCounters(park)) };
}

function perSecondOf(spent: Counters) {
  const rate = (name: CounterName) => spent[name] / spent.seconds;
  return {
    serverCores: rate('parleyCpuSec'),
    redisCores: rate('redisCpuSec'),
    postgresCores: rate('postgresCpuSec'),
    redisCallsPerSecond: rate('redisCalls'),
    transactionsPerSecond: rate('transactions'),
    statementsPerSecond: rate('statements'),
    factsPerSecond: rate('facts'),
  };
}

const MICROS = 1_000_000;

function eachOf(spent: Counters, { requests }: Traffic) {
  const ofRequest = (name: CounterName) => spent[name] / requests;
  const ofFact = (name: CounterName) => spent[name] / spent.facts;
  return {
    perSecond: requests / spent.seconds,
    cpuUs: ofRequest('parleyCpuSec') * MICROS,
    redisCallsEach: ofRequest('redisCalls'),
    redisCommandsEach: ofRequest('redisCommands'),
    redisCpuUs: ofRequest('redisCpuSec') * MICROS,
    redisBytesEach: ofRequest('redisBytes'),
    transactionsEach: ofRequest('transactions'),
    statementsEach: ofRequest('statements'),
    postgresCpuUs: ofRequest('postgresCpuSec') * MICROS,
    transactionsPerFact: ofFact('transactions'),
    statementsPerFact: ofFact('statements'),
    postgresCpuPerFactUs: ofFact('postgresCpuSec') * MICROS,
    walBytesPerFact: ofFact('walBytes'),
  };
}

function notesOf({ requests, sold, notices, refused }: Traffic): readonly string[] {
  return [
    `${requests} requests, ${sold} sold, ${notices} notices acknowledged`,
    ...(refused === 0 ? [] : [`${refused} requests were refused`]),
  ];
}
