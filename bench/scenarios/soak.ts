import { runLoad } from '../load/run-load.ts';
import { median, present, rateOf, sum } from '../measure/figures.ts';
import { processTree, residentMegabytesOf } from '../measure/proc.ts';
import { jobFor, measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import type { Row } from '../rows.ts';
import { startInProcess } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const CAPACITY_SHARE = 0.5;
const SAMPLES = 120;

type Sample = { readonly minute: number; readonly megabytes: number };

/** Memory over ten minutes at half the capacity: flat once everything is compiled and every cache is full. */
export const soak: Scenario = {
  summary: 'memory over ten minutes at half the capacity, one worker',
  async run(pace) {
    const bodies = bodiesOf();
    const server = await startInProcess({ workers: 1 });
    const one = { server, bodies };
    const [full = []] = await measureInRounds([one], pace);
    const capacity = Math.max(1, median(full.map(rateOf)) ?? 1);
    const ratePerSecond = Math.max(1, Math.round(capacity * CAPACITY_SHARE));

    let isOver = false;
    const job = jobFor(
      { ...one, ratePerSecond },
      { warmUpMs: pace.soakWarmUpMs, measureMs: pace.soakMs },
    );
    const load = runLoad(job).finally(() => {
      isOver = true;
    });
    const pids = processTree(server.pid);
    const samples: Sample[] = [];
    const start = performance.now();
    await Promise.race([load, Bun.sleep(pace.soakWarmUpMs)]);
    while (!isOver && samples.length < SAMPLES) {
      const megabytes = residentMegabytesOf(pids);
      if (megabytes !== null)
        samples.push({ minute: (performance.now() - start) / 60_000, megabytes });
      await Promise.race([load, Bun.sleep(pace.soakMs / SAMPLES)]);
    }
    const { latency, perSecond, unanswered, connectionsLost } = await load;
    const sizes = samples.map(({ megabytes }) => megabytes);
    const row: Row = {
      scenario: 'soak',
      name: `${Math.round(pace.soakMs / 1000)} s at ${ratePerSecond.toLocaleString('en')}/s`,
      figures: present({
        perSecond,
        p50Ms: latency.p50Ms,
        p99Ms: latency.p99Ms,
        maxMs: latency.maxMs,
        startMb: sizes[0],
        endMb: sizes.at(-1),
        mostMb: sizes.length === 0 ? undefined : Math.max(...sizes),
        growthMbPerMinute: slope(samples),
      }),
      notes: [
        ...(sizes.length === 0 ? ['this system does not tell how much memory a process has'] : []),
        ...(unanswered + connectionsLost > 0
          ? [
              `${unanswered} requests were not answered in time, ${connectionsLost} connections lost`,
            ]
          : []),
      ],
    };
    return [row];
  },
};

/** Of the line through the samples (least squares), in megabytes a minute. */
function slope(samples: readonly Sample[]): number | undefined {
  if (samples.length < 2) return undefined;
  const minute = sum(samples.map((sample) => sample.minute)) / samples.length;
  const megabytes = sum(samples.map((sample) => sample.megabytes)) / samples.length;
  const above = sum(samples.map((one) => (one.minute - minute) * (one.megabytes - megabytes)));
  const below = sum(samples.map((one) => (one.minute - minute) ** 2));
  return below === 0 ? undefined : above / below;
}
