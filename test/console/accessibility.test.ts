import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import type { PageId } from '../../src/console/page-list.ts';
import { PATIENT_MS } from '../patience.ts';
import { faultsOfWidth, seriousFaults } from './axe.ts';
import { complaintsOf, startBrowser } from './browser.ts';
import { type ConsoleServer, startConsoleServer } from './server.ts';
import { startAccountsServer } from './stub/server.ts';

let browser: Browser;
let open: Pick<ConsoleServer, 'url' | 'stop'>;
let locked: ConsoleServer;
beforeAll(async () => {
  open = await startAccountsServer();
  locked = await startConsoleServer({ token: 'a-long-enough-token' });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await Promise.all([open.stop(), locked.stop()]);
});

const confirming = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** Pages within pages. */
type InnerPage =
  | 'auctions/full'
  | 'advertisers/kettleby.example'
  | 'advertisers?view=new'
  | 'buyers/acme'
  | 'buyers?view=new'
  | 'buyers/products?view=new'
  | 'publishers/pub-1'
  | 'publishers?view=new'
  | 'partners/orchard'
  | 'partners?view=new'
  | 'statements/2026-09';

/** What a page shows once it has its data. */
const READY: Readonly<Record<PageId | InnerPage, (page: Page) => Promise<unknown>>> = {
  live: (page) => page.locator('.uplot').last().waitFor(),
  playground: async (page) => {
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('parley-ad').waitFor();
    await page.getByText('Body', { exact: true }).click();
    await page.getByLabel('Bid request', { exact: true }).fill('{"id": 7}');
    await page.locator('.line-note').waitFor();
  },
  chat: async (page) => {
    await page.getByRole('button', { name: /trail shoes/ }).click();
    await page.locator('parley-ad').waitFor();
  },
  auctions: (page) => page.getByRole('heading', { name: 'Auctions' }).waitFor(),
  'auctions/full': async (page) => {
    await page.locator('parley-ad').waitFor();
    await page
      .getByRole('button', { name: /^Block / })
      .first()
      .click();
    await page.getByRole('button', { name: 'Block everywhere' }).waitFor();
    await page.getByRole('button', { name: 'Block for pub-1' }).waitFor();
  },
  advertisers: (page) => page.getByText('Kettleby Coffee').waitFor(),
  'advertisers/kettleby.example': async (page) => {
    await page.getByRole('button', { name: 'Block everywhere …' }).click();
    await page.getByText(/shown 18,204 times in the last 7 days/).waitFor();
    await page.locator('.uplot').waitFor();
  },
  'advertisers?view=new': (page) => page.getByLabel('E-mail').waitFor(),
  buyers: async (page) => {
    await page.getByRole('button', { name: /^Reject … kettleby/ }).click();
    await page.getByLabel('Reason').waitFor();
    await page.getByText('Acme Agent').waitFor();
    await page.getByText('All chats').waitFor();
  },
  'buyers/acme': async (page) => {
    await page.getByText('Sells 120 impressions today.').waitFor();
    await confirming(page, 'Revoke token t1a2b3');
  },
  'buyers?view=new': (page) => page.getByLabel('Cap for a day, USD').waitFor(),
  'buyers/products?view=new': (page) => page.getByLabel('Lowest CPM, USD').waitFor(),
  partners: (page) => page.getByText('acme').first().waitFor(),
  campaigns: (page) => page.getByText('Kettleby Coffee').waitFor(),
  approvals: (page) => page.getByText('Nothing waits.').waitFor(),
  publishers: (page) => page.getByText('Ridge Chat').waitFor(),
  'publishers/pub-1': async (page) => {
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel('The link of the invitation').waitFor();
    await confirming(page, 'Remove Jonas Weber');
  },
  'publishers?view=new': (page) => page.getByLabel('Politics').waitFor(),
  'partners/orchard': async (page) => {
    await page.getByRole('button', { name: 'Send a sample request' }).click();
    await page.getByText('It would be accepted.').waitFor();
  },
  'partners?view=new': (page) => page.getByLabel('Headers').waitFor(),
  statements: async (page) => {
    await confirming(page, 'Close 2026-10');
    await page.getByText('Add an adjustment').click();
  },
  'statements/2026-09': (page) => page.getByText('1204.12 EUR').waitFor(),
  reports: (page) => page.getByText('Download CSV').waitFor(),
  feedback: (page) => page.getByText('misleading or a fraud: 2').waitFor(),
  limits: (page) => page.getByText('pub-7').waitFor(),
};

const ALL_PAGES = Object.keys(READY) as (PageId | InnerPage)[];

for (const colorScheme of ['light', 'dark'] as const) {
  describe(`in ${colorScheme} colours no serious fault and no complaint`, () => {
    let page: Page;
    let complaints: readonly string[];
    beforeAll(async () => {
      page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' });
      page.setDefaultTimeout(PATIENT_MS);
      complaints = complaintsOf(page);
    });
    afterAll(() => page.close());

    for (const id of [...ALL_PAGES, 'nowhere'] as const) {
      test(`on ${id}`, async () => {
        await page.goto(`${open.url}/#/${id}`);
        await page.locator('h1, h2').first().waitFor();
        if (id !== 'nowhere') await READY[id](page);
        expect(await seriousFaults(page)).toEqual([]);
        expect(complaints).toEqual([]);
      });
    }

    test('on the login, and on a phone with the menu and the help open', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(locked.url);
      await page.getByLabel('Admin token').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.goto(`${open.url}/#/partners`);
      await page.getByRole('button', { name: 'Menu' }).click();
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    });
  });
}

test('no page is wider than a phone', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  page.setDefaultTimeout(PATIENT_MS);
  for (const id of ALL_PAGES) {
    await page.goto(`${open.url}/#/${id}`);
    await page.locator('h1').waitFor();
    await READY[id](page);
    expect({ id, faults: await faultsOfWidth(page) }).toEqual({ id, faults: [] });
    // Its label would be printed over the next cell.
    for (const cell of await page.locator('.stack td:empty').all()) {
      expect(await cell.isVisible()).toBe(false);
    }
  }
  await page.close();
});

/** As long as names may be, without a place to break. */
const LONG_NAME = 'Wassersport'.repeat(9);

test.each([390, 1440])('no page is wider than %d pixels, however long its names', async (width) => {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
  let renamed = 0;
  // The stream of Live never ends.
  await page.route(/\/api\/(?!live)/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    const long = body.replace(
      /"(advertiser|name|domain|publisher|campaign|partner|title|changedBy|who)":"[^"]+"/g,
      (_, key) => {
        renamed++;
        return `"${key}":"${LONG_NAME}"`;
      },
    );
    await route.fulfill({ response, body: long });
  });
  for (const id of ALL_PAGES) {
    await page.goto(`${open.url}/#/${id}`);
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => !document.body.innerText.includes('Loading …'));
    expect({ id, faults: await faultsOfWidth(page) }).toEqual({ id, faults: [] });
  }
  expect(renamed).toBeGreaterThan(ALL_PAGES.length);
  await page.close();
});
