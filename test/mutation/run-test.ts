import { spawn } from 'node:child_process';
import { endProcessesOf, kill } from './processes.ts';
import { temporaryFolderOf } from './sandbox.ts';

export type TestRun = {
  readonly outcome: 'passed' | 'failed' | 'timed-out';
  readonly ms: number;
};

/** Runs one test file in a sandbox until its first failure. The limit is for all of it, and each test may use it up. */
export async function runTest(folder: string, test: string, msMax: number): Promise<TestRun> {
  const startMs = performance.now();
  const args = ['test', '--bail', '--timeout', String(Math.ceil(msMax)), `./${test}`];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporaryFolderOf(folder) },
    // A group of its own, so that all of it can be ended.
    detached: true,
    stdio: 'ignore',
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) kill(-child.pid);
  }, msMax);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  clearTimeout(timer);
  endProcessesOf(folder);
  const outcome = isLate ? 'timed-out' : code === 0 ? 'passed' : 'failed';
  return { outcome, ms: performance.now() - startMs };
}
