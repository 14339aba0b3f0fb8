import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, ROOT } from '../../../test/process.ts';
import { compile } from './compile.ts';
import { installPacked, type Project } from './packed.ts';

/** `<parley-ad>` in the markup of frameworks: right attributes compile, and wrong ones do not. */

let project: Project;
beforeAll(async () => {
  project = await installPacked();
  const modules = join(project.folder, 'node_modules');
  mkdirSync(join(modules, '@types'), { recursive: true });
  for (const name of ['@types/react', 'csstype', 'vue', '@vue']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const [name, text] of Object.entries(SVELTE)) project.write(name, text);
});
afterAll(cleanUp);

/** As far as `svelte/elements` of Svelte 5 has what is added to. */
const SVELTE = {
  'node_modules/svelte/package.json':
    '{ "name": "svelte", "exports": { "./elements": { "types": "./elements.d.ts" } } }',
  'node_modules/svelte/elements.d.ts': `
    export interface HTMLAttributes<T extends EventTarget> {
      class?: string | null;
      id?: string | null;
      onclick?: (event: MouseEvent & { currentTarget: EventTarget & T }) => unknown;
    }
    export interface SvelteHTMLElements {
      div: HTMLAttributes<HTMLDivElement>;
      [name: string]: { [name: string]: any };
    }`,
};

describe('<parley-ad> has types', () => {
  // Each file has lines that must not compile: `any` would let them pass.
  test('in React, Vue and Svelte, and for listeners', async () => {
    const sources = join(import.meta.dir, 'typed');
    const files = readdirSync(sources).map((name) => name.replace(/\.txt$/, ''));
    for (const name of files) {
      project.write(name, readFileSync(join(sources, `${name}.txt`), 'utf8'));
    }
    const options = ['--module', 'esnext', '--moduleResolution', 'bundler', '--jsx', 'react-jsx'];
    await compile(project, files, [...options, '--skipLibCheck']);
    expect(files).toHaveLength(5);
  });
});
