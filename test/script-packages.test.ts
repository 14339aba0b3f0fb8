import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import kit from '../kit/package.json';
import { dependencies, scripts } from '../package.json';
import { ROOT } from './process.ts';

const TO_RUN = 'bin/install && ';
const TO_DEVELOP = 'bin/install --include=dev && ';

const SCRIPTS: Readonly<Record<string, string>> = scripts;

/** With what npm runs before it. */
const commandOf = (name: string) => `${SCRIPTS[`pre${name}`] ?? ''}${SCRIPTS[name]}`;

/** With the other runtime of JSX a `key` after a spread is an error. */
const JSX = { compilerOptions: { jsx: 'react' } } as const;

/** The packages that a program imports, with those of the modules that it imports; types are not loaded. */
function packagesOf(entries: readonly string[]): ReadonlySet<string> {
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
        packages.add(packageName(path));
      }
    }
  }
  return packages;
}

function packageName(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
}

describe('after `npm start`, which installs what a server runs with', () => {
  test('every other script installs what it needs by itself', () => {
    const unprepared = Object.keys(SCRIPTS).filter((name) => {
      const command = commandOf(name);
      const installs = command.startsWith(TO_RUN) || command.startsWith(TO_DEVELOP);
      return !installs && !/^npm (?:run )?[\w:]+(?: && npm (?:run )?[\w:]+)*$/.test(command);
    });
    expect(unprepared).toEqual([]);
    expect(kit.scripts.build).toStartWith(`../${TO_DEVELOP}`);
  });

  const lean = Object.keys(SCRIPTS).filter((name) => commandOf(name).startsWith(TO_RUN));

  test('only those that need no more leave out the packages for development', () => {
    expect(lean).toEqual(['start', 'audit', 'conformance']);
    const programs = lean.flatMap((name) => /bin\/bun (\S+\.ts)/.exec(commandOf(name))?.[1] ?? []);
    expect(programs).toHaveLength(lean.length - 1);
    // The console is bundled by the server, when it is opened.
    const server = ['src/cli/main.ts', 'src/console/app.tsx', 'src/console/portal/app.tsx'];
    const packages = packagesOf([...server, ...programs]);
    expect([...packages].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
    expect(packages).toContain('preact');
  });

  test('a package for development is noticed', () => {
    expect(packagesOf(['test/fuzz/main.ts'])).toContain('fast-check');
  });
});
