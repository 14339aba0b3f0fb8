import type { Job, Report } from '../load/job.ts';
import { runLoad } from '../load/run-load.ts';
import type { Server } from '../servers.ts';
import type { Pace } from './pace.ts';

/** One thing to measure beside others. */
export type Case = {
  readonly server: Server;
  readonly bodies: readonly string[];
  /** Asked for instead of sending bodies. */
  readonly paths?: readonly string[];
  /** Open loop at this rate, or at the one that was found in this round; closed loop without. */
  readonly ratePerSecond?: number | (() => number);
  /** How many callers; without, as many as keep the server busy. */
  readonly connections?: number;
  /** Done before each of its turns. */
  readonly prepare?: () => Promise<void>;
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
      await one.prepare?.();
      reports[place]?.push(await measureBesideOther(one, pace, round % 2 === 1));
    }
  }
  return reports;
}

async function warmUp(server: Server, bodies: readonly string[], pace: Pace): Promise<void> {
  let answers = 0;
  for (let run = 0; run < FIRST_RUNS_MAX && answers <= pace.firstAnswers; run++) {
    answers += (await measure({ server, bodies }, { warmUpMs: 0, measureMs: pace.firstMs }))
      .answers;
  }
}

/** In turns with the same server of the other checkout. Whoever comes second in a round must not always be the same. */
async function measureBesideOther(one: Case, times: Times, otherFirst: boolean): Promise<Report> {
  const { other } = one.server;
  if (other === undefined) return measure(one, times);
  const measureOther = () => measure({ ...one, server: other }, times);
  const first = otherFirst ? await measureOther() : undefined;
  const own = await measure(one, times);
  return { ...own, other: first ?? (await measureOther()) };
}

const measure = (one: Case, times: Times): Promise<Report> => runLoad(jobFor(one, times));

type Times = Pick<Pace, 'warmUpMs' | 'measureMs'>;

export function jobFor(one: Case, times: Times): Job {
  const { server, bodies, paths = [], ratePerSecond: rate = null } = one;
  const ratePerSecond = typeof rate === 'function' ? rate() : rate;
  const usual = ratePerSecond === null ? CLOSED_LOOP_CONNECTIONS : OPEN_LOOP_CONNECTIONS;
  return {
    port: server.port,
    path: server.path,
    serverPid: server.pid,
    bodies,
    paths,
    connections: one.connections ?? usual,
    warmUpMs: times.warmUpMs,
    measureMs: times.measureMs,
    ratePerSecond,
  };
}
