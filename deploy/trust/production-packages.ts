import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dir, '../..');

/** An installed package that a production start needs. */
export type Package = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly folder: string;
};

type Locked = {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  /** A workspace: part of this repository. */
  readonly link?: boolean;
};

/** Read from the lock file; packages for other systems are not installed and not listed. */
export function productionPackages(root = ROOT): readonly Package[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(lock.packages).flatMap(([path, locked]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    const folder = join(root, path);
    const isForProduction = path.startsWith('node_modules/') && !locked.dev && !locked.link;
    if (!isForProduction || !existsSync(folder)) return [];
    const { version = '', license: licence = 'not stated' } = locked;
    return [{ name, version, licence, folder }];
  });
}
