/**
 * The single-file executable of `npm run build` beside the sources, in turns: the time to the first answer of /readyz,
 * requests a second, and CPU time of all its processes for a request. The ratio is the median over the rounds.
 */
import { join } from 'node:path';
import type { Report } from '../load/job.ts';
import { FULL } from '../measure/pace.ts';
import { stopAll } from '../measure/processes.ts';
import { measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import { removeFolders, startInProcess } from '../servers.ts';

const EXECUTABLE = join(import.meta.dir, '../../dist/parley');
const STARTS = 3;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function startMs(command?: string): Promise<number> {
  const beginMs = performance.now();
  const server = await startInProcess({ workers: 1, ...(command && { command }) });
  const tookMs = performance.now() - beginMs;
  await server.stop();
  return tookMs;
}

const cpuMicros = ({ serverCpuSec, answers }: Report): number =>
  ((serverCpuSec ?? Number.NaN) * 1e6) / answers;

const sourceMs: number[] = [];
const executableMs: number[] = [];
for (let start = 0; start < STARTS; start++) {
  sourceMs.push(await startMs());
  executableMs.push(await startMs(EXECUTABLE));
}
const servers = [
  await startInProcess({ workers: 1 }),
  await startInProcess({ workers: 1, command: EXECUTABLE }),
];
const bodies = bodiesOf();
const [source = [], executable = []] = await measureInRounds(
  servers.map((server) => ({ server, bodies })),
  FULL,
);
const ratio = (figure: (report: Report) => number): string =>
  median(
    executable.map((report, round) => figure(report) / figure(source[round] ?? report)),
  ).toFixed(3);
process.stdout.write(
  `start until it listens, median of ${STARTS}: sources ${median(sourceMs).toFixed(0)} ms, executable ${median(executableMs).toFixed(0)} ms
requests/s: sources ${median(source.map((report) => report.perSecond)).toFixed(0)}, executable ${median(executable.map((report) => report.perSecond)).toFixed(0)}, ratio ${ratio((report) => report.perSecond)}
CPU µs a request: sources ${median(source.map(cpuMicros)).toFixed(0)}, executable ${median(executable.map(cpuMicros)).toFixed(0)}, ratio ${ratio(cpuMicros)}
`,
);
await stopAll();
removeFolders();
process.exit(0);
