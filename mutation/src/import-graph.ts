import { dirname, join } from 'node:path';
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
    [...files.keys()]
      .filter((path) => isTest(path) && !NOT_OF_CODE.test(path))
      .map((test) => {
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
 * The benchmarks, which run the product without looking at what it does, and comparisons with another implementation
 * over many random inputs, which take too long to run for every mutant.
 */
const NOT_OF_CODE = /^test\/bench\b|-differential\.test\.ts$/;

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

/** The same tests, in its group the one first that noticed a mutant: it is the likeliest to notice the next one. */
export function likeliestFirst(tests: TestsOfFile, by: string): TestsOfFile {
  const sorted = (group: readonly string[]) =>
    group.toSorted((a, b) => Number(b === by) - Number(a === by));
  return {
    direct: sorted(tests.direct),
    indirect: sorted(tests.indirect),
    starting: sorted(tests.starting),
  };
}

function isBesideSource(test: string): boolean {
  return test.startsWith('src/');
}

const QUOTED_FILE = /['"`]([\w./-]*(?:\.tsx?|bin\/[\w-]+))['"`]/g;
const FILE_IN_SCRIPT = /\bsrc\/[\w/.-]+\.tsx?\b/g;

/** What a file imports, and what it names as text because it starts it as a process. */
function edgesOf(path: string, text: string, files: Project['files']): readonly Edge[] {
  if (path.startsWith('bin/')) {
    return [...text.matchAll(FILE_IN_SCRIPT)].map(([to]) => ({ to, length: PROCESS_LENGTH }));
  }
  if (!/\.tsx?$/.test(path)) return [];
  const transpiler = new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts' });
  // Without comments and imports of types.
  const code = transpiler.transformSync(text);
  const imported = transpiler.scanImports(code).map(({ path: to }) => ({
    to: join(dirname(path), to),
    length: 1,
  }));
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
