import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES } from './page-list.ts';

test('every folder with a page is in the menu', () => {
  const pages = readdirSync(import.meta.dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/page.tsx'))
    .map((path) => path.split('/')[0]);
  expect(pages.sort()).toEqual(PAGES.map(({ id }) => id).sort());
});

test('every page has a key of its own', () => {
  expect(new Set(PAGES.map(({ key }) => key)).size).toBe(PAGES.length);
});

test('the documentation lists the pages in the order of the menu', () => {
  const text = readFileSync(join(import.meta.dir, '../../docs/console.md'), 'utf8');
  const rows = [...text.slice(0, text.indexOf('\n## ')).matchAll(/^\| (\w+(?: \w+)*) +\|/gm)];
  expect(rows.map(([, name]) => name)).toEqual(['Page', ...PAGES.map(({ name }) => name)]);
});
