import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BunPlugin } from 'bun';
import { type BundledFile, bundleConsole } from '../../src/host/admin/console-bundle.ts';
import { docsFile, docsFiles } from '../../src/host/admin/docs/docs-files.ts';
import { ROOT } from './programs.ts';

/** A thread is an entry of its own, which the executable finds by its path in the sources. */
const YAML_THREAD = 'src/lib/yaml-thread.ts';

/** What is made before the build, in the place of modules that make or look for it at run time. By their paths in src. */
const replacedBy = (bundle: readonly BundledFile[]): Readonly<Record<string, () => string>> => ({
  'host/admin/console-bundle.ts': () =>
    `export const bundleConsole = async () => ${JSON.stringify(bundle)};`,
  'host/admin/docs/docs-files.ts': docsModule,
  'lib/yaml-thread-file.ts': () => `export const YAML_THREAD_FILE = './${YAML_THREAD}';`,
});

function embedded(modules: ReturnType<typeof replacedBy>, met: Set<string>): BunPlugin {
  return {
    name: 'embedded',
    setup: (build) => {
      for (const [path, contents] of Object.entries(modules)) {
        build.onLoad({ filter: new RegExp(`/src/${path.replaceAll('.', '\\.')}$`) }, () => {
          met.add(path);
          return { loader: 'js', contents: contents() };
        });
      }
    },
  };
}

/** A module that has the pages and pictures of the documentation in it. */
function docsModule(): string {
  const names = docsFiles();
  const imports = names.map(
    (name, index) =>
      `import file${index} from ${JSON.stringify(docsFile(name))} with { type: 'file' };`,
  );
  const entries = names.map((name, index) => `[${JSON.stringify(name)}, file${index}]`);
  return `${imports.join('\n')}
    const files = new Map([${entries.join(', ')}]);
    export const docsFiles = () => [...files.keys()];
    export const docsFile = (name) => files.get(name);`;
}

/** Writes the single-file executable: Bun, all of Parley, and the files it ships with, the documentation among them. */
export async function buildExecutable(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  // A build inside a plugin of a build would wait for itself.
  const modules = replacedBy(await bundleConsole());
  const met = new Set<string>();
  await Bun.build({
    entrypoints: [join(ROOT, 'src/programs/cli/executable.ts'), join(ROOT, YAML_THREAD)],
    root: ROOT,
    target: 'bun',
    // A command loads only its own part, as bytecode: `--version` takes a tenth of the CPU that it takes without both.
    splitting: true,
    bytecode: true,
    format: 'esm',
    // Otherwise packages in CommonJS carry the folder of the build, and two builds differ.
    define: { __dirname: '"/"', __filename: '"/"' },
    plugins: [embedded(modules, met)],
    compile: {
      outfile: file,
      // The folder that it is started in may be a project of somebody else. docs/config.md promises `.env`.
      autoloadBunfig: false,
    },
  });
  const unmet = Object.keys(modules).filter((path) => !met.has(path));
  if (unmet.length > 0) throw new Error(`the executable has no module src/${unmet.join(', src/')}`);
}
