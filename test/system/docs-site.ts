/** The documentation site as `npm run build` builds it, on the admin port and in a browser. */

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { start } from '../admin/server.ts';
import { complaintsOf, startBrowser } from '../console/browser.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp, ROOT } from '../process.ts';
import { releaseFolder } from './support/build.ts';

const SITE = join(ROOT, 'dist/docs');
let browser: Browser;
beforeAll(async () => {
  await releaseFolder();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await cleanUp();
});

test('every file that a page of the site names is there', () => {
  const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  expect(pages.length).toBeGreaterThan(25);
  const missing = pages.flatMap((name) => {
    const html = readFileSync(join(SITE, name), 'utf8');
    const files = [...html.matchAll(/(?:src|href)="\/docs\/([^"#]+)/g)].map(([, file]) => file);
    return files
      .filter((file) => !existsSync(join(SITE, `${file}`)))
      .map((file) => `${name}: ${file}`);
  });
  expect(missing).toEqual([]);
});

test('the reference has every field of the request', () => {
  const html = readFileSync(join(SITE, 'api.html'), 'utf8');
  for (const field of ['imp[].native.request', 'device.geo.country', 'regs.gpp_sid']) {
    expect(html).toContain(`<code>${field}</code>`);
  }
});

test('a browser reads and searches it under the policy of the admin port', async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENT_MS);
  const complaints = complaintsOf(page);
  await page.goto(`${start()}/docs/`);
  await page.locator('.VPSidebar').getByText('API reference', { exact: true }).click();
  await page.locator('h1', { hasText: 'API reference' }).waitFor();
  await page.locator('#local-search button').click();
  await page.locator('#localsearch-input').fill('circuit breaker');
  await page.locator('#localsearch-list a').first().waitFor();
  expect(complaints).toEqual([]);
});

for (const words of ['backup', 'restore', 'back up', 'pg_dump']) {
  test(`the search for "${words}" finds the one page about it first`, async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENT_MS);
    await page.goto(`${start()}/docs/`);
    await page.locator('#local-search button').click();
    await page.locator('#localsearch-input').fill(words);
    const first = page.locator('#localsearch-list a').first();
    expect(await first.getAttribute('href')).toStartWith('/docs/deploy/backup');
    await page.close();
  });
}
