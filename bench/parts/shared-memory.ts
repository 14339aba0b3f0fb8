/**
 * What workers cost each other in the memory that they share: threads do to it what requests do, one thread alone and
 * several at once, in turns. CPU for one operation, and how many times as much with several threads: 1 means that they do
 * not notice each other. The first rows are a control: the same addition to words far apart, to words in one line of the
 * cache, and to one word. Where these three cost the same, this machine cannot show contention. Threads that have to share
 * a core do not meet in memory: rounds without a core for each are left out. On a busy machine run it with `chrt --rr 1`.
 */
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createGate } from '../../src/auction/gate.ts';
import { createSupervisorSlices } from '../../src/ledger/budgets/supervisor-slices.ts';
import { createWorkerSlices } from '../../src/ledger/budgets/worker-slices.ts';
import { mapCounts } from '../../src/limits/frequency/count-memory.ts';
import { createMachineLimiter } from '../../src/limits/machine-limiter.ts';
import { createWorkerMetrics } from '../../src/observe/worker-metrics.ts';
import { mapMemory, memoryBytes } from '../../src/worker/memory.ts';
import { account, total } from '../../test/budgets/accounts.ts';
import { layoutOf, TYPICAL_AUCTION, TYPICAL_PARTNERS } from '../../test/metrics.ts';
import { median } from '../measure/figures.ts';

const ROUNDS = 25;
const WARM_UP_ROUNDS = 4;
const ROUND_MS = 20;
/** A round in which the threads had less of a core each shows nothing. */
const CORE_SHARE_MIN = 0.85;
/** Between two looks whether the round is over. */
const STEPS = 256;
const CALLERS = 4096;
const CONVERSATIONS = 100_000;
const CONTROL_WORDS = 2 ** 12;
const PADDED_WORDS = 32;
const ARRIVED_WORD = CONTROL_WORDS - 1;
const BUDGET = 2_000_000_000;
/** Never reached here. */
const LIMIT = 100_000_000;

const threadsMax = Math.max(2, Math.min(64, Number(process.argv[2] ?? availableParallelism())));
const ACCOUNTS = [account({ impressions: total(BUDGET) })];
const PLAN = {
  limits: {
    globalPerSecond: LIMIT,
    publisherPerSecond: LIMIT,
    ipPerSecond: LIMIT,
    networks: [],
    trustedProxies: [],
  },
  partners: TYPICAL_PARTNERS.length,
  layout: layoutOf(TYPICAL_PARTNERS, isMainThread ? threadsMax : workerData.threadsMax),
  accounts: ACCOUNTS,
  spare: 0,
};

type SharedBuffers = {
  readonly memory: SharedArrayBuffer;
  readonly control: SharedArrayBuffer;
  readonly threadsMax: number;
  readonly thread: number;
};

/** What each thread does again and again, by the name of the row. */
function operationsOf({ memory: buffer, control, thread }: SharedBuffers) {
  const memory = mapMemory(buffer, PLAN);
  const words = new Int32Array(control);
  const limiter = createMachineLimiter(PLAN.limits, memory.limits, Date.now);
  const gate = createGate({ words: memory.gate(1), nowMs: Date.now });
  const slices = createWorkerSlices(ACCOUNTS, memory.slices);
  const counts = mapCounts(memory.frequency);
  const metrics = createWorkerMetrics(PLAN.layout, memory.slab(thread), thread);
  const callers = Array.from({ length: CALLERS }, (_, i) => `10.${thread}.${i >> 8}.${i & 255}`);
  let step = thread * CONVERSATIONS;

  function limits(ip: string, publisher: string): void {
    const { state } = limiter.admit(ip);
    limiter.settle({ ip, publisher, state });
  }
  function budget(): void {
    const nowMs = Date.now();
    slices.canPay(0, 1, nowMs);
    slices.countTrial(0, 'fit');
    slices.reserve(0, 1, nowMs);
  }
  function frequency(): void {
    const nowSec = Math.floor(Date.now() / 1000);
    const sale = { name: step++ % (64 * CONVERSATIONS), windowSec: 3600 };
    counts.count(sale, { atSec: nowSec, nowSec });
    counts.tell(sale);
  }
  function partner(): void {
    gate.enter(LIMIT);
    gate.leave();
    gate.record('success');
  }
  const operations = {
    'control: words 128 bytes apart': () => Atomics.add(words, thread * PADDED_WORDS, 1),
    'control: words in one line': () => Atomics.add(words, thread, 1),
    'control: one word': () => Atomics.add(words, 0, 1),
    'the three limits, one caller and publisher': () => limits('10.0.0.1', 'pub-1'),
    'the three limits, thousands of callers': () => {
      const caller = callers[step++ % CALLERS] ?? '';
      limits(caller, caller);
    },
    'the gate and breaker of one partner': partner,
    'the budget of one campaign': budget,
    'a frequency count, told to the supervisor': frequency,
    'metrics of an auction, in the own slab': () => metrics.auction(TYPICAL_AUCTION),
    'whether selling is halted or paused': () => memory.halt[0] === 0 && memory.pauses[1] === 0,
    'all of a request with three partners': () => {
      limits('10.0.0.1', 'pub-1');
      if (memory.halt[0] !== 0 || memory.pauses[1] !== 0) return;
      for (let i = 0; i < TYPICAL_PARTNERS.length; i++) partner();
      budget();
      frequency();
      metrics.auction(TYPICAL_AUCTION);
    },
  };
  return operations;
}

