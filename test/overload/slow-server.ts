/**
 * An exchange on a clock of its own that goes on by a fixed time for each request, so that its capacity does
 * not depend on the machine. Its argument is the folder for its data.
 */
import { createRuntime } from '../../src/lib/runtime.ts';
import { silentLog } from '../../src/observe/log.ts';
import { startInProcess } from '../../src/supervisor/in-process.ts';
import { ampleSetup } from './ample-setup.ts';

/** Every request takes an id; one that is served takes several. */
const MS_PER_ID = 1;

let clockMs = 0;
const parley = await startInProcess(ampleSetup(process.argv[2] ?? ''), {
  ...createRuntime(silentLog),
  tickMs: () => clockMs,
  newId() {
    clockMs += MS_PER_ID;
    return crypto.randomUUID();
  },
});
process.stdout.write(`port ${parley.port}\n`);
