import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcessesOf, kill, temporaryFolderOf } from './sandbox.ts';

export type TestRun = {
  readonly outcome: 'passed' | 'failed' | 'timed-out';
  readonly ms: number;
  /** The test files with a failure. */
  readonly failing: readonly string[];
};

/** `until` the first failure, or the end of all tests whatever fails. */
export type RunTests = (
  folder: string,
  tests: readonly string[],
  limits: { readonly msMax: number; readonly until: 'first-failure' | 'end' },
) => Promise<TestRun>;

/** Runs test files in one process in a sandbox. The time limit is for all of them, and each test may use it up. */
export const runTests: RunTests = async (folder, tests, { msMax, until }) => {
  const startMs = performance.now();
  const bail = until === 'first-failure' ? ['--bail'] : [];
  const timeout = String(Math.ceil(msMax));
  // A file, since processes that the tests leave behind would keep a pipe open.
  const output = join(temporaryFolderOf(folder), 'test-output');
  // Bun does not shorten it: the end of a longer run would stay.
  writeFileSync(output, '');
  const child = Bun.spawn({
    cmd: [
      process.execPath,
      'test',
      ...bail,
      '--timeout',
      timeout,
      ...tests.map((test) => `./${test}`),
    ],
    cwd: folder,
    env: { ...process.env, TMPDIR: temporaryFolderOf(folder), NO_COLOR: '1' },
    // A group of its own, so that all of it can be ended.
    detached: true,
    stdout: 'ignore',
    stderr: Bun.file(output),
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    kill(-child.pid);
  }, msMax);
  const code = await child.exited;
  clearTimeout(timer);
  endProcessesOf(folder);
  return {
    outcome: isLate ? 'timed-out' : code === 0 ? 'passed' : 'failed',
    ms: performance.now() - startMs,
    failing: failingIn(readFileSync(output, 'utf8'), tests),
  };
};

/** The test files that fail, by the output of `bun test`, which names a file before its results. */
export function failingIn(output: string, tests: readonly string[]): readonly string[] {
  const failing = new Set<string>();
  let current: string | undefined;
  for (const line of output.split('\n')) {
    if (line.endsWith(':') && tests.includes(line.slice(0, -1))) current = line.slice(0, -1);
    const isFailure = line.startsWith('(fail)') || line.startsWith('# Unhandled error');
    if (isFailure && current !== undefined) failing.add(current);
  }
  return [...failing];
}

/** Whether the types of the project in this folder are right. */
export type Compiles = (folder: string) => Promise<boolean>;

/** Code that a mutation leaves unused is no reason to refuse it. */
const TSC_OPTIONS = ['--noEmit', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];

/** Later runs in the same folder check only the parts that depend on a changed file. */
export const compiles: Compiles = async (folder) => {
  const kept = join(temporaryFolderOf(folder), 'tsc.tsbuildinfo');
  const child = Bun.spawn({
    cmd: ['node_modules/.bin/tsc', ...TSC_OPTIONS, '--incremental', '--tsBuildInfoFile', kept],
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  return (await child.exited) === 0;
};
