import { dirname, join, normalize } from 'node:path';

/** A file that the bundler made of the console. */
export type BundledFile = {
  /** Has the hash of the content in it. */
  readonly name: string;
  readonly contentType: string;
  readonly text: string;
  /** The names of the files that it needs before it runs, without those that are loaded when a page is opened. */
  readonly imports: readonly string[];
};

const ROOT = join(import.meta.dir, '../..');

type Entry = { readonly source: string; readonly folder: string };

/** The console, and the pages that a part has for others than operators: the source, and the folder of what is made of it. */
function entries(): readonly Entry[] {
  const apps = [...new Bun.Glob('parts/*/page/app.tsx').scanSync(ROOT)];
  return [
    { source: 'programs/console/app.tsx', folder: '' },
    ...apps.map((source) => ({ source, folder: `${source.split('/')[1]}/` })),
  ];
}

/** The build of the executable puts the result in the place of this module: there are no sources at run time. */
export async function bundleConsole(): Promise<readonly BundledFile[]> {
  return (await Promise.all(entries().map(bundleEntry))).flat();
}

/** Each on its own: a bundle of both would be cut into dozens of small files that either of them shares. */
async function bundleEntry({ source, folder }: Entry): Promise<readonly BundledFile[]> {
  const { outputs } = await Bun.build({
    entrypoints: [join(ROOT, source)],
    root: ROOT,
    target: 'browser',
    format: 'esm',
    minify: true,
    // Without what helps to debug: the arguments of each element make up a tenth of the files.
    jsx: { runtime: 'automatic', importSource: 'preact', development: false },
    // Pages that are imported when they are opened are files of their own.
    splitting: true,
    naming: {
      entry: `${folder}[name]-[hash].[ext]`,
      chunk: 'page-[hash].[ext]',
      asset: '[name]-[hash].[ext]',
    },
  });
  return Promise.all(
    outputs.map(async (output) => {
      const text = await output.text();
      const name = normalize(output.path);
      const imports = name.endsWith('.js') ? importsOf(name, text) : [];
      return { name, contentType: output.type, text, imports };
    }),
  );
}

function importsOf(name: string, text: string): readonly string[] {
  return new Bun.Transpiler()
    .scanImports(text)
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => join(dirname(name), path));
}
