import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce } from '../../../test/made-once.ts';
import { ROOT, run, temporaryFolder } from '../../../test/process.ts';

/** A project of its own, as a publisher has one. */
export type Project = {
  readonly folder: string;
  readonly installed: string;
  /** Writes a file into the project. */
  readonly write: (name: string, text: string) => void;
  /** Runs a command in it; fails with what it said if it fails, and gives its standard output. */
  readonly run: (command: string, ...args: readonly string[]) => Promise<string>;
};

export const BUN = join(ROOT, 'bin/bun');

/** `npm pack`: where its file is. */
export async function packKit(): Promise<string> {
  // Packing builds `kit/dist` anew, which two test processes must not do at the same time.
  const packs = await madeOnce('packed-kit', async (folder) => {
    mkdirSync(folder);
    await done('npm', ['pack', '--pack-destination', folder], join(ROOT, 'kit'));
  });
  const [pack = ''] = readdirSync(packs);
  return join(packs, pack);
}

/** A project without a file. */
export function emptyProject(): Project {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  return {
    folder,
    installed: join(folder, 'node_modules/@parley/kit'),
    write,
    run: (command, ...args) => done(command, args, folder),
  };
}

/** A project with the packed kit, installed without a network. */
export async function installPacked(): Promise<Project> {
  const [project, pack] = [emptyProject(), await packKit()];
  project.write('package.json', '{ "name": "a-chat", "type": "module", "private": true }');
  await project.run('npm', 'install', '--offline', '--no-audit', '--no-fund', pack);
  return project;
}

async function done(command: string, args: readonly string[], folder: string): Promise<string> {
  const process = run(args, { command, folder });
  const { code } = await process.exited;
  if (code === 0) return process.stdout();
  throw new Error(`${command} ${args.join(' ')}: ${process.stdout()}${process.stderr()}`);
}
