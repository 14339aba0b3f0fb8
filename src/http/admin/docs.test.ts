import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../openrtb/refusal.ts';
import { docsAt } from './docs.ts';
import { secured } from './headers.ts';

let parent: string;
let site: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'parley-docs-'));
  site = join(parent, 'docs');
  mkdirSync(join(site, 'assets'), { recursive: true });
  writeFileSync(join(site, 'index.html'), 'the first page');
  writeFileSync(join(site, 'config.html'), 'the config');
  writeFileSync(join(site, 'assets/app.a1b2.js'), 'run()');
  writeFileSync(join(parent, 'secret.html'), 'a secret');
});
afterAll(() => rmSync(parent, { recursive: true }));

const inFolder = (folder: string) => (name: string) => join(folder, name);

async function page(path: string): Promise<Response> {
  const answer = await docsAt(path, inFolder(site));
  if (!(answer instanceof Response)) throw new Error(`no page at ${path}`);
  return secured(answer);
}

describe('the documentation on the admin port', () => {
  test('serves its pages with and without their ending', async () => {
    expect(await (await page('/docs/')).text()).toBe('the first page');
    expect(await (await page('/docs/config')).text()).toBe('the config');
    expect(await (await page('/docs/config.html')).text()).toBe('the config');
  });

  test('allows no script in a page', async () => {
    const policy = (await page('/docs/')).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'none'");
  });

  test('lets a browser keep what has a hash in its name, and nothing else', async () => {
    const script = await page('/docs/assets/app.a1b2.js');
    expect(script.headers.get('content-type')).toStartWith('text/javascript');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect((await page('/docs/config')).headers.get('cache-control')).toBe('no-cache');
  });

  test('sends /docs to /docs/, and leaves other paths alone', async () => {
    expect((await page('/docs')).headers.get('location')).toBe('/docs/');
    expect(await docsAt('/documents', inFolder(site))).toBeUndefined();
  });

  for (const path of ['../secret', '..%2fsecret', 'assets/../../secret', '.hidden', '/secret']) {
    test(`refuses ${path}, which is no page of the site`, async () => {
      expect(await docsAt(`/docs/${path}`, inFolder(site))).toBeInstanceOf(Refusal);
    });
  }

  test('says how to build the site where it is not built', async () => {
    const answer = await docsAt('/docs/', inFolder(join(parent, 'nothing')));
    expect(answer).toMatchObject({ status: 404 });
    expect(answer instanceof Refusal && answer.details.reason).toContain('npm run docs');
  });
});
