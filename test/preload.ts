/** Runs before the first test file of a process. */
import { afterAll } from 'bun:test';
import { endRun } from './test-run.ts';

afterAll(endRun);