type OperationName = keyof ReturnType<typeof operationsOf>;
type Order = { readonly name: OperationName; readonly threads: number };

/** All begin at once, and none waits for the main thread, which may have no core. */
function serve(shared: SharedBuffers): void {
  const operations = operationsOf(shared);
  const words = new Int32Array(shared.control);
  parentPort?.on('message', ({ name, threads }: Order) => {
    const operation = operations[name];
    Atomics.add(words, ARRIVED_WORD, 1);
    while (Atomics.load(words, ARRIVED_WORD) < threads);
    let steps = 0;
    const endNs = Bun.nanoseconds() + ROUND_MS * 1e6;
    while (Bun.nanoseconds() < endNs) {
      for (let i = 0; i < STEPS; i++) operation();
      steps += STEPS;
    }
    parentPort?.postMessage(steps);
  });
  parentPort?.postMessage(0);
}

function newThread(shared: Omit<SharedBuffers, 'thread'>, thread: number) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { ...shared, thread } });
  const answer = () =>
    new Promise<number>((resolve) => {
      worker.once('message', resolve);
    });
  const ready = answer();
  return { worker, answer, ready };
}

type Thread = ReturnType<typeof newThread>;

/** Nanoseconds of CPU for one operation. undefined: the threads did not have a core each. */
async function measure(threads: readonly Thread[], name: OperationName, words: Int32Array) {
  Atomics.store(words, ARRIVED_WORD, 0);
  const before = process.cpuUsage();
  const startNs = Bun.nanoseconds();
  const answers = threads.map(({ worker, answer }) => {
    worker.postMessage({ name, threads: threads.length } satisfies Order);
    return answer();
  });
  const steps = (await Promise.all(answers)).reduce((a, b) => a + b, 0);
  const { user, system } = process.cpuUsage(before);
  const cpuNs = (user + system) * 1000;
  const cores = cpuNs / (Bun.nanoseconds() - startNs);
  return cores < CORE_SHARE_MIN * threads.length ? undefined : cpuNs / steps;
}

function threadCounts(): readonly number[] {
  const counts: number[] = [];
  for (let count = 2; count < threadsMax; count *= 2) counts.push(count);
  return [...counts, threadsMax];
}

/** The median, and of how many rounds. */
function cellOf(ratios: readonly number[]): string {
  const ratio = median(ratios);
  return ratio === undefined ? 'no free cores' : `× ${ratio.toFixed(2)} (${ratios.length})`;
}

async function main(): Promise<void> {
  const memory = new SharedArrayBuffer(memoryBytes(PLAN));
  const control = new SharedArrayBuffer(CONTROL_WORDS * 4);
  const budgets = createSupervisorSlices(ACCOUNTS, mapMemory(memory, PLAN).slices);
  budgets.extendTerm(Date.now() + 24 * 60 * 60 * 1000);
  budgets.deposit(0, { micros: 0, impressions: BUDGET });
  const shared = { memory, control, threadsMax };
  const threads = Array.from({ length: threadsMax }, (_, i) => newThread(shared, i));
  await Promise.all(threads.map(({ ready }) => ready));
  const words = new Int32Array(control);
  const names = Object.keys(operationsOf({ ...shared, thread: 0 })) as readonly OperationName[];
  const counts = threadCounts();
  const heads = counts.map((count) => `${count} threads`.padStart(18)).join('');
  process.stdout.write(`${'CPU of an operation'.padEnd(46)}${'1 thread'.padStart(10)}${heads}\n`);
  for (const name of names) {
    const alone: number[] = [];
    const ratios = counts.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      const one = await measure(threads.slice(0, 1), name, words);
      if (one === undefined) continue;
      // The first ones warm up.
      if (round >= WARM_UP_ROUNDS) alone.push(one);
      for (const [place, count] of counts.entries()) {
        const several = await measure(threads.slice(0, count), name, words);
        if (several !== undefined && round >= WARM_UP_ROUNDS) ratios[place]?.push(several / one);
      }
    }
    const cells = ratios.map((own) => cellOf(own).padStart(18));
    const ns = (median(alone) ?? Number.NaN).toFixed(1);
    process.stdout.write(`${name.padEnd(46)}${`${ns} ns`.padStart(10)}${cells.join('')}\n`);
  }
  for (const { worker } of threads) await worker.terminate();
}

if (isMainThread) await main();
else serve(workerData);
