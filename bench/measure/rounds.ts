import type { Job, Report } from '../load/job.ts';
import type { Server } from '../servers.ts';
import { startProcess } from './processes.ts';

/** How long to measure, and how often. */
export type Pace = {
  /** Once for each server, so that its code is compiled before anything counts. */
  readonly firstMs: number;
  /** Again where it has not answered as many: a busy machine gives a server little time. */
  readonly firstAnswers: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Cases take turns in each round, so that other work on the machine disturbs all alike. */
  readonly rounds: number;
  readonly specMs: number;
  readonly specRounds: number;
};

export type Times = Pick<Pace, 'warmUpMs' | 'measureMs'>;

/** One thing to measure beside others. */
export type Case = {
  readonly server: Server;
  readonly bodies: readonly string[];
  /** Asked for instead of sending bodies: new ones each time. */
  readonly paths?: (times: Times) => readonly string[];
  /** Open loop at this rate, or at the one that was found in this round; closed loop without. */
  readonly ratePerSecond?: number | (() => number);
  /** How many callers; without, as many as keep the server busy. */
  readonly connections?: number;
  /** Done before each of its turns. */
  readonly before?: () => Promise<void>;
  /** Sent to the same server meanwhile. */
  readonly beside?: Case;
};

/** Enough for a server to have always a next request, and few enough that they do not queue for long. */
const CLOSED_LOOP_CONNECTIONS = 64;

/** A stall of 25 ms at 10,000 a second fits in; what exceeds it waits its turn, and that time counts. */
const OPEN_LOOP_CONNECTIONS = 256;

const FIRST_RUNS_MAX = 4;

/** The reports of each case, round by round. */
export async function measureInRounds(
  cases: readonly Case[],
  pace: Pace,
): Promise<readonly (readonly Report[])[]> {
  const servers = new Set(cases.map(({ server }) => server));
  for (const server of servers) {
    // With the bodies of all its cases, closed loop: as much work as it can do in the time.
    const bodies = cases.flatMap((one) => (one.server === server ? one.bodies : []));
    for (const one of [server, server.other])
      if (one !== undefined) await warmUp(one, bodies, pace);
  }
  const reports: Report[][] = cases.map(() => []);
  for (let round = 0; round < pace.rounds; round++) {
    for (const [place, one] of cases.entries()) {
      reports[place]?.push(await measureBesideOther(one, pace, round % 2 === 1));
    }
  }
  return reports;
}

async function warmUp(server: Server, bodies: readonly string[], pace: Pace): Promise<void> {
  const first = { warmUpMs: 0, measureMs: pace.firstMs };
  let answers = 0;
  for (let run = 0; run < FIRST_RUNS_MAX && answers <= pace.firstAnswers; run++) {
    answers += (await measure({ server, bodies }, first)).answers;
  }
}

/** In turns with the same server of the other commit. Whoever comes second in a round must not always be the same. */
async function measureBesideOther(one: Case, times: Times, otherFirst: boolean): Promise<Report> {
  await one.before?.();
  const { other } = one.server;
  if (other === undefined) return measure(one, times);
  const measureOther = () => measure({ ...one, server: other }, times);
  const first = otherFirst ? await measureOther() : undefined;
  const own = await measure(one, times);
  return { ...own, other: first ?? (await measureOther()) };
}

export async function measure(one: Case, times: Times): Promise<Report> {
  const { beside } = one;
  const [report] = await Promise.all([
    runLoad(jobFor(one, times)),
    beside === undefined ? null : runLoad(jobFor({ ...beside, server: one.server }, times)),
  ]);
  return report;
}

function jobFor(one: Case, times: Times): Job {
  const { server, bodies, paths, ratePerSecond: rate = null } = one;
  const ratePerSecond = typeof rate === 'function' ? rate() : rate;
  const usual = ratePerSecond === null ? CLOSED_LOOP_CONNECTIONS : OPEN_LOOP_CONNECTIONS;
  return {
    port: server.port,
    path: server.path,
    serverPid: server.pid,
    bodies,
    paths: paths?.(times) ?? [],
    connections: one.connections ?? usual,
    warmUpMs: times.warmUpMs,
    measureMs: times.measureMs,
    ratePerSecond,
  };
}

const GENERATOR = new URL('../load/main.ts', import.meta.url).pathname;

/** Beyond the time a job takes: the start of the process, opening connections, last answers. */
const MARGIN_MS = 20_000;

/** Does a job in a process of its own, so that generating load and serving it do not share an event loop. */
export async function runLoad(job: Job): Promise<Report> {
  const generator = startProcess([process.execPath, GENERATOR], { stdin: JSON.stringify(job) });
  const [line] = await generator.find(/^\{.*\}$/m, job.warmUpMs + job.measureMs + MARGIN_MS);
  await generator.stop();
  return JSON.parse(line) as Report;
}
