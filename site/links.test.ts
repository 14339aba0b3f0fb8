import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { anchorsOf, linksOf, slugOf } from './markdown-links.ts';
import { repositoryTarget, withMovedLinks } from './moved-links.ts';
import { allPages, type Page, picturePlaces, ROOT } from './pages.ts';

const PAGES = allPages();
const ANCHORS = new Map(PAGES.map(({ file, markdown }) => [file, anchorsOf(markdown)]));

/** A sentence for each link of a page that leads nowhere. */
function deadLinks({ file, markdown }: Page): readonly string[] {
  return linksOf(markdown).flatMap(({ target }) => {
    const found = repositoryTarget(file, target);
    if (found === undefined) return [];
    if (!existsSync(join(ROOT, found.file))) return [`${file}: ${target} names no file`];
    const isDead = found.anchor !== '' && !ANCHORS.get(found.file)?.has(found.anchor);
    return isDead ? [`${file}: ${target} names no heading`] : [];
  });
}

describe('every page of the documentation', () => {
  for (const page of PAGES) {
    test(`${page.file} has no dead link`, () => {
      expect(deadLinks(page)).toEqual([]);
    });
  }

  test('has a place of its own on the site', () => {
    const paths = PAGES.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toContain('index.md');
    expect(paths).toContain('integrate/chat.md');
  });
});

describe('the check of links', () => {
  const page = (markdown: string): Page => ({
    file: 'docs/made-up.md',
    path: 'made-up.md',
    markdown,
  });

  test('finds a file and a heading that do not exist', () => {
    expect(deadLinks(page('[a](nothing.md)'))).toEqual([
      'docs/made-up.md: nothing.md names no file',
    ]);
    expect(deadLinks(page('[a](config.md#nothing)'))).toEqual([
      'docs/made-up.md: config.md#nothing names no heading',
    ]);
  });

  test('leaves code and other hosts alone', () => {
    const text = '`[a](b.md)` and\n```\n[a](c.md)\n```\n[a](https://example.com/x)';
    expect(deadLinks(page(text))).toEqual([]);
  });

  test('knows the anchors that a public forge makes', () => {
    expect(slugOf('Access: whose `requests` are accepted?')).toBe(
      'access-whose-requests-are-accepted',
    );
    expect(anchorsOf('# A\n\n## B\n\n```\n# no heading\n```\n\n## B')).toEqual(
      new Set(['a', 'b', 'b-1']),
    );
  });
});

describe('a link on the site', () => {
  const inDocs = (markdown: string): string =>
    withMovedLinks(
      { file: 'docs/integrate/made-up.md', path: 'integrate/made-up.md', markdown },
      PAGES,
    );

  test('leads to the place of the page', () => {
    expect(inDocs('see [a](../config.md#x).')).toBe('see [a](../config.md#x).');
    expect(inDocs('[a](../../README.md)')).toBe('[a](../index.md)');
    expect(inDocs('[a](../../ops)')).toBe('[a](../ops.md)');
  });

  test('shows a picture from its place', () => {
    const [file, path] = ['README.md', 'index.md'];
    const markdown = '[a](docs/config.md) ![the words](docs/pictures/chat.png)';
    const page = { file, path, markdown };
    expect(withMovedLinks(page, [...PAGES, ...picturePlaces()])).toBe(
      '[a](./config.md) ![the words](./pictures/chat.png)',
    );
    expect(withMovedLinks(page, PAGES)).toBe('[a](./config.md) the words');
  });

  test('to a file that is no page is plain text', () => {
    expect(inDocs('see [`the file`](../../package.json)')).toBe('see `the file`');
  });
});
