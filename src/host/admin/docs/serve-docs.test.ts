import { describe, expect, test } from 'bun:test';
import { Refusal } from '../../../lib/refusal.ts';
import { secured } from '../headers.ts';
import { readDocs } from './pages.ts';
import { docsAt } from './serve-docs.ts';

async function page(path: string, query: string | null = null): Promise<Response> {
  const answer = await docsAt(path, query);
  if (!(answer instanceof Response)) throw new Error(`no page at ${path}`);
  return secured(answer);
}

const htmlOf = async (path: string, query?: string) => await (await page(path, query)).text();

const { pages: PAGES, groups: GROUPS } = await readDocs();
const idsIn = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
const HTML = new Map(
  await Promise.all(PAGES.map(async ({ path }) => [path, await htmlOf(`/docs/${path}`)] as const)),
);

describe('the documentation on the admin port', () => {
  test('every page has a place of its own, and its headings have the anchors that a public forge makes', () => {
    expect(HTML.size).toBe(PAGES.length);
    expect(idsIn(HTML.get('config') ?? '')).toContain('listen-the-public-port');
  });

  test('the menu has each page once, in the groups of the overview', () => {
    const listed = GROUPS.flatMap(({ pages }) => pages.map(({ path }) => path));
    expect(listed.toSorted()).toEqual(PAGES.map(({ path }) => path).toSorted());
    expect(GROUPS.find(({ pages }) => pages.some(({ path }) => path === 'config'))?.title).toBe(
      'Operator',
    );
  });

  test('links lead to pages and pictures there are, and to their headings', async () => {
    for (const html of HTML.values()) {
      const [, body = ''] = html.split('<main>');
      for (const [, target = ''] of body.matchAll(/(?:href|src)="(\/docs\/[^"]+)"/g)) {
        const [path = '', anchor] = target.slice('/docs/'.length).split('#');
        const found = HTML.get(path);
        if (found === undefined) expect((await page(`/docs/${path}`)).status).toBe(200);
        else if (anchor !== undefined) expect(idsIn(found)).toContain(anchor);
      }
    }
  });

  test('a page needs no script and allows none in it', async () => {
    expect(HTML.get('config')?.includes('<script')).toBe(false);
    const policy = (await page('/docs/')).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
  });

  test('sends /docs to /docs/, and leaves other paths alone', async () => {
    expect((await page('/docs')).headers.get('location')).toBe('/docs/');
    expect(await docsAt('/documents', null)).toBeUndefined();
  });

  for (const path of ['nothing', '../package', '..%2fpackage', 'pictures/../../package.json']) {
    test(`refuses ${path}, which is not a page`, async () => {
      expect(await docsAt(`/docs/${path}`, null)).toBeInstanceOf(Refusal);
    });
  }
});

describe('the search of the documentation', () => {
  test('finds the page about the words first', async () => {
    for (const [words, path] of [
      ['backup', 'deploy/backup'],
      ['busy port', 'first-troubles'],
    ]) {
      const [, results = ''] = (await htmlOf('/docs/', words)).split('<main>');
      const [, first] = /<li><a href="(\/docs\/[^"]+#[^"]+)">/.exec(results) ?? [];
      expect(first).toStartWith(`/docs/${path}#`);
    }
  });

  test('shows what was asked as text', async () => {
    const html = await htmlOf('/docs/', '"><script>alert(1)</script>');
    expect(html).not.toContain('<script>');
  });
});
