/** Runs before the first test file of a process. */
import { afterAll, setDefaultTimeout } from 'bun:test';
import { endRun } from './test-run.ts';

/** Ends a test that hangs. No test is about speed, so this is far more than any takes beside busy neighbours. */
const TEST_MS_MAX = 120_000;

setDefaultTimeout(TEST_MS_MAX);
afterAll(endRun);
