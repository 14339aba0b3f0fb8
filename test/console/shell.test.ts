import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PATIENT_MS } from '../patience.ts';
import { startBrowser } from './browser.ts';
import { type ConsoleServer, startConsoleServer } from './server.ts';

let browser: Browser;
let open: ConsoleServer;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  open = await startConsoleServer();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await open.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  page.setDefaultTimeout(PATIENT_MS);
});
afterEach(() => context.close());

describe('the keyboard', () => {
  /** Both keys at once: on a busy machine the second one could come when the first is forgotten. */
  const chord = (key: string) =>
    page.evaluate((second) => {
      for (const name of ['g', second]) dispatchEvent(new KeyboardEvent('keydown', { key: name }));
    }, key);

  /** The keys work from the moment the page does, which its heading alone does not say. */
  async function goTo(key: string, name: string): Promise<void> {
    const heading = page.getByRole('heading', { name });
    for (let tries = 0; tries < 20 && !(await heading.isVisible()); tries++) {
      await chord(key);
      await heading.waitFor({ timeout: 1000 }).catch(() => {});
    }
    await heading.waitFor();
  }

  test('goes to pages, shows help, and stays out of the way of typing', async () => {
    await page.goto(`${open.url}/#/auctions`);
    await page.getByRole('heading', { name: 'Auctions' }).waitFor();
    await goTo('c', 'Chat');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const message = page.getByLabel('Message', { exact: true });
    await message.pressSequentially('g a?');
    expect(await message.inputValue()).toBe('g a?');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('the first stop skips the menu', async () => {
    await page.goto(`${open.url}/#/auctions`);
    await page.getByRole('heading', { name: 'Auctions' }).waitFor();
    await page.keyboard.press('Tab');
    await page.locator('.skip:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
  });
});

test('a page that does not exist is said not to', async () => {
  await page.goto(`${open.url}/#/nowhere`);
  await page.getByText('There is no such page').waitFor();
});

test('the theme that was chosen is kept', async () => {
  await page.goto(open.url);
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});
