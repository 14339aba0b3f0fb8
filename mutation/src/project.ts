import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a project's code and tests by their path from its root. */
export type Project = { readonly root: string; readonly files: ReadonlyMap<string, string> };

const FOLDERS = ['src', 'test', 'bench', 'bin'];
const TEXT = /\.(tsx?|json|jsonl|yaml)$|^bin\//;

export function readProject(root: string): Project {
  const files = new Map<string, string>();
  for (const folder of FOLDERS) {
    for (const path of filesUnder(root, folder)) {
      if (TEXT.test(path)) files.set(path, readFileSync(join(root, path), 'utf8'));
    }
  }
  return { root, files };
}

function filesUnder(root: string, folder: string): readonly string[] {
  const stats = statSync(join(root, folder), { throwIfNoEntry: false });
  if (stats === undefined) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** The files with code that runs in production, under any of these files and folders. */
export function sourcesUnder({ files }: Project, paths: readonly string[]): readonly string[] {
  return [...files.keys()].filter(
    (file) =>
      file.startsWith('src/') &&
      /\.tsx?$/.test(file) &&
      !isTest(file) &&
      !file.endsWith('.d.ts') &&
      paths.some((path) => file === path || file.startsWith(`${path}/`)),
  );
}
