import { describe, expect, test } from 'bun:test';
import { Refusal } from '../../../lib/refusal.ts';
import { secured } from '../headers.ts';
import { MACHINE_OPS } from '../machine-ops.ts';
import { allPages } from './pages.ts';
import { docsAt } from './serve-docs.ts';

async function page(path: string, query?: string): Promise<Response> {
  const answer = await docsAt(path, query, MACHINE_OPS);
  if (!(answer instanceof Response)) throw new Error(`no page at ${path}`);
  return secured(answer);
}

const htmlOf = async (path: string, query?: string) => await (await page(path, query)).text();

const PAGES = await allPages(MACHINE_OPS);
const idsIn = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
const HTML = new Map(
  await Promise.all(PAGES.map(async ({ path }) => [path, await htmlOf(`/docs/${path}`)] as const)),
);

describe('the documentation on the admin port', () => {
  test('every page has a place of its own, and its headings have the anchors that a public forge makes', () => {
    expect(HTML.size).toBe(PAGES.length);
    expect(idsIn(HTML.get('config') ?? '')).toContain('listen-the-public-port');
  });

  test('a page needs no script and allows none in it', async () => {
    expect(HTML.get('config')?.includes('<script')).toBe(false);
    const policy = (await page('/docs/')).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
  });

  test('sends /docs to /docs/, and leaves other paths alone', async () => {
    expect((await page('/docs')).headers.get('location')).toBe('/docs/');
    expect(await docsAt('/documents', null, MACHINE_OPS)).toBeUndefined();
  });

  for (const path of ['nothing', '../package', '..%2fpackage', 'pictures/../../package.json']) {
    test(`refuses ${path}, which is not a page`, async () => {
      expect(await docsAt(`/docs/${path}`, null, MACHINE_OPS)).toBeInstanceOf(Refusal);
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
