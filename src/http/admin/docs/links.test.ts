import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { linksOf, repositoryTarget, sectionsOf, slugOf } from './markdown.ts';
import { type Page, writtenPages } from './pages.ts';

const ROOT = join(import.meta.dir, '../../../..');
/** The site does not have it. */
const CHANGELOG = {
  file: 'CHANGELOG.md',
  markdown: readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
};
const PAGES = [...(await writtenPages()), CHANGELOG];
const anchorsOf = (markdown: string) => sectionsOf(markdown).map(({ anchor }) => anchor);
const ANCHORS = new Map(PAGES.map(({ file, markdown }) => [file, new Set(anchorsOf(markdown))]));

/** A sentence for each link of a page that leads nowhere. */
function deadLinks({ file, markdown }: Pick<Page, 'file' | 'markdown'>): readonly string[] {
  return linksOf(markdown).flatMap(({ target }) => {
    const found = repositoryTarget(file, target);
    return found === undefined ? [] : faultsOf(found).map((fault) => `${file}: ${target} ${fault}`);
  });
}

function faultsOf({ file, anchor }: { readonly file: string; readonly anchor: string }) {
  if (!existsSync(join(ROOT, file))) return ['names no file'];
  const isDead = anchor !== '' && !ANCHORS.get(file)?.has(anchor);
  return isDead ? ['names no heading'] : [];
}

/** What is not a page and tells people to read one: messages, units, configs and scripts. */
const FOLDERS = ['deploy', 'ops', 'src'];

/** A page is called by its place in the repository, which it also has in the Debian package. */
const REFERENCE = /\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g;

/** A sentence for each page that a file other than a page names, and that there is not. */
function deadReferences(file: string, text: string): readonly string[] {
  return (text.match(REFERENCE) ?? []).flatMap((target) => {
    const [page = '', anchor = ''] = target.split('#');
    return faultsOf({ file: page, anchor }).map((fault) => `${file}: ${target} ${fault}`);
  });
}

const filesWithReferences = (): readonly string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(md|test\.tsx?)$/.test(entry.name))
      .map(({ parentPath, name }) => join(relative(ROOT, parentPath), name)),
  );

describe('every page of the documentation', () => {
  for (const page of PAGES) {
    test(`${page.file} has no dead link`, () => {
      expect(deadLinks(page)).toEqual([]);
    });
  }
});

test('no file that is installed or prints a message names a page or heading that there is not', () => {
  const read = filesWithReferences().map((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return { file, faults: deadReferences(file, text), names: text.match(REFERENCE) ?? [] };
  });
  expect(read.flatMap(({ faults }) => faults)).toEqual([]);
  const naming = read.filter(({ names }) => names.length > 0).map(({ file }) => file);
  expect(naming).toContain('deploy/logrotate/parley');
});

describe('the check of links', () => {
  const page = (markdown: string) => ({ file: 'docs/made-up.md', markdown });

  test('finds a file and a heading that do not exist', () => {
    expect(deadLinks(page('[a](nothing.md)'))).toEqual([
      'docs/made-up.md: nothing.md names no file',
    ]);
    expect(deadLinks(page('[a](config.md#nothing)'))).toEqual([
      'docs/made-up.md: config.md#nothing names no heading',
    ]);
  });

  test('finds them in a text that is no page, also by their place in the Debian package', () => {
    const text = 'see docs/nothing.md, file:///usr/share/doc/parley/docs/config.md#nothing';
    expect(deadReferences('a.conf', `${text} and docs/config.md`)).toEqual([
      'a.conf: docs/nothing.md names no file',
      'a.conf: docs/config.md#nothing names no heading',
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
    expect(anchorsOf('# A\n\n## B\n\n```\n# no heading\n```\n\n## B')).toEqual(['a', 'b', 'b-1']);
  });
});
