import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runLoad } from '../load/run-load.ts';
import { median, rateOf } from '../measure/figures.ts';
import { jobFor, measureInRounds } from '../measure/rounds.ts';
import { CAUSES, type Cause, causeOf, STALL_MS_MIN, type Stall } from '../measure/stalls.ts';
import { bodiesOf } from '../requests.ts';
import type { Row } from '../rows.ts';
import { startInProcess, temporaryFolder } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const PROBE = new URL('../measure/stall-probe.ts', import.meta.url).pathname;
const SHARE_OF_CAPACITY = 0.5;

/** Every delay of the event loop above 5 ms at half load, by its cause. */
export const stalls: Scenario = {
  summary: `delays of the event loop above ${STALL_MS_MIN} ms at half of one worker's capacity, by cause`,
  async run(pace) {
    const file = join(temporaryFolder(), 'stalls');
    const env = { BUN_OPTIONS: `--preload ${PROBE}`, PARLEY_STALLS_FILE: file };
    const one = { server: await startInProcess({ workers: 1, env }), bodies: bodiesOf() };
    const [full = []] = await measureInRounds([one], pace);
    const ratePerSecond = Math.round((median(full.map(rateOf)) ?? 2) * SHARE_OF_CAPACITY);

    const before = readStalls(file).length;
    await runLoad(jobFor({ ...one, ratePerSecond }, { warmUpMs: 0, measureMs: pace.specMs }));
    const found = readStalls(file).slice(before);
    const name = `at ${ratePerSecond.toLocaleString('en')}/s for ${pace.specMs / 1000} s`;
    const causes = Object.keys(CAUSES) as readonly Cause[];
    return causes.map((cause) => rowOf(`${cause}, ${name}`, cause, found));
  },
};

function readStalls(file: string): readonly Stall[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Stall);
  } catch {
    return [];
  }
}

function rowOf(name: string, cause: Cause, all: readonly Stall[]): Row {
  const own = all.filter((stall) => causeOf(stall) === cause);
  const late = own.map(({ lateMs }) => lateMs).sort((a, b) => a - b);
  return {
    scenario: 'stalls',
    name,
    figures: {
      stalls: own.length,
      ...(late.length === 0 ? {} : { p50Ms: median(late) ?? 0, maxMs: late.at(-1) ?? 0 }),
    },
    notes: [CAUSES[cause]],
  };
}
