import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PATIENT_MS } from '../patience.ts';
import { seriousFaults } from './axe.ts';
import { startBrowser } from './browser.ts';
import { drive } from './drive.ts';
import { type ConsoleServer, startConsoleServer } from './server.ts';

const TOKEN = 'a-token-of-sixteen';

let browser: Browser;
let open: ConsoleServer;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  open = await startConsoleServer({ token: TOKEN });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await open.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  page.setDefaultTimeout(PATIENT_MS);
  await logIn(open);
});

async function logIn({ url }: ConsoleServer): Promise<void> {
  await page.goto(`${url}/#/live`);
  await drive(page).fill('Admin token', TOKEN);
  await drive(page).press('Log in');
  await drive(page).heading('Live');
}

afterEach(() => context.close());

test('an operator sees who they are, and every tab says what it shows', async () => {
  await page.getByText('admin may change everything').waitFor();
  for (const [address, title] of [
    ['publishers/pub%201', 'pub 1 · Publishers · Parley'],
    ['campaigns/house/shoes', 'shoes · Campaigns · Parley'],
    ['campaigns/house/shoes/edit', 'Edit shoes · Campaigns · Parley'],
    ['reports', 'Reports · Parley'],
    ['reports/saved/066b692b', 'Saved report · Reports · Parley'],
    ['auctions?compare=week', 'Fill against the week before · Auctions · Parley'],
    ['nowhere', 'Not found · Parley'],
  ]) {
    await page.goto(`${open.url}/#/${address}`);
    await page.waitForFunction((wanted) => document.title === wanted, title);
  }
  await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
});

test('an operator gets to a page and to a request with the keyboard alone', async () => {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog').getByRole('combobox');
  await search.waitFor();
  await search.pressSequentially('repo');
  await page.getByRole('option', { name: 'Reports' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await drive(page).heading('Reports');
  await page.keyboard.press('Control+k');
  await search.fill('req-4711');
  await page.getByRole('option', { name: 'req-4711' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/auctions\?find=req-4711/);
});

test('a poll that fails keeps what was there, and says since when it is old', async () => {
  await page.goto(`${open.url}/#/limits`);
  await drive(page).heading('Limits');
  const rows = page.locator('main tbody tr');
  await rows.first().waitFor();
  const count = await rows.count();
  await page.route('**/api/limits', (route) => route.abort());
  await page.getByText('could not be loaded again').waitFor();
  expect(await rows.count()).toBe(count);
  await page.unroute('**/api/limits');
  await drive(page).press('Try again');
  await page.getByText('could not be loaded again').waitFor({ state: 'detached' });
});

test('the way back from a campaign keeps the search of the list', async () => {
  await page.goto(`${open.url}/#/campaigns?find=a&sort=name`);
  await drive(page).heading('Campaigns');
  await page.locator('main tbody a').first().click();
  await page.locator('.back a').click();
  await page.waitForURL(/#\/campaigns\?find=a&sort=name/);
});

test('a printed page has its figures, and no menu', async () => {
  await page.goto(`${open.url}/#/limits`);
  await page.locator('main tbody tr').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.bar').isVisible()).toBeFalse();
  expect(await page.locator('main tbody tr').first().isVisible()).toBeTrue();
});

/** The forms of things, by address, as links of others have them. */
const FORMS = [
  ['campaigns/new', 'campaigns'],
  ['campaigns/import', 'campaigns'],
  ['publishers?view=new', 'publishers'],
  ['partners?view=new', 'partners'],
  ['advertisers?view=new', 'advertisers'],
  ['buyers?view=new', 'buyers'],
  ['buyers/products?view=new', 'products'],
] as const;

test('somebody who may look is offered nothing else', async () => {
  const readOnly = await startConsoleServer({ token: TOKEN, role: 'read' });
  try {
    await logIn(readOnly);
    await page.getByText('read may look').waitFor();
    expect(await page.getByRole('link', { name: 'Chat' }).count()).toBe(0);
    const offered = page.getByRole('button', { name: /^(Send|Pause|Resume|New|Add|Import)/ });
    const links = page.getByRole('link', { name: /^(New|Add) / });
    for (const name of ['Playground', 'Campaigns', 'Publishers', 'Partners', 'Statements']) {
      await page.goto(`${readOnly.url}/#/${name.toLowerCase()}`);
      await drive(page).heading(name);
      expect([await offered.count(), await links.count()]).toEqual([0, 0]);
    }
    for (const [address, things] of FORMS) {
      await page.goto(`${readOnly.url}/#/${address}`);
      await drive(page).heading(`Your role cannot change ${things}`);
      expect(await page.locator('main input, main button').count()).toBe(0);
    }
    await page.goto(`${readOnly.url}/#/chat`);
    await drive(page).heading('There is no such page');
  } finally {
    await readOnly.stop();
  }
});

test('while the campaigns load or cannot be loaded, they can be created, and no state has a count', async () => {
  const loading = Promise.withResolvers<never>();
  const failing = await startConsoleServer({ api: { campaigns: () => loading.promise } });
  const isAsUsual = async () => {
    await page.getByRole('link', { name: 'New campaign' }).waitFor();
    await page.getByRole('link', { name: 'Import' }).waitFor();
    expect(await page.getByLabel('State').locator('option').allTextContents()).not.toContainEqual(
      expect.stringContaining('('),
    );
  };
  try {
    await page.goto(`${failing.url}/#/campaigns`);
    await page.getByText('Loading …').waitFor();
    await isAsUsual();
    loading.reject(new Error('down'));
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await isAsUsual();
  } finally {
    await failing.stop();
  }
});

test('where no partner has a store, the campaigns say what the config lacks', async () => {
  const rows = { rows: [], total: 0, page: 1, pages: 1, states: [], isWhole: true };
  const bare = await startConsoleServer({
    api: { campaigns: () => ({ ...rows, storePartners: [] }) },
  });
  try {
    await page.goto(`${bare.url}/#/campaigns`);
    await page.getByText('- { name: own, kind: campaigns, store: true }').waitFor();
    expect(await page.getByRole('link', { name: /New campaign|Import/ }).count()).toBe(0);
  } finally {
    await bare.stop();
  }
});

test('while the database has not answered since the start, nobody reads that there are no campaigns', async () => {
  const rows = { rows: [], total: 0, page: 1, pages: 1, states: [], storePartners: ['own'] };
  const down = await startConsoleServer({
    api: { campaigns: () => ({ ...rows, isWhole: false }) },
  });
  try {
    await page.goto(`${down.url}/#/campaigns`);
    await page.getByText('Campaigns of the store are missing here.').waitFor();
    expect(await page.getByText('No campaign yet').count()).toBe(0);
  } finally {
    await down.stop();
  }
});

test('what somebody has typed waits behind the login while their session has ended', async () => {
  const rows = { rows: [], total: 0, page: 1, pages: 1, states: [], isWhole: true };
  const campaigns = () => ({ ...rows, storePartners: ['own'] });
  const server = await startConsoleServer({ token: TOKEN, api: { campaigns } });
  try {
    await logIn(server);
    await page.goto(`${server.url}/#/campaigns/new`);
    const { fill, press, shows } = drive(page);
    const advertiser = page.getByLabel('Advertiser', { exact: true });
    await advertiser.fill('Ridgeline');
    await context.clearCookies();
    await advertiser.fill('Ridgeline Running');
    await shows('Your session has ended. What you typed is kept');
    await fill('Admin token', TOKEN);
    await press('Log in');
    await advertiser.waitFor();
    expect(await advertiser.inputValue()).toBe('Ridgeline Running');
  } finally {
    await server.stop();
  }
});
