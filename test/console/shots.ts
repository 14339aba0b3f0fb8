import type { Page } from 'playwright-core';
import { accountShots, portalShots } from './account-shots.ts';

/** One picture: where it is taken, and what is done before. */
export type Shot = {
  readonly name: string;
  readonly url: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
};

export type Urls = {
  /** A machine with traffic. */
  readonly real: string;
  /** One that has something of everything. */
  readonly made: string;
  readonly locked: string;
  /** One without any traffic. */
  readonly idle: string;
};

const CAMPAIGN = 'own/summer-kettleby-1';
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();
const editor = (page: Page) => page.getByLabel('Bid request', { exact: true });

/** Opens a page whose data never comes, or comes as a failure. */
const after = (url: string, path: RegExp, answer: 'never' | 'failure') => async (page: Page) => {
  await page.route(path, (route) =>
    answer === 'never'
      ? undefined
      : route.fulfill({
          status: 503,
          json: { error: { details: { reason: 'the database does not answer' } } },
        }),
  );
  await page.goto('about:blank');
  await page.goto(url);
};

/** The newest request with this outcome. */
async function openNewest(page: Page, outcome: string): Promise<void> {
  await page.getByLabel('Outcome').selectOption({ label: outcome });
  await page.locator('.row-link').first().click();
  await page.locator('.back').waitFor();
}

export function shotsOf({ real, made, locked, idle }: Urls): readonly Shot[] {
  return [
    ...liveShots(real, idle),
    ...auctionShots(real, made, idle),
    ...tryShots(made),
    ...campaignShots(real, idle),
    ...accountShots(made),
    ...portalShots(made),
    { name: 'partners', url: `${real}/#/partners` },
    { name: 'reports', url: `${real}/#/reports` },
    { name: 'reports-minutes', url: `${real}/#/reports?by=partner,minute&last=1h` },
    { name: 'reports-campaigns', url: `${real}/#/reports?by=campaign&last=7d` },
    { name: 'reports-compared', url: `${real}/#/reports?by=creative&last=1h&compare=previous` },
    { name: 'reports-saved', url: `${real}/#/reports/saved` },
    { name: 'reports-empty', url: `${idle}/#/reports` },
    {
      name: 'reports-failure',
      url: real,
      prepare: (page) => after(`${real}/#/reports`, /api\/report/, 'failure')(page),
    },
    { name: 'feedback', url: `${real}/#/feedback` },
    { name: 'limits', url: `${real}/#/limits` },
    { name: 'limits-idle', url: `${idle}/#/limits` },
    { name: 'nowhere', url: `${real}/#/nowhere` },
    { name: 'login', url: locked },
    {
      name: 'login-wrong',
      url: locked,
      prepare: async (page) => {
        await page.getByLabel('Admin token').fill('wrong');
        await press('Log in')(page);
        await page.getByRole('alert').waitFor();
      },
    },
    { name: 'help', url: `${real}/#/limits`, prepare: (page) => page.keyboard.press('?') },
    {
      name: 'menu',
      url: `${real}/#/limits`,
      prepare: async (page) => {
        const menu = page.getByRole('button', { name: 'Menu' });
        if (await menu.isVisible()) await menu.click();
      },
    },
  ];
}

function liveShots(real: string, idle: string): readonly Shot[] {
  const drawn = (page: Page) => page.locator('.uplot').last().waitFor();
  return [
    { name: 'live', url: `${real}/#/live`, prepare: drawn },
    {
      name: 'live-why',
      url: `${real}/#/live`,
      prepare: async (page) => {
        await drawn(page);
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
      },
    },
    { name: 'live-idle', url: `${idle}/#/live`, prepare: drawn },
    {
      name: 'live-loading',
      url: `${idle}/#/limits`,
      prepare: (page) => after(`${idle}/#/live`, /api\/live/, 'never')(page),
    },
  ];
}

