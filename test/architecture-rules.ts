import { basename, dirname, join } from 'node:path';
import { MAY_IMPORT } from './may-import.ts';
import { importsOf, type SourceFile, withoutComments } from './source-files.ts';

/** Each rule takes the files and returns a sentence for each thing that breaks it. */
export type Rule = (files: readonly SourceFile[]) => readonly string[];

/** Helpers that know nothing of ads are for everybody. */
const FOR_ALL = 'lib';

export const importsPointDown: Rule = (files) =>
  productive(files).flatMap((file) => {
    const from = partOf(file.path);
    const row = MAY_IMPORT[from];
    if (row === undefined) return [`${file.path}: the table of imports has no row for src/${from}`];
    const allowed = from === FOR_ALL ? row : [...row, FOR_ALL];
    return importsOf(file).flatMap((target) => {
      const to = partOf(target);
      if (!isOurs(target) || to === from || allowed.includes(to)) return [];
      const only = allowed.length === 0 ? 'nothing of ours' : `only ${allowed.join(', ')}`;
      return [`${file.path} imports ${target}: ${from} may import ${only}`];
    });
  });

/** What may be imported and is not: a permission that nobody needs is one that nobody has thought about. */
export const permissionsAreUsed: Rule = (files) => {
  const used = new Set(
    productive(files).flatMap((file) =>
      importsOf(file).map((target) => `${partOf(file.path)} ${partOf(target)}`),
    ),
  );
  return Object.entries(MAY_IMPORT).flatMap(([from, allowed]) =>
    allowed
      .filter((to) => !used.has(`${from} ${to}`))
      .map(
        (to) =>
          `${from} may import ${to} and does not: take ${to} out of the row of ${from} in test/architecture-rules.ts`,
      ),
  );
};

export const testsStayOutside: Rule = (files) =>
  productive(files).flatMap((file) =>
    importsOf(file)
      .filter((target) => isTest(target) || /^(test|bench|docs)\//.test(target))
      .map((target) => `${file.path} imports ${target}: what runs may not need what tests it`),
  );

/**
 * The kit is a package of its own: its entry points are all that src may know of it, and what makes a bid request,
 * which the console's chat does as a publisher would.
 */
const KIT_ENTRIES = [
  'parley',
  'element',
  'react',
  'streams',
  'api',
  'bid-request',
  'visitor',
  'no-ad-sentence',
].map((name) => `kit/src/${name}.ts`);

export const kitIsMetAtItsEntries: Rule = (files) =>
  productive(files).flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('kit/') && !KIT_ENTRIES.includes(target))
      .map((target) => `${file.path} imports ${target}: only ${KIT_ENTRIES.join(', ')}`),
  );

/** The list of the kinds, which has a line for each. */
const KINDS = 'src/demand/kinds.ts';

/** What answers the admin port would come into the browser with an import of more than types. */
export const consoleTakesTypesOfServers: Rule = (files) =>
  productive(files)
    .filter(({ path }) => partOf(path) === 'console')
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^import (?!type )[^;]*? from '(\.[^']*)'/gm)]
        .map(([, target = '']) => join(dirname(path), target))
        .filter((target) => SERVERS.includes(partOf(target)))
        .map((target) => `${path} imports ${target}: the console may import only types of it`),
    );

const SERVERS = ['auction', 'store', 'ledger', 'statements', 'supply'];

/** What a partner is stands in demand/ itself; each kind of partner has a folder there. */
export const partnersAreStrangers: Rule = (files) =>
  productive(files).flatMap((file) => {
    const from = partnerOf(file.path);
    return importsOf(file)
      .filter((target) => partOf(file.path) === 'demand' && partnerOf(target) !== undefined)
      .filter((target) => file.path !== KINDS || basename(target) !== 'kind.ts')
      .filter((target) => partnerOf(target) !== from)
      .map((target) => `${file.path} imports ${target}: partners may not import partners`);
  });

/** Folders, and single files of other folders. */
const MAY_USE_BUN = [
  'http',
  'cli',
  'supervisor',
  'worker',
  'catalog',
  'mock-dsp',
  'ledger',
  'limits/redis-client.ts',
  'lib/hmac.ts',
];

export const bunStaysAtTheEdge: Rule = (files) =>
  productive(files)
    .filter(({ path }) => !MAY_USE_BUN.some((part) => path.startsWith(`src/${part}`)))
    .filter((file) => /\bBun\b/.test(codeOf(file)) || importsOf(file).includes('bun'))
    .map(({ path }) => `${path} uses Bun: only ${MAY_USE_BUN.join(', ')} may`);

export const noBarrels: Rule = (files) =>
  files
    .filter(({ path }) => basename(path) === 'index.ts')
    .map(({ path }) => `${path}: import from the file that declares, not through an index.ts`);

export const noCycles: Rule = (files) => {
  const targets = new Map(files.map((file) => [file.path, importsOf(file).filter(isOurs)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start !== -1) cycles.push([...trail.slice(start), path].join(' → '));
    if (start !== -1 || done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return cycles.map((cycle) => `${cycle}: imports may not run in a circle`);
};

/** The files of src/ that run in production. */
export function productive(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.filter(({ path }) => isOurs(path) && !isTest(path));
}

function isOurs(path: string): boolean {
  return path.startsWith('src/');
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** `src/http/server.ts` → `http`, `src/supervisor/in-process.ts` → `main.ts` */
function partOf(path: string): string {
  return path.split('/')[1] ?? path;
}

/** `src/demand/sample/sample-ad.ts` → `sample`; undefined for what belongs to no partner. */
function partnerOf(path: string): string | undefined {
  return /^src\/demand\/([^/]+)\//.exec(path)?.[1];
}

/** Without comments and quoted text, where a word is only a word. */
function codeOf({ text }: SourceFile): string {
  return withoutComments(text).replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}
