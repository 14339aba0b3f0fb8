import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driven } from './drive.ts';
import { FRESH_DIGITS, type Job, type Latency } from './job.ts';
import { firstNumber } from './requests.ts';

/** Its time is in whole seconds. */
export const WRK_MS_MIN = 1000;

const SCRIPT = new URL('wrk.lua', import.meta.url).pathname;

export function findWrk(): string | null {
  return Bun.which('wrk');
}

/**
 * Closed loop by wrk, which is written in C: it takes a fraction of the CPU that a generator in TypeScript takes, so
 * a fast server is not held up by it.
 */
export async function driveWrk(wrk: string, job: Job, onEdge: () => void): Promise<Driven> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-wrk-'));
  try {
    const bodies = join(folder, 'bodies');
    writeFileSync(bodies, job.bodies.map(onOneLine).join('\n'));
    const seconds = Math.round(job.measureMs / WRK_MS_MIN);
    const url = `http://127.0.0.1:${job.port}${job.path}`;
    const options = ['-t1', `-c${job.connections}`, `-d${seconds}s`, '-s', SCRIPT];
    onEdge();
    const child = Bun.spawn(
      [wrk, ...options, url, '--', bodies, FRESH_DIGITS, `${firstNumber()}`],
      {
        stdout: 'pipe',
        stderr: 'inherit',
      },
    );
    const output = await new Response(child.stdout).text();
    await child.exited;
    onEdge();
    const { user = 0n, system = 0n } = child.resourceUsage()?.cpuTime ?? {};
    return driven(output, Number(user + system) / 1_000_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** JSON has no line breaks that mean anything. */
function onOneLine(body: string): string {
  return JSON.stringify(JSON.parse(body));
}

type WrkReport = {
  readonly seconds: number;
  readonly lost: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly latency: Latency;
};

function driven(output: string, generatorCpuSec: number): Driven {
  const [line] = /^\{.*\}$/m.exec(output) ?? [];
  if (line === undefined) throw new Error(`wrk printed no report:\n${output}`);
  const { seconds, lost, statuses, latency } = JSON.parse(line) as WrkReport;
  return {
    generator: 'wrk',
    answers: Object.values(statuses).reduce((total, count) => total + count, 0),
    latency,
    statuses,
    seconds,
    connectionsLost: lost,
    unanswered: 0,
    sentLateMsP99: 0,
    queueGrowthShare: 0,
    generatorCpuSec,
  };
}
