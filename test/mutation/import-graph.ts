import { dirname, join } from 'node:path';
import { importsOf } from '../source-files.ts';
import { isTest, type Project } from './project.ts';

/** For each test the files it can reach, with how far away they are. */
export type Reach = ReadonlyMap<string, ReadonlyMap<string, number>>;

type Edge = { readonly to: string; readonly length: number };

/** A file that is started as a process is further away than any that is imported. */
const PROCESS_LENGTH = 100;
const DRIVES_BROWSER = /^import (?!type).*from 'playwright-core'/m;

export function reachOfTests({ files }: Project): Reach {
  const edges = new Map([...files].map(([path, text]) => [path, edgesOf(path, text, files)]));
  const drivers = new Set(
    [...files.keys()].filter((path) => DRIVES_BROWSER.test(files.get(path) ?? '')),
  );
  return new Map(
    [...files.keys()].filter(isTestOfCode).map((test) => {
      const distances = distancesFrom(test, edges);
      return [test, drivers.isDisjointFrom(distances) ? distances : ofConsole(distances)];
    }),
  );
}

/** A test in a browser takes long, and is about the console. */
function ofConsole(distances: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...distances].filter(([file]) => file.startsWith('src/console/')));
}

/**
 * Tests of this tool; the benchmarks, which run the product without looking at what it does; and comparisons with
 * another implementation over many random inputs, which take too long to run for every mutant.
 */
const NOT_OF_CODE = /^test\/(mutation\/|bench\b)|-differential\.test\.ts$/;

function isTestOfCode(path: string): boolean {
  return isTest(path) && !NOT_OF_CODE.test(path);
}

/**
 * The tests that can see a file: those of its folder first, `src/notices` or `test/notices`, then those beside other
 * sources, which are quick, then the nearest.
 */
export type TestsOfFile = {
  readonly direct: readonly string[];
  /** Those that import something that imports it. */
  readonly indirect: readonly string[];
  /** Those that start it as a part of a process: a whole machine, as a rule. */
  readonly starting: readonly string[];
};

export function testsOf(file: string, reach: Reach): TestsOfFile {
  const [, folder = ''] = file.split('/');
  const isOfFolder = (test: string) => test.split('/')[1] === folder;
  const tests = [...reach]
    .map(([test, distances]) => ({ test, distance: distances.get(file) }))
    .filter((one): one is { test: string; distance: number } => one.distance !== undefined)
    .sort(
      (a, b) =>
        Number(isOfFolder(b.test)) - Number(isOfFolder(a.test)) ||
        Number(isBesideSource(b.test)) - Number(isBesideSource(a.test)) ||
        a.distance - b.distance ||
        a.test.localeCompare(b.test),
    );
  const namesOf = (some: typeof tests) => some.map(({ test }) => test);
  return {
    direct: namesOf(tests.filter(({ distance }) => distance === 1)),
    indirect: namesOf(tests.filter(({ distance }) => distance > 1 && distance < PROCESS_LENGTH)),
    starting: namesOf(tests.filter(({ distance }) => distance >= PROCESS_LENGTH)),
  };
}

function isBesideSource(test: string): boolean {
  return test.startsWith('src/');
}

const QUOTED_FILE = /['"`]([\w./-]*(?:\.tsx?|bin\/[\w-]+))['"`]/g;
const FILE_IN_SCRIPT = /\bsrc\/[\w/.-]+\.tsx?\b/g;
const TYPE_IMPORT = /^(?:import|export) type [^;]*;/gm;

/** What a file imports, and what it names as text because it starts it as a process. */
function edgesOf(path: string, text: string, files: Project['files']): readonly Edge[] {
  if (path.startsWith('bin/')) {
    return [...text.matchAll(FILE_IN_SCRIPT)].map(([to]) => ({ to, length: PROCESS_LENGTH }));
  }
  if (!/\.tsx?$/.test(path)) return [];
  const code = text.replace(TYPE_IMPORT, '');
  const imported = importsOf({ path, text: code }).map((to) => ({ to, length: 1 }));
  const started = [...code.matchAll(QUOTED_FILE)]
    .flatMap(([, name = '']) => [join(dirname(path), name), name])
    .filter((to) => !imported.some((edge) => edge.to === to))
    .map((to) => ({ to, length: PROCESS_LENGTH }));
  return [...imported, ...started].filter(({ to }) => to !== path && files.has(to));
}

function distancesFrom(
  test: string,
  edges: ReadonlyMap<string, readonly Edge[]>,
): ReadonlyMap<string, number> {
  const distances = new Map([[test, 0]]);
  // A file is looked at again when a shorter way to it turns up; the map grows while it is read.
  const queue = [test];
  for (const from of queue) {
    const base = distances.get(from) ?? 0;
    for (const { to, length } of edges.get(from) ?? []) {
      if (base + length >= (distances.get(to) ?? Number.POSITIVE_INFINITY)) continue;
      distances.set(to, base + length);
      queue.push(to);
    }
  }
  return distances;
}
