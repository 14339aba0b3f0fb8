import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Baseline } from './baseline.ts';
import type { Reach } from './import-graph.ts';
import type { Project } from './project.ts';

/** Baselines of earlier runs, found by the content of every file that the test can reach. */
export type BaselineCache = {
  readonly find: (test: string) => Baseline | undefined;
  readonly keep: (test: string, baseline: Baseline) => void;
};

const AGE_MS_MAX = 24 * 60 * 60 * 1000;
/** A test that failed may have failed because the machine was busy. */
const FAILING_AGE_MS_MAX = 60 * 60 * 1000;

export function createBaselineCache(
  folder: string,
  { files }: Project,
  reach: Reach,
): BaselineCache {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (ageMs(path) > AGE_MS_MAX) rmSync(path, { force: true });
  }
  const isData = (path: string) => !/\.tsx?$/.test(path);
  const fileOf = (test: string) => {
    const reached = reach.get(test);
    // Data is not imported: that of the folders whose code the test reaches counts, and that of no folder.
    const areas = new Set([undefined, areaOf(test), ...[...(reached?.keys() ?? [])].map(areaOf)]);
    const read = [...files].filter(
      ([path]) => reached?.has(path) === true || (isData(path) && areas.has(areaOf(path))),
    );
    return join(folder, `${hashOf([['', MARKING], ['', Bun.version], ...read])}.json`);
  };
  return {
    find(test) {
      try {
        const file = fileOf(test);
        const { isPassing, ms, hits } = JSON.parse(readFileSync(file, 'utf8'));
        if (!isPassing && ageMs(file) > FAILING_AGE_MS_MAX) return undefined;
        return { isPassing, ms, hits: new Set(hits) };
      } catch {
        return undefined;
      }
    },
    keep(test, { isPassing, ms, hits }) {
      const file = fileOf(test);
      const unfinished = `${file}.${process.pid}`;
      writeFileSync(unfinished, JSON.stringify({ isPassing, ms, hits: [...hits] }));
      renameSync(unfinished, file);
    },
  };
}

/** A folder of tests, `test/conformance`, whose data only its own code reads. */
function areaOf(path: string): string | undefined {
  return /^test\/[^/]+(?=\/)/.exec(path)?.[0];
}

/** The code that decides what a block is and how it is noted. */
const MARKING = ['baseline.ts', 'blocks.ts', 'hits.ts', 'marks.ts', 'syntax.ts']
  .map((name) => readFileSync(join(import.meta.dir, name), 'utf8'))
  .join('\0');

function hashOf(entries: readonly (readonly [string, string])[]): string {
  const hash = createHash('sha256');
  for (const [path, text] of entries) hash.update(`${path}\0${text}\0`);
  return hash.digest('hex');
}

function ageMs(file: string): number {
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}
