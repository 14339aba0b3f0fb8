import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownRun, RUN_PREFIX, sweepDeadRuns } from './sweep.ts';
import { temporaryRoot } from './temporary-root.ts';

const ROOT = temporaryRoot();
sweepDeadRuns(ROOT, Date.now());

/** The folder of this test process. Temporary folders lie in it, and it goes away with the process. */
export const RUN_FOLDER = mkdtempSync(join(ROOT, RUN_PREFIX));

// A Postgres that root starts runs as another user, who must reach its folder.
chmodSync(RUN_FOLDER, 0o711);

const GROUPS = join(RUN_FOLDER, 'groups');
mkdirSync(GROUPS);

/** The process of `bun test`: with --parallel it is the parent of those that run tests. */
const COORDINATOR = process.env.BUN_TEST_WORKER_ID === undefined ? process.pid : process.ppid;

const SHARED_FOLDER = join(ROOT, `${RUN_PREFIX}shared-${COORDINATOR}`);

/** The folder that all processes of a test run share. It goes away with the last process that has asked for it. */
export function sharedFolder(): string {
  mkdirSync(join(SHARED_FOLDER, 'users'), { recursive: true });
  chmodSync(SHARED_FOLDER, 0o711);
  writeFileSync(join(SHARED_FOLDER, 'users', String(process.pid)), '');
  ownRun(SHARED_FOLDER, [COORDINATOR]);
  return SHARED_FOLDER;
}

// A session of its own, so that a signal to the tests does not end it.
const cleanUp = [join(import.meta.dir, 'clean-up'), RUN_FOLDER, SHARED_FOLDER, String(process.pid)];
const cleaner = Bun.spawn(cleanUp, {
  stdin: 'pipe',
  stdout: 'ignore',
  stderr: 'ignore',
  detached: true,
});
cleaner.unref();
ownRun(RUN_FOLDER, [process.pid, cleaner.pid]);

/**
 * Starts a process in a group of its own. Every process that a test starts goes through here: the group ends with
 * this test process at the latest, even if that is killed.
 */
export function startChild(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const child = spawn(command, args, { env: process.env, ...options, detached: true });
  // Unlike 'exit', 'close' also waits for those who inherited the output.
  if (child.pid !== undefined) child.once('close', registerGroup(child.pid));
  return child;
}

/** The same in a terminal of its own, whose session is the group. */
export function startInTerminal(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Bun.TerminalOptions,
): Bun.Subprocess {
  const child = Bun.spawn([...command], { env, terminal });
  void child.exited.then(registerGroup(child.pid));
  return child;
}

/** The cleaner ends the group, unless what is returned was called before. */
function registerGroup(pid: number): () => void {
  const group = join(GROUPS, String(pid));
  writeFileSync(group, '');
  return () => rmSync(group, { force: true });
}

/** Ends what is left of this run and waits until its folder is gone. */
export async function endRun(): Promise<void> {
  cleaner.stdin.end();
  await cleaner.exited;
}
