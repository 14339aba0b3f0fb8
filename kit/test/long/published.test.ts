import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cleanUp, ROOT } from '../../../test/process.ts';
import { emptyProject, installPacked, type Project, packKit } from './packed.ts';

/** The package as npm gets it. */

let project: Project;
beforeAll(async () => {
  project = await installPacked();
});
afterAll(cleanUp);

const ENTRIES = ['api', 'element', 'parley', 'react', 'streams'];
const TYPES = ['types-react', 'types-svelte', 'types-vue'];
const WORDS =
  'brands languages lexicons names ordinary others secrets sensitive subjects unwanted'.split(' ');

const installed = () =>
  readdirSync(project.installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(project.installed.length + 1))
    .sort();
const textOf = (file: string) => readFileSync(join(project.installed, file), 'utf8');
const isTypes = (file: string) => file.startsWith('dist/types/');

describe('the package', () => {
  test('has its entries, their word lists, the licence and the README, and nothing else beside types', () => {
    expect(installed().filter((file) => !isTypes(file))).toEqual(
      [
        'LICENSE',
        'README.md',
        ...[...ENTRIES, ...TYPES].map((name) => `dist/${name}.js`),
        ...WORDS.map((name) => `dist/words/${name}.js`),
        'package.json',
      ].sort(),
    );
  });

  test('has of types those that its entries lead to, and all of these', () => {
    const reached = new Set<string>();
    const follow = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const [, path = ''] of textOf(file).matchAll(/['"](\.{1,2}\/[^'"]+)\.js['"]/g)) {
        follow(join(file, '..', `${path}.d.ts`));
      }
    };
    for (const name of [...ENTRIES, ...TYPES]) follow(`dist/types/kit/src/${name}.d.ts`);
    expect([...reached].sort()).toEqual(installed().filter(isTypes));
  });

  test('holds no source map, no path of the machine that built it, and no source', () => {
    for (const file of installed()) {
      const text = textOf(file);
      expect(text).not.toContain('sourceMappingURL');
      for (const path of [ROOT, `${homedir()}/`, 'file://']) expect(text).not.toContain(path);
      expect(file).not.toMatch(/\.map$|(?<!\.d)\.tsx?$|\.test\./);
    }
  });

  test('has the licence of the repository', () => {
    expect(textOf('LICENSE')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  });

  test('says what npm and bundlers ask for', () => {
    const said = JSON.parse(textOf('package.json'));
    expect(said).toMatchObject({
      name: '@parley/kit',
      license: 'Apache-2.0',
      type: 'module',
      engines: { node: '>=20' },
      files: ['dist'],
      publishConfig: { access: 'public', provenance: true },
      description: expect.any(String),
      keywords: expect.arrayContaining(['chat', 'openrtb']),
    });
    expect(said.private).toBeUndefined();
    expect(said.sideEffects).toContain('./dist/element.js');
    expect(Object.keys(said.scripts ?? {})).not.toContainAnyValues(['install', 'postinstall']);
  });

  test('names a file and its types for every entry', () => {
    const { exports } = JSON.parse(textOf('package.json'));
    const entries: readonly { readonly types: string; readonly default: string }[] =
      Object.values(exports);
    expect(entries).toHaveLength(ENTRIES.length + TYPES.length);
    for (const entry of entries) {
      // The first condition that fits counts: a compiler takes the types, everybody else the code.
      expect(Object.keys(entry)).toEqual(['types', 'default']);
      for (const file of Object.values(entry)) {
        expect(existsSync(join(project.installed, file))).toBeTrue();
      }
    }
  });

  test('would be taken by npm publish', async () => {
    const pack = await packKit();
    const args = ['publish', pack, '--dry-run', '--offline', '--json', '--loglevel=error'];
    const printed = await emptyProject().run('npm', ...args);
    const { version } = JSON.parse(textOf('package.json'));
    expect(printed).toContain(`"@parley/kit@${version}"`);
  });
});
