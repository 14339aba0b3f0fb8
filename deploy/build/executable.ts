import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BunPlugin } from 'bun';
import { type BundledFile, bundleConsole } from '../../src/http/admin/console-bundle.ts';
import { ROOT } from './programs.ts';

/** Puts the bundle of the console where the sources make it at run time. */
function embeddedConsole(bundle: readonly BundledFile[]): BunPlugin {
  const contents = `export const bundleConsole = async () => ${JSON.stringify(bundle)};`;
  return {
    name: 'embedded-console',
    setup: (build) =>
      void build.onLoad({ filter: /\/src\/http\/admin\/console-bundle\.ts$/ }, () => ({
        loader: 'js',
        contents,
      })),
  };
}

/** Writes the single-file executable: Bun, all of Parley, and the files it ships with. */
export async function buildExecutable(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  // A build inside a plugin of a build would wait for itself.
  const bundle = await bundleConsole();
  await Bun.build({
    entrypoints: [join(ROOT, 'src/cli/executable.ts')],
    root: ROOT,
    target: 'bun',
    // A command loads only its own part, as bytecode: `--version` takes a tenth of the CPU that it takes without both.
    splitting: true,
    bytecode: true,
    format: 'esm',
    // Otherwise packages in CommonJS carry the folder of the build, and two builds differ.
    define: { __dirname: '"/"', __filename: '"/"' },
    plugins: [embeddedConsole(bundle)],
    compile: {
      outfile: file,
      // The folder that it is started in may be a project of somebody else. docs/config.md promises `.env`.
      autoloadBunfig: false,
    },
  });
}
