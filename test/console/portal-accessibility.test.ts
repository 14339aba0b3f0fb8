import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { PORTAL_PAGES, type PortalPageId } from '../../src/console/portal/page-list.ts';
import { PATIENT_MS } from '../patience.ts';
import { seriousFaults } from './axe.ts';
import { complaintsOf, startBrowser } from './browser.ts';
import { type AccountsServer, startAccountsServer } from './stub/server.ts';

let browser: Browser;
let server: AccountsServer;
beforeAll(async () => {
  server = await startAccountsServer();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** What a page shows once it has its data. */
const READY: Readonly<Record<PortalPageId, (page: Page) => Promise<unknown>>> = {
  earnings: (page) => page.locator('.uplot').waitFor(),
  requests: (page) => page.getByText('Refused today').waitFor(),
  ads: (page) => page.getByText('Grip for wet rock').first().waitFor(),
  feedback: (page) => page.getByText('misleading or a fraud: 2').waitFor(),
  settings: (page) => page.getByRole('button', { name: 'Save' }).waitFor(),
  integration: (page) => page.getByText('With curl').waitFor(),
  keys: (page) => page.getByText('k1a2b3', { exact: true }).waitFor(),
  statements: (page) => page.getByText('1204.12 EUR').waitFor(),
  supply: (page) => page.getByRole('heading', { name: 'Last check' }).waitFor(),
};

const LOOKS = [
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'desk', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
] as const;

for (const { name, colorScheme, viewport } of LOOKS) {
  describe(`in ${colorScheme} colours, ${viewport.width} pixels wide, no serious fault and no complaint`, () => {
    let page: Page;
    let complaints: readonly string[];
    beforeAll(async () => {
      page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
      page.setDefaultTimeout(PATIENT_MS);
      complaints = complaintsOf(page);
    });
    afterAll(() => page.close());

    const isFine = async () => {
      expect(await seriousFaults(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);
      expect(complaints).toEqual([]);
    };

    for (const { id } of PORTAL_PAGES) {
      test(`on ${id}`, async () => {
        await page.goto(`${server.url}/portal?publisher=pub-1#/${id}`);
        await READY[id](page);
        await isFine();
      });
    }

    test(`on the login and the invitation of a ${name}`, async () => {
      await page.goto(`${server.url}/portal`);
      await page.getByLabel('Your token').waitFor();
      await isFine();
      await page.goto('about:blank');
      await page.goto(`${server.url}/portal#invitation=any`);
      await page.getByLabel('Your name').waitFor();
      await isFine();
    });
  });
}
