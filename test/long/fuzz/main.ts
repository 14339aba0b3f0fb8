/** `npm run fuzz`: hostile input at all doors of a real exchange, for a night. */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { stopExchange } from '../../notices/exchange.ts';
import { cleanUp } from '../../process.ts';
import { endRun } from '../../test-run.ts';
import { openAllDoors } from '../doors.ts';
import { durationMs } from '../soak/duration.ts';
import { createGauge, handlesOf, workersOf } from '../soak/gauge.ts';
import { fuzz } from './fuzz.ts';
import { hostileCall } from './hostile-call.ts';
import { hostileInput } from './hostile-input.ts';
import { keep } from './input.ts';
import { readOperations, readTools } from './operations.ts';

const HELP = `Usage: npm run fuzz -- [options]

Sends bodies that are made from the schemas of the request, and broken, to both endpoints of an exchange on this
machine, and calls that are made from the documented schemas to its other paths, its admin port, its port for
publishers and its seller for AI buyers. An input that gets a wrong answer is made small and kept in
test/long/fuzz/kept, where npm run test:long sends it again.

  --seed <n>        the same seed sends the same inputs (the time)
  --duration <d>    such as 60s, 10m or 8h (10m)
`;

const BATCH = 200;
const FINDINGS_MAX = 20;
const SAMPLE_MS = 500;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
    duration: { type: 'string', default: '10m' },
    help: { type: 'boolean', short: 'h' },
  },
});
const forMs = durationMs(values.duration);
const seed = Number(values.seed);
if (values.help || forMs === undefined || !Number.isSafeInteger(seed)) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 1);
}

const doors = await openAllDoors();
const { exchange } = doors;
const workers = workersOf(exchange.pid);
const watched = { supervisor: exchange.pid, worker: workers[0] ?? 0 };
const gauges = Object.entries(watched).map(([name, pid]) => ({ name, pid, ...createGauge(pid) }));
const sampling = setInterval(() => {
  for (const { sample } of gauges) sample();
}, SAMPLE_MS);
const target = { doors, operations: await readOperations(doors) };
const inputFrom = fc.oneof(hostileInput, hostileCall(target.operations, await readTools(doors)));
const endMs = performance.now() + forMs;
const findings: string[] = [];
let sent = 0;
for (let batch = 0; performance.now() < endMs && findings.length < FINDINGS_MAX; batch++) {
  const finding = await fuzz({ target, inputFrom, seed: seed + batch, inputs: BATCH });
  sent += BATCH;
  if (finding !== undefined) {
    const name = keep(finding.input, finding.why);
    findings.push(name);
    process.stderr.write(`seed ${seed + batch}: ${name}: ${finding.why}\n`);
  }
  if (workersOf(exchange.pid).join() !== workers.join()) {
    findings.push(`seed ${seed + batch}`);
    process.stderr.write(`seed ${seed + batch}: a worker was replaced\n`);
    break;
  }
}
clearInterval(sampling);
for (const { name, pid, growth } of gauges) {
  const { fromMb, toMb } = growth();
  process.stdout.write(
    `${name}: ${Math.round(fromMb)} MB in the second quarter of the time, ${Math.round(toMb)} MB in the last, ${handlesOf(pid)} file handles\n`,
  );
}
await stopExchange(exchange);
await cleanUp();
process.stdout.write(
  `${sent} inputs of the seeds ${seed} and following at all doors, ${findings.length} findings\n`,
);
await endRun();
process.exit(findings.length === 0 ? 0 : 1);
