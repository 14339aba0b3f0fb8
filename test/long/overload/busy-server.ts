/**
 * An exchange whose requests each keep the event loop busy for some milliseconds. When it stops, it prints how often
 * a timer fired between its first and its last request. Its argument is the folder for its data.
 */

import { silentLog } from '../../../src/host/observe/log.ts';
import { createRuntime } from '../../../src/lib/runtime.ts';
import { startInProcess } from '../../in-process.ts';
import { ampleSetup } from './ample-setup.ts';

const BUSY_MS = 1;
const TIMER_MS = 1;

let ticks = 0;
let ticksBefore: number | undefined;
let ticksAfter = 0;
setInterval(() => ticks++, TIMER_MS);

const parley = await startInProcess(ampleSetup(process.argv[2] ?? ''), {
  ...createRuntime(silentLog),
  newId() {
    ticksBefore ??= ticks;
    ticksAfter = ticks;
    const until = performance.now() + BUSY_MS;
    while (performance.now() < until);
    return crypto.randomUUID();
  },
});
// The start has taken ids too.
ticksBefore = undefined;
process.once('SIGTERM', () => {
  process.stdout.write(`fired ${ticksAfter - (ticksBefore ?? 0)}\n`, () => process.exit());
});
process.stdout.write(`port ${parley.port}\n`);