function auctionShots(real: string, made: string, idle: string): readonly Shot[] {
  const list = `${real}/#/auctions`;
  return [
    { name: 'auctions', url: list },
    { name: 'auctions-none', url: `${real}/#/auctions?find=nothing` },
    { name: 'auctions-idle', url: `${idle}/#/auctions` },
    {
      name: 'auctions-loading',
      url: `${real}/#/limits`,
      prepare: (page) => after(list, /\/requests/, 'never')(page),
    },
    {
      name: 'auctions-failure',
      url: `${real}/#/limits`,
      prepare: (page) => after(list, /\/requests/, 'failure')(page),
    },
    { name: 'auction-sold', url: list, prepare: (page) => openNewest(page, 'Sold') },
    {
      name: 'auction-floor',
      url: list,
      prepare: (page) => openNewest(page, 'All bids were below the floor'),
    },
    { name: 'auction-refused', url: list, prepare: (page) => openNewest(page, 'Refused') },
    { name: 'auction-full', url: `${made}/#/auctions/full` },
    { name: 'auction-unknown', url: `${real}/#/auctions/unknown` },
  ];
}

function tryShots(made: string): readonly Shot[] {
  return [
    { name: 'chat-empty', url: `${made}/#/chat` },
    {
      name: 'chat',
      url: `${made}/#/chat`,
      prepare: async (page) => {
        await press(/trail shoes/)(page);
        await page.locator('parley-ad').waitFor();
        for (const text of ['under 300 euros please', 'my dog died']) {
          await page.getByLabel('Message', { exact: true }).fill(text);
          await page.keyboard.press('Enter');
        }
        await page.getByText('No ad, on purpose.').waitFor();
        await page.getByText('Request', { exact: true }).first().click();
      },
    },
    { name: 'playground-empty', url: `${made}/#/playground` },
    {
      name: 'playground',
      url: `${made}/#/playground`,
      prepare: async (page) => {
        await press('4 · Products')(page);
        await press('Send')(page);
        await page.locator('parley-ad').waitFor();
      },
    },
    {
      name: 'playground-fault',
      url: `${made}/#/playground`,
      prepare: async (page) => {
        const text = await editor(page).inputValue();
        await editor(page).fill(text.replace('"test": 1', '"test": 7'));
        await press('Send')(page);
        await page.locator('.note.bad').waitFor();
        await press(/Show line/)(page);
      },
    },
  ];
}

function campaignShots(real: string, idle: string): readonly Shot[] {
  const at = (path: string) => `${real}/#/campaigns${path}`;
  return [
    { name: 'campaigns', url: at('') },
    { name: 'campaigns-drafts', url: at('?state=draft&sort=name&page=3') },
    { name: 'campaigns-none', url: at('?find=nothing') },
    {
      name: 'campaigns-bulk',
      url: at('?state=draft&sort=name'),
      prepare: async (page) => {
        await page.getByLabel('All 50 on this page').click();
        await press('Archive')(page);
        await page.getByText(/This archives/).waitFor();
      },
    },
    { name: 'campaigns-import', url: at('/import') },
    { name: 'approvals', url: `${real}/#/approvals` },
    { name: 'campaigns-files', url: `${idle}/#/campaigns` },
    {
      name: 'campaigns-failure',
      url: `${real}/#/limits`,
      prepare: (page) => after(at(''), /api\/campaigns/, 'failure')(page),
    },
    { name: 'campaign', url: at(`/${CAMPAIGN}`) },
    { name: 'campaign-file', url: at('/house/open') },
    { name: 'campaign-waiting', url: at('/checked/summer-kettleby-1') },
    { name: 'campaign-unknown', url: at('/own/unknown') },
    { name: 'campaign-new', url: at('/new') },
    {
      name: 'campaign-faults',
      url: at('/new'),
      prepare: async (page) => {
        await page.getByLabel('CPM in USD', { exact: true }).fill('cheap');
        await press('Save as draft')(page);
        await page.getByText(/fields are wrong/).waitFor();
      },
    },
    { name: 'campaign-edit', url: at(`/${CAMPAIGN}/edit`) },
  ];
}
