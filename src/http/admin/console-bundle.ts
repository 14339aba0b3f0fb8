import { join } from 'node:path';

/** A file that the bundler made of the console. */
export type BundledFile = {
  /** Has the hash of the content in it. */
  readonly name: string;
  readonly contentType: string;
  readonly text: string;
};

const ENTRY = join(import.meta.dir, '../../console/app.tsx');

/** The build of the executable puts the result in the place of this module: there are no sources at run time. */
export async function bundleConsole(): Promise<readonly BundledFile[]> {
  const { outputs } = await Bun.build({
    entrypoints: [ENTRY],
    target: 'browser',
    format: 'esm',
    minify: true,
    // Without what helps to debug: the arguments of each element make up a tenth of the files.
    jsx: { runtime: 'automatic', importSource: 'preact', development: false },
    // Pages that are imported when they are opened are files of their own.
    splitting: true,
    naming: {
      entry: '[name]-[hash].[ext]',
      chunk: 'page-[hash].[ext]',
      asset: '[name]-[hash].[ext]',
    },
  });
  return Promise.all(
    outputs.map(async (output) => ({
      name: output.path.replace(/^.*\//, ''),
      contentType: output.type,
      text: await output.text(),
    })),
  );
}
