import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BunPlugin } from 'bun';

/** Builds `dist`: one file of JavaScript for each entry, and the types of all. */

const FOR_SERVERS = ['parley', 'streams', 'api'];
const FOR_BROWSERS = ['element', 'react'];

/** The element stays a module of its own, so that it is in a page once. */
const elementApart: BunPlugin = {
  name: 'element-apart',
  setup(build) {
    build.onResolve({ filter: /^\.\/element\.ts$/ }, () => ({
      path: './element.js',
      external: true,
    }));
  },
};

const ROOT = import.meta.dir;
const DIST = join(ROOT, 'dist');

rmSync(DIST, { recursive: true, force: true });
// What runs on a publisher's server can be read there.
for (const name of FOR_SERVERS) await bundle(name, false);
for (const name of FOR_BROWSERS) await bundle(name, true);
await emitTypes();
cpSync(join(ROOT, '../LICENSE'), join(DIST, 'LICENSE'));

async function bundle(name: string, isMinified: boolean): Promise<void> {
  const { outputs } = await Bun.build({
    entrypoints: [join(ROOT, `src/${name}.ts`)],
    target: 'browser',
    format: 'esm',
    minify: isMinified,
    external: ['react'],
    plugins: [elementApart],
  });
  const [output] = outputs;
  if (output === undefined) throw new Error(`nothing was built of ${name}`);
  const source = await output.text();
  // React's bundlers have to know what runs in a browser only; a file of types alone is a module, too.
  const head = name === 'react' ? '"use client";\n' : '';
  await Bun.write(join(DIST, `${name}.js`), `${head}${source || 'export {};\n'}`);
}

async function emitTypes(): Promise<void> {
  const tsc = Bun.spawn([join(ROOT, '../node_modules/.bin/tsc'), '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
    stdout: 'inherit',
    stderr: 'inherit',
  });
  if ((await tsc.exited) !== 0) throw new Error('the types do not compile');
  const types = new Bun.Glob('**/*.d.ts');
  for await (const file of types.scan({ cwd: join(DIST, 'types'), absolute: true })) {
    const text = await Bun.file(file).text();
    // The files beside it are `.d.ts`, which `.js` stands for.
    await Bun.write(file, text.replace(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
}
