import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { BunPlugin } from 'bun';
import { type BundledFile, bundleConsole } from '../../src/http/admin/console-bundle.ts';
import { ROOT } from './programs.ts';

/** A thread is an entry of its own, which the executable finds by its path in the sources. */
const PAINTER = 'src/cli/progress/painter.ts';

/** Puts what is made before the build in the place of modules that make or look for it at run time. */
function embedded(bundle: readonly BundledFile[], docsFolder: string): BunPlugin {
  return {
    name: 'embedded',
    setup: (build) => {
      build.onLoad({ filter: /\/src\/http\/admin\/console-bundle\.ts$/ }, () => ({
        loader: 'js',
        contents: `export const bundleConsole = async () => ${JSON.stringify(bundle)};`,
      }));
      build.onLoad({ filter: /\/src\/http\/admin\/docs-site\.ts$/ }, () => ({
        loader: 'js',
        contents: docsModule(docsFolder),
      }));
      build.onLoad({ filter: /\/src\/cli\/progress\/painter-file\.ts$/ }, () => ({
        loader: 'js',
        contents: `export const PAINTER_FILE = './${PAINTER}';`,
      }));
    },
  };
}

/** A module that has every file of the documentation site in it. */
function docsModule(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const imports = files.map(
    (file, index) => `import file${index} from ${JSON.stringify(file)} with { type: 'file' };`,
  );
  const entries = files.map(
    (file, index) => `[${JSON.stringify(relative(folder, file))}, file${index}]`,
  );
  return `${imports.join('\n')}
    const files = new Map([${entries.join(', ')}]);
    export const docsSite = (name) => files.get(name);`;
}

/** Writes the single-file executable: Bun, all of Parley, and the files it ships with, the documentation site among them. */
export async function buildExecutable(file: string, docsFolder: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  // A build inside a plugin of a build would wait for itself.
  const bundle = await bundleConsole();
  await Bun.build({
    entrypoints: [join(ROOT, 'src/cli/executable.ts'), join(ROOT, PAINTER)],
    root: ROOT,
    target: 'bun',
    // A command loads only its own part, as bytecode: `--version` takes a tenth of the CPU that it takes without both.
    splitting: true,
    bytecode: true,
    format: 'esm',
    // Otherwise packages in CommonJS carry the folder of the build, and two builds differ.
    define: { __dirname: '"/"', __filename: '"/"' },
    plugins: [embedded(bundle, docsFolder)],
    compile: {
      outfile: file,
      // The folder that it is started in may be a project of somebody else. docs/config.md promises `.env`.
      autoloadBunfig: false,
    },
  });
}
