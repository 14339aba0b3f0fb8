import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PATIENT_MS } from '../patience.ts';
import { complaintsOf, startBrowser } from './browser.ts';
import { type ConsoleServer, startConsoleServer } from './server.ts';

let browser: Browser;
let open: ConsoleServer;
let context: BrowserContext;
let page: Page;
let complaints: readonly string[];

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
  // Shorter than a test may take, so that what fails says where; others may use the machine too.
  page.setDefaultTimeout(PATIENT_MS);
  complaints = complaintsOf(page);
});
afterEach(() => context.close());

const shows = (text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const editor = () => page.getByLabel('Bid request', { exact: true });

describe('an auction', () => {
  test('is found in the list, by filter, and opened', async () => {
    await page.goto(`${open.url}/#/chat`);
    await press(/espresso machine/);
    await page.locator('parley-ad').waitFor();
    await page.goto(`${open.url}/#/auctions`);
    await page.getByLabel('Outcome').selectOption('Sold');
    await page.getByLabel(/^Partner/).selectOption('house');
    await page.getByLabel('Its answer').selectOption('bid');
    await page.locator('.row-link').first().click();
    await page.getByRole('columnheader', { name: 'Result' }).waitFor();
    await shows('What privacy withheld');
    expect(complaints).toEqual([]);
  });

  test('shows times, fates, what was withheld, and the ad as a reader sees it', async () => {
    await page.goto(`${open.url}/#/auctions/full`);
    await shows('too late, after 200.0 ms');
    await shows('not asked: it needs a consent that is not there');
    await shows('0.3 is below the floor of 0.5 USD');
    await shows(/did not see identifiers \(US Privacy: opted out of sale\)/);
    await shows('Repaired: floor-rounded-up (imp[0].bidfloor)');
    await page.locator('parley-ad').getByText('Shoes that hold').waitFor();
    await press('Try again in test mode');
    await editor().waitFor();
    expect(JSON.parse(await editor().inputValue())).toMatchObject({ id: 'again', test: 1 });
    expect(complaints).toEqual([]);
  });

  test('a hostile ad harms nobody', async () => {
    await page.goto(`${open.url}/#/auctions/hostile`);
    const ad = page.locator('parley-ad');
    await ad.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await ad.locator('img').count()).toBe(0);
    expect(await ad.getByRole('link').getAttribute('href')).toBe('https://link.example/');
    await ad.getByRole('link').click();
    expect(context.pages()).toHaveLength(1);
  });

  test('that is not remembered is said to be so', async () => {
    await page.goto(`${open.url}/#/auctions/unknown`);
    await shows(/Neither remembered nor sampled/);
  });

  test('the search box finds a refused request by its id, with code, field and reason', async () => {
    const response = await fetch(`${open.publicUrl}/openrtb2`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"id":5}',
    });
    await page.goto(`${open.url}/#/auctions`);
    // It stands among the auctions, and the search leaves it alone there.
    await page
      .getByRole('row', { name: /Refused/ })
      .first()
      .waitFor();
    await page.getByLabel('Id', { exact: true }).fill(response.headers.get('x-request-id') ?? '');
    await press('Find');
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    await page.locator('.row-link').click();
    await shows('INVALID_FIELD_TYPE');
    await shows(/expected .*, but got 5/);
    await page.getByText('id', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('the figures', () => {
  test('move while someone looks', async () => {
    await page.goto(`${open.url}/#/live`);
    const requests = page.locator('.tile dd').first();
    await requests.waitFor();
    const before = await requests.textContent();
    await page.waitForFunction(
      (text) => document.querySelector('.tile dd')?.textContent !== text,
      before,
    );
    await page.getByText('4,200 lost before this: why').click();
    await shows(/Held back by conversation pacing/);
    expect(complaints).toEqual([]);
  });

  test('a partner is paused and resumed', async () => {
    await page.goto(`${open.url}/#/partners`);
    await press('Pause acme');
    await press('Pause acme now');
    await shows('Paused by ada');
    await press('Resume acme');
    await shows('Circuit breaker open after too many failures');
    await page.getByRole('link', { name: 'Auctions of acme' }).click();
    await page.getByRole('heading', { name: 'Auctions' }).waitFor();
    expect(await page.getByLabel(/^Partner/).inputValue()).toBe('acme');
  });

  test('say that they are old when the connection is lost, and not that all is well', async () => {
    await page.addInitScript(() => {
      const Real = EventSource;
      // Cuts the stream as a network does: it ends, and the browser means to try again.
      globalThis.EventSource = class extends Real {
        constructor(url: string | URL) {
          super(url);
          addEventListener('cut', () => {
            this.close();
            Object.defineProperty(this, 'readyState', { value: Real.CONNECTING });
            this.dispatchEvent(new Event('error'));
          });
        }
      };
    });
    await page.goto(`${open.url}/#/live`);
    await shows(/its circuit breaker is open/);
    await shows(/All other partners are\. Look at one of its auctions/);
    await page.evaluate(() => dispatchEvent(new Event('cut')));
    await shows('The connection was lost. Reconnecting …');
    await shows(/The state of the machine is unknown/);
    expect(await page.getByText(/its circuit breaker is open/).count()).toBe(0);
  });

  test('are in one time zone on every page, which can be chosen', async () => {
    const berlin = await browser.newContext({ timezoneId: 'Europe/Berlin' });
    const there = await berlin.newPage();
    there.setDefaultTimeout(PATIENT_MS);
    await there.goto(`${open.url}/#/reports?by=day`);
    await there
      .getByRole('cell', { name: /^2026-11-11/ })
      .first()
      .waitFor();
    await there.getByText('Days and hours are of UTC.').waitFor();
    await there.getByRole('button', { name: 'Times: UTC' }).click();
    await there.getByText('Days and hours are of Europe/Berlin.').waitFor();
    await there.goto(`${open.url}/#/auctions/full`);
    await there.getByText(/\d\d:\d\d:\d\d CES?T/).waitFor();
    await berlin.close();
  });

  test('a report is cut by another dimension, and comes as a file', async () => {
    await page.goto(`${open.url}/#/reports`);
    await press('Partner');
    await page.getByRole('cell', { name: 'partner 2' }).first().waitFor();
    // Requests are not of a partner.
    const row = page.getByRole('row').filter({ hasText: 'partner 2' });
    expect(await row.locator('[data-label="Sold"]').first().textContent()).not.toBe('–');
    await page.getByRole('row', { name: /^Total/ }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^parley-.*\.csv$/);
  });
});
