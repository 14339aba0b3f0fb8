import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dependencies } from '../package.json';
import { ROOT } from './process.ts';

/** With the other runtime of JSX a `key` after a spread is an error. */
const JSX = { compilerOptions: { jsx: 'react' } } as const;

/** The packages that a program imports, with those of the modules that it imports; types are not loaded. */
function packagesOf(entries: readonly string[]): readonly string[] {
  const packages = new Set<string>();
  const files = new Set(entries);
  for (const file of files) {
    const [, loader] = /\.(tsx?)$/.exec(file) ?? [];
    if (loader !== 'ts' && loader !== 'tsx') continue;
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const { path, kind } of new Bun.Transpiler({ loader, tsconfig: JSX }).scanImports(text)) {
      if (path.startsWith('.')) files.add(join(dirname(file), path));
      // What JSX becomes would be a call of `require`.
      else if (kind !== 'require-call' && !/^(?:node|bun)(?::|$)/.test(path)) {
        const depth = path.startsWith('@') ? 2 : 1;
        packages.add(path.split('/').slice(0, depth).join('/'));
      }
    }
  }
  return [...packages];
}

test('what `npm start` and `npm run conformance` run needs no package for development', () => {
  // The console is bundled by the server, when it is opened.
  const server = [
    'src/programs/cli/main.ts',
    'src/programs/console/app.tsx',
    'src/parts/portal/page/app.tsx',
  ];
  const packages = packagesOf([...server, 'test/conformance/cli.ts']);
  expect(packages.filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
  expect(packages).toContain('preact');
  expect(packagesOf(['test/long/fuzz/main.ts'])).toContain('fast-check');
});
