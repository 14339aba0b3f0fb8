import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
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
