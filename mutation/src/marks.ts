import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { markBlocks } from './blocks.ts';
import type { Reach } from './import-graph.ts';
import { isTest, type Project, sourcesUnder } from './project.ts';

/** The console runs in a browser, where nothing can be noted. */
const NOT_MARKED = 'src/console/';

export function isMarked(file: string): boolean {
  return !file.startsWith(NOT_MARKED);
}

/** The files of a project that are rewritten so that the code notes which blocks of it run in which test file. */
export function markedFiles(project: Project): ReadonlyMap<string, string> {
  const { files } = project;
  const marked = new Map([['hits.ts', readFileSync(join(import.meta.dir, 'hits.ts'), 'utf8')]]);
  for (const file of sourcesUnder(project, ['src']).filter(isMarked)) {
    const text = markBlocks(files.get(file) ?? '', (block) => `__hit('${file}#${block}')`);
    marked.set(file, `import { hit as __hit } from '${pathFrom(file, 'hits.ts')}'; ${text}`);
  }
  for (const file of [...files.keys()].filter(isTest)) {
    // What is imported first runs first: it says which test file begins.
    const first = `begin-${marked.size}.ts`;
    const imports = `import '${pathFrom(file, first)}'; import { loaded as __loaded } from '${pathFrom(file, 'hits.ts')}';`;
    marked.set(first, `import { begin } from './hits.ts';\nbegin('${file}');\n`);
    marked.set(file, `${imports} __loaded(); ${files.get(file) ?? ''}`);
  }
  return marked;
}

function pathFrom(file: string, to: string): string {
  const path = relative(dirname(file), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** What the log of a marked run tells about one test file. */
export type Noted = { readonly ms: number; readonly hits: ReadonlySet<string> };

/**
 * Reads the log that `hits.ts` writes. Test files that run in one process share the modules they import. Code that
 * runs when a module is loaded is noted for the first of them only, and counts for all that import the module.
 */
export function readHitLog(
  text: string,
  tests: readonly string[],
  endMs: number,
  reach: Reach,
): ReadonlyMap<string, Noted> {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [kind = '', test = '', value = ''] = line.split('\t');
      return { kind, test, value };
    });
  const begins = lines.filter(({ kind }) => kind === 'begin');
  const whenLoaded = lines.filter(({ kind }) => kind === 'load').map(({ value }) => value);
  const noted = new Map<string, Noted>();
  for (const [index, { test, value: at }] of begins.entries()) {
    if (!tests.includes(test)) continue;
    const own = lines.filter((line) => line.kind === 'run' && line.test === test);
    const shared = whenLoaded.filter((block) => reach.get(test)?.has(fileOf(block)) === true);
    noted.set(test, {
      ms: Number(begins[index + 1]?.value ?? endMs) - Number(at),
      hits: new Set([...own.map(({ value }) => value), ...shared]),
    });
  }
  return noted;
}

function fileOf(block: string): string {
  return block.slice(0, block.lastIndexOf('#'));
}
