import { readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { BunPlugin } from 'bun';

/** Builds `dist`: one file of JavaScript for each entry, and the types of all. */

const FOR_SERVERS = ['parley', 'streams', 'api'];
const FOR_BROWSERS = ['element', 'react'];
/** Modules without code, so that an import of more than their types is no mistake. */
const TYPES = ['types-react', 'types-vue', 'types-svelte'];

/**
 * What stays a file of its own: the element, so that it is in a page once, and the word lists, which are data
 * and several times as large as the code that reads them.
 */
const APART = {
  './element.js': 'kit/src/element.ts',
  './words/lexicons.js': 'src/language/lexicon/lexicons.ts',
  './words/subjects.js': 'src/language/lexicon/subjects.ts',
  './words/sensitive.js': 'src/language/sensitive/all-lists.ts',
  ...Object.fromEntries(
    readdirSync(join(import.meta.dir, '../src/language/cues')).map((name) => [
      `./words/${name.replace('.json', '.js')}`,
      `src/language/cues/${name}`,
    ]),
  ),
};

const ROOT = import.meta.dir;
const DIST = join(ROOT, 'dist');
/** How a file of types names one beside it. */
const IMPORTED = /(['"])(\.{1,2}\/[^'"]+)\.ts\1/g;

/** For the file that is built as `to`: what stays apart is imported from there. */
const apartFrom = (to: string): BunPlugin => ({
  name: 'apart',
  setup(build) {
    build.onResolve({ filter: /\.(?:ts|json)$/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point-build') return undefined;
      const source = join(dirname(importer), path);
      const built = Object.entries(APART).find(([, file]) => source === join(ROOT, '..', file));
      if (built === undefined) return undefined;
      const from = relative(dirname(to), built[0]);
      return { path: from.startsWith('.') ? from : `./${from}`, external: true };
    });
  },
});

rmSync(DIST, { recursive: true, force: true });
// What runs on a publisher's server can be read there.
for (const name of [...FOR_SERVERS, ...TYPES])
  await bundle(`kit/src/${name}.ts`, `${name}.js`, false);
for (const name of FOR_BROWSERS) await bundle(`kit/src/${name}.ts`, `${name}.js`, true);
for (const [built, source] of Object.entries(APART).slice(1)) await bundle(source, built, false);
await emitTypes();

async function bundle(from: string, to: string, isMinified: boolean): Promise<void> {
  const { outputs } = await Bun.build({
    entrypoints: [join(ROOT, '..', from)],
    target: 'browser',
    format: 'esm',
    minify: isMinified,
    external: ['react'],
    plugins: [apartFrom(to)],
  });
  const [output] = outputs;
  if (output === undefined) throw new Error(`nothing was built of ${from}`);
  const built = await output.text();
  // A word list that imports another is in the same folder.
  const source = to.includes('words/') ? built.replaceAll('"./words/', '"./') : built;
  // React's bundlers have to know what runs in a browser only; a file of types alone is a module, too.
  const head = to === 'react.js' ? '"use client";\n' : '';
  await Bun.write(join(DIST, to), `${head}${source || 'export {};\n'}`);
}

async function emitTypes(): Promise<void> {
  const tsc = Bun.spawn([join(ROOT, '../node_modules/.bin/tsc'), '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
    stdout: 'inherit',
    stderr: 'inherit',
  });
  if ((await tsc.exited) !== 0) throw new Error('the types do not compile');
  const needed = new Set<string>();
  const entries = [...FOR_SERVERS, ...FOR_BROWSERS, ...TYPES];
  for (const name of entries) await finishTypes(join(DIST, `types/kit/src/${name}.d.ts`), needed);
  const types = new Bun.Glob('**/*.d.ts');
  for await (const file of types.scan({ cwd: join(DIST, 'types'), absolute: true })) {
    if (!needed.has(file)) rmSync(file);
  }
}

/** Of a file of types and all that it imports: the files beside it are `.d.ts`, which `.js` stands for. */
async function finishTypes(file: string, needed: Set<string>): Promise<void> {
  if (needed.has(file)) return;
  needed.add(file);
  const text = await Bun.file(file).text();
  await Bun.write(file, text.replace(IMPORTED, '$1$2.js$1'));
  for (const [, , path = ''] of text.matchAll(IMPORTED)) {
    await finishTypes(join(dirname(file), `${path}.d.ts`), needed);
  }
}
