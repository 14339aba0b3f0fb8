import { describe, expect, test } from 'bun:test';
import { dirname, join } from 'node:path';
import { MAY_IMPORT } from './may-import.ts';
import { importsOf, readSourceFiles, type SourceFile } from './source-files.ts';

/** Takes the files of src/ and returns a sentence for each import that breaks it. */
type Rule = (files: readonly SourceFile[]) => readonly string[];

/** `src/host/http/server.ts` → `host` */
const roomOf = (path: string): string => path.split('/')[1] ?? path;

/** `src/demand/openrtb/kind.ts` → `openrtb`; undefined for what belongs to no partner. */
const partnerOf = (path: string): string | undefined => /^src\/demand\/([^/]+)\//.exec(path)?.[1];

const importsDown: Rule = (files) =>
  files.flatMap((file) => {
    const from = roomOf(file.path);
    const above = MAY_IMPORT[from];
    if (above === undefined) return [`test/may-import.ts has no row for src/${from}`];
    return importsOf(file)
      .filter((target) => target.startsWith('src/') && ![from, ...above].includes(roomOf(target)))
      .map((target) => `${file.path} imports ${target}`);
  });

const noTests: Rule = (files) =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((target) => /\.test\.tsx?$|^(test|bench|docs|deploy)\//.test(target))
      .map((target) => `${file.path} imports ${target}`),
  );

/** The kit is a package of its own: its entry points are what src may know of it, and what makes a bid request. */
const KIT_ENTRIES = [
  ...['parley', 'element', 'react', 'streams', 'api'],
  ...['bid-request', 'visitor', 'asked'],
].map((name) => `kit/src/${name}.ts`);

const kitAtItsEntries: Rule = (files) =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('kit/') && !KIT_ENTRIES.includes(target))
      .map((target) => `${file.path} imports ${target}`),
  );

/** What runs in a browser: `ui`, the pages of the parts, and the two programs that start them. */
const isPage = (path: string): boolean =>
  /^src\/(ui\/|parts\/[^/]+\/page\/|programs\/(console\/|standard-pages))/.test(path);

/** Of these rooms a page takes types alone: more would bring the server into the browser. */
const SERVERS = ['ledger', 'store', 'host'];

const typesOfServers: Rule = (files) =>
  files
    .filter(({ path }) => isPage(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^import (?!type )[^;]*? from '(\.[^']*)'/gm)]
        .map(([, target = '']) => join(dirname(path), target))
        .filter((target) => SERVERS.includes(roomOf(target)) || isOfServer(target))
        .map((target) => `${path} imports ${target}`),
    );

const isOfServer = (target: string): boolean => target.startsWith('src/parts/') && !isPage(target);

/** The list of the kinds has a line for each. */
const KINDS = 'src/demand/kinds.ts';

const partnersAreStrangers: Rule = (files) =>
  files
    .filter(({ path }) => roomOf(path) === 'demand')
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => partnerOf(target) !== undefined)
        .filter((target) => partnerOf(target) !== partnerOf(file.path))
        .filter((target) => file.path !== KINDS || !target.endsWith('/kind.ts'))
        .map((target) => `${file.path} imports ${target}`),
    );

/** `src/parts/portal/page/ads.tsx` → `portal` */
const partOf = (path: string): string | undefined => /^src\/parts\/([^/]+)\//.exec(path)?.[1];

const partsAreStrangers: Rule = (files) =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((target) => partOf(file.path) !== undefined && partOf(target) !== undefined)
      .filter((target) => partOf(target) !== partOf(file.path))
      .map((target) => `${file.path} imports ${target}`),
  );

const noCircles: Rule = (files) => {
  const targets = new Map(files.map((file) => [file.path, importsOf(file)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start !== -1) circles.push([...trail.slice(start), path].join(' → '));
    if (start !== -1 || done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return circles;
};

const FILES = readSourceFiles('src').filter(({ path }) => !/\.test\.tsx?$/.test(path));

/** Each rule with files that break it, and what it then says. */
const RULES: Readonly<Record<string, readonly [Rule, Readonly<Record<string, string>>, string]>> = {
  'imports point up the list of rooms': [
    importsDown,
    { 'src/core/a.ts': `import type {\n  X,\n} from '../host/x.ts';` },
    'src/core/a.ts imports src/host/x.ts',
  ],
  'what runs does not need what tests it': [
    noTests,
    { 'src/lib/a.ts': `await import('../../test/server.ts');` },
    'src/lib/a.ts imports test/server.ts',
  ],
  'src knows only the entry points of the kit': [
    kitAtItsEntries,
    { 'src/programs/a.ts': `import { x } from '../../kit/src/signals/rules.ts';` },
    'src/programs/a.ts imports kit/src/signals/rules.ts',
  ],
  'pages take only types of servers': [
    typesOfServers,
    {
      'src/parts/a/page/a.ts': `import type { A } from '../../../ledger/a.ts';\nimport { b } from '../b.ts';`,
    },
    'src/parts/a/page/a.ts imports src/parts/a/b.ts',
  ],
  'partners do not import partners': [
    partnersAreStrangers,
    { 'src/demand/a/x.ts': `export { y } from '../b/y.ts';` },
    'src/demand/a/x.ts imports src/demand/b/y.ts',
  ],
  'parts do not import parts': [
    partsAreStrangers,
    { 'src/parts/a/x.ts': `import type { Y } from '../b/y.ts';` },
    'src/parts/a/x.ts imports src/parts/b/y.ts',
  ],
  'imports do not run in a circle': [
    noCircles,
    {
      'src/lib/a.ts': `import { b } from './b.ts';`,
      'src/lib/b.ts': `import type { A } from './a.ts';`,
    },
    'src/lib/a.ts → src/lib/b.ts → src/lib/a.ts',
  ],
};

describe.each(Object.entries(RULES))('%s', (_, [rule, broken, says]) => {
  test('in this project', () => expect(rule(FILES)).toEqual([]));

  test('and a breach is noticed', () => {
    const files = Object.entries(broken).map(([path, text]) => ({ path, text }));
    expect(rule(files)).toEqual([says]);
  });
});
