import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
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

const AD = `
import type { Ad } from '@parley/kit';
declare const ad: Ad;
const said: string[] = [];`;

/** Each has lines that must not compile: \`any\` would let them pass. */
const FILES = {
  'react.tsx': `/** @jsxImportSource react */
import type {} from '@parley/kit/types/react';
${AD}
export const right = (
  <parley-ad ad={ad} theme="dark" preview="why" class="ad" id="a" lang="de"
    ref={(element) => { element?.ad satisfies Ad | null | undefined; }}
    onparley-drawn={({ detail }) => { said.push(detail.ad.title); }} />
);
// @ts-expect-error An ad is no text.
export const wrong = <parley-ad ad="ad" />;
// @ts-expect-error There is no such theme.
export const unknown = <parley-ad theme="blue" />;`,

  'react-component.tsx': `/** @jsxImportSource react */
import { ParleyAd } from '@parley/kit/react';
${AD}
export const both = [<ParleyAd ad={ad} />, <parley-ad ad={ad} />];
// @ts-expect-error An ad is no number.
export const wrong = <parley-ad ad={1} />;`,

  'vue.ts': `import type {} from '@parley/kit/types/vue';
import type { GlobalComponents } from 'vue';
${AD}
type Props = InstanceType<GlobalComponents['parley-ad']>['$props'];
export const right: Props = {
  ad, theme: 'light', preview: '', class: 'ad', id: 'a', key: 1,
  onParleyDismissed: ({ detail }) => { said.push(detail.ad.title); },
};
// @ts-expect-error An ad is no text.
export const wrong: Props = { ad: 'ad' };
// @ts-expect-error There is no such theme.
export const unknown: Props = { theme: 'blue' };`,

  'svelte.ts': `import type {} from '@parley/kit/types/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';
${AD}
type Props = SvelteHTMLElements['parley-ad'];
export const right: Props = {
  ad, theme: 'light', preview: true, class: 'ad', id: 'a',
  'onparley-drawn': ({ detail }) => { said.push(detail.ad.title); },
  'on:parley-viewable': ({ detail }) => { said.push(detail.id); },
};
// @ts-expect-error An ad is no text.
export const wrong: Props = { ad: 'ad' };
// @ts-expect-error There is no such theme.
export const unknown: Props = { theme: 'blue' };`,

  'plain.ts': `import '@parley/kit/element';
document.addEventListener('parley-dismissed', ({ detail }) => {
  detail.ad.title satisfies string;
  // @ts-expect-error An id is a text.
  detail.id satisfies number;
  // @ts-expect-error Whoever closes an ad gives no reason.
  detail.reason;
});
document.addEventListener('parley-reported', ({ detail }) => {
  detail.reason satisfies 'misleading' | 'offensive' | 'illegal' | 'irrelevant' | 'repeated' | 'other';
  detail.ad.title satisfies string;
  // @ts-expect-error There is no such reason.
  detail.reason satisfies 'boring';
});`,
};

describe('<parley-ad> has types', () => {
  test('in React, Vue and Svelte, and for listeners', async () => {
    for (const [name, text] of Object.entries(FILES)) project.write(name, text);
    const options = ['--module', 'esnext', '--moduleResolution', 'bundler', '--jsx', 'react-jsx'];
    await compile(project, Object.keys(FILES), [...options, '--skipLibCheck']);
    expect(Object.keys(FILES)).toHaveLength(5);
  });
});
