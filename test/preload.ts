/** Runs before the first test file of a process. */
import { afterAll } from 'bun:test';
import { endRun, RUN_FOLDER } from './test-run.ts';

// For whoever makes temporary folders without our help.
process.env.TMPDIR = RUN_FOLDER;

// A machine in process then refuses no request because this process got no CPU, and gives up no answer.
process.env.PARLEY_TEST_PATIENT = '1';

// Of several test processes side by side, each runs `afterAll` after every file. Their runs end with the processes.
const isOneOfSeveral = process.env.BUN_TEST_WORKER_ID !== undefined;
// A test run that a test starts is not one of them.
delete process.env.BUN_TEST_WORKER_ID;
delete process.env.JEST_WORKER_ID;
if (!isOneOfSeveral) afterAll(endRun);
