/** Runs before the first test file of a process. */
import { afterAll } from 'bun:test';
import { endRun, RUN_FOLDER } from './test-run.ts';

// For whoever makes temporary folders without our help.
process.env.TMPDIR = RUN_FOLDER;
afterAll(endRun);
