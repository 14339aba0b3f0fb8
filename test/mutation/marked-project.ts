import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { markBlocks } from './blocks.ts';
import { isTest, type Project, sourcesUnder } from './project.ts';

/** The console runs in a browser, where nothing can be noted. */
const NOT_MARKED = 'src/console/';

export function isMarked(file: string): boolean {
  return !file.startsWith(NOT_MARKED);
}

/** The files of a project that are rewritten so that the code notes which blocks of it run in which test file. */
export function markedFiles(project: Project): ReadonlyMap<string, string> {
  const sources = sourcesUnder(project, ['src']).filter(isMarked);
  const tests = [...project.files.keys()].filter(isTest);
  return new Map([
    ['hits.ts', readFileSync(join(import.meta.dir, 'hits.ts'), 'utf8')],
    ...sources.map((file) => [file, markedSource(file, textOf(project, file))] as const),
    ...tests.flatMap((file, index) => markedTest(file, textOf(project, file), `begin-${index}.ts`)),
  ]);
}

function markedSource(file: string, text: string): string {
  const marked = markBlocks(text, (block) => `__hit('${file}#${block}')`);
  return `import { hit as __hit } from '${pathFrom(file, 'hits.ts')}'; ${marked}`;
}

/** A module is imported before all others, and runs before them: it says which test file begins. */
function markedTest(
  file: string,
  text: string,
  first: string,
): readonly (readonly [string, string])[] {
  const imports = `import '${pathFrom(file, first)}'; import { loaded as __loaded } from '${pathFrom(file, 'hits.ts')}';`;
  return [
    [first, `import { begin } from './hits.ts';\nbegin('${file}');\n`],
    [file, `${imports} __loaded(); ${text}`],
  ];
}

function pathFrom(file: string, to: string): string {
  const path = relative(dirname(file), to);
  return path.startsWith('.') ? path : `./${path}`;
}

function textOf(project: Project, file: string): string {
  return project.files.get(file) ?? '';
}
