import type { Report } from '../load/job.ts';
import { rateOf, refusedOf } from './figures.ts';
import { type Case, measure, type Pace } from './rounds.ts';

/** Each halves what is between a rate that is held and one that is not: the last leaves one or two percent. */
const STEPS = 6;

/** Above the closed loop's: callers that wait for their answers may not have asked for all that the server can do. */
const START_TIMES = 1.25;

/** A collection of garbage at the end of a step makes a queue that does not grow. */
const GROWTH_SHARE_MAX = 0.02;
const STEP_TIMES = 2;

export type HeldRate = {
  readonly closedLoop: Report;
  /** The highest rate in an open loop at which the queue does not grow and nobody is refused. */
  readonly held: number;
};

export async function findHeldRate(one: Case, pace: Pace): Promise<HeldRate> {
  const closedLoop = await measure(one, pace);
  const times = { warmUpMs: pace.warmUpMs, measureMs: STEP_TIMES * pace.measureMs };
  let held = 0;
  let exceeded = START_TIMES * rateOf(closedLoop);
  for (let step = 0; step < STEPS; step++) {
    const ratePerSecond = Math.max(1, Math.round((held + exceeded) / 2));
    const report = await measure({ ...one, ratePerSecond }, times);
    const isHeld =
      report.queueGrowthShare <= GROWTH_SHARE_MAX &&
      report.unanswered === 0 &&
      refusedOf(report) === 0;
    if (isHeld) held = ratePerSecond;
    else exceeded = ratePerSecond;
  }
  return { closedLoop, held: Math.max(held, 1) };
}
