import { join } from 'node:path';
import type { BunPlugin } from 'bun';

const PACKAGE = join(import.meta.dir, '../node_modules/prebid.js/dist/src');
const ADAPTER = join(import.meta.dir, '../modules');

/**
 * The adapter imports its neighbours as it would inside the source of Prebid.js; here they are in the package,
 * compiled. The adapter has to get the very modules that the rest of the bundle uses.
 */
const inPrebid: BunPlugin = {
  name: 'the adapter lives among the modules of Prebid.js',
  setup(build) {
    build.onResolve({ filter: /^\.\.\/(src|libraries)\// }, ({ path, importer }) =>
      importer.startsWith(ADAPTER) ? { path: join(PACKAGE, path.slice('../'.length)) } : undefined,
    );
  },
};

/** The script of the page: Prebid.js from npm with the adapter. */
export async function bundlePrebid(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, 'page/prebid.ts')],
    target: 'browser',
    format: 'iife',
    plugins: [inPrebid],
  });
  const [script] = outputs;
  if (script === undefined) throw new Error('the bundle is empty');
  return script.text();
}
