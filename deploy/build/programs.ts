import { join } from 'node:path';

export const ROOT = join(import.meta.dir, '../..');

/** Runs a program to its end; fails with what it wrote. */
export async function runProgram(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = Bun.spawn([...command], {
    env: { ...process.env, ...env },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const errors = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed: ${errors}`);
}

/** The time in archives, so that two builds of a commit are the same bytes. Without git, the first second of 1970. */
export function commitSeconds(): string {
  const { stdout, success } = Bun.spawnSync(['git', 'log', '-1', '--format=%ct'], { cwd: ROOT });
  return success ? stdout.toString().trim() : '0';
}
