import { spawn } from 'node:child_process';
import { endProcessesOf, kill } from './processes.ts';
import { temporaryFolderOf } from './sandbox.ts';

export type TestRun = {
  readonly outcome: 'passed' | 'failed' | 'timed-out';
  readonly ms: number;
  /** The test files with a failure. */
  readonly failing: readonly string[];
};

export type RunTests = (
  folder: string,
  tests: readonly string[],
  limits: { readonly msMax: number; readonly bail: boolean },
) => Promise<TestRun>;

/**
 * Runs test files in one process in a sandbox, with `bail` until the first failure. The time limit is for all of
 * them, and each test may use it up.
 */
export const runTests: RunTests = async (folder, tests, { msMax, bail }) => {
  const startMs = performance.now();
  const args = [
    'test',
    ...(bail ? ['--bail'] : []),
    '--timeout',
    String(Math.ceil(msMax)),
    ...tests.map((test) => `./${test}`),
  ];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporaryFolderOf(folder), NO_COLOR: '1' },
    // A group of its own, so that all of it can be ended.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) kill(-child.pid);
  }, msMax);
  const output = readFailures(tests);
  child.stderr.setEncoding('utf8').on('data', output.read);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  clearTimeout(timer);
  endProcessesOf(folder);
  const outcome = isLate ? 'timed-out' : code === 0 ? 'passed' : 'failed';
  return { outcome, ms: performance.now() - startMs, failing: output.failing() };
};

/** Reads which test files fail from the output of `bun test`, which names a file before its results. */
export function readFailures(tests: readonly string[]): {
  readonly read: (text: string) => void;
  readonly failing: () => readonly string[];
} {
  const failing = new Set<string>();
  let current: string | undefined;
  let rest = '';
  return {
    read(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.endsWith(':') && tests.includes(line.slice(0, -1))) current = line.slice(0, -1);
        const isFailure = line.startsWith('(fail)') || line.startsWith('# Unhandled error');
        if (isFailure && current !== undefined) failing.add(current);
      }
    },
    failing: () => [...failing],
  };
}
