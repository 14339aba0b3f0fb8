import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '../test-run.ts';

export const USER = 'postgres';
const NEEDS = 'this test needs PostgreSQL: apt-get install postgresql, as root';

/** Postgres refuses to run as root. The user of Debian's package is there for it. */
export function postgresOwner(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(Bun.spawnSync(['id', flag, USER]).stdout.toString());
  const owner = { uid: id('-u'), gid: id('-g') };
  if (!(owner.uid > 0)) throw new Error(NEEDS);
  return owner;
}

/** Debian keeps the programs of each version in a folder of its own, beside the path. */
export function postgresProgram(name: string): string {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base) : [];
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(base, version, 'bin'));
  const known = [...folders, ...(process.env.PATH ?? '').split(':')];
  const found = known.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error(NEEDS);
  return join(found, name);
}

/** Runs one of its programs to the end, in a folder that its user may enter. */
export const runPostgresProgram = (name: string, args: readonly string[], folder: string) =>
  runAsOwner(postgresProgram(name), args, folder);

/** Runs a program as the user of Postgres. */
export async function runAsOwner(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<void> {
  const options = { cwd: folder, ...postgresOwner(), stdio: 'ignore' } as const;
  const child = startChild(program, args, options);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}
