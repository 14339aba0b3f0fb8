import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PATIENT_MS } from '../patience.ts';
import { complaintsOf, startBrowser } from './browser.ts';
import { type ConsoleServer, PUBLISHER_KEY, startConsoleServer } from './server.ts';

const TOKEN = 'a-long-enough-token';
let browser: Browser;
let open: ConsoleServer;
let locked: ConsoleServer;
let context: BrowserContext;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  open = await startConsoleServer();
  locked = await startConsoleServer({ token: TOKEN });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await Promise.all([open.stop(), locked.stop()]);
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

describe('the login', () => {
  const offer = async (token: string) => {
    await page.getByLabel('Admin token').fill(token);
    await press('Log in');
  };

  test('takes the right token only, and a logout ends it', async () => {
    await page.goto(locked.url);
    await offer('wrong');
    await shows('This is not an admin token.');
    await offer(TOKEN);
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await page.reload();
    await page.goto(`${locked.url}/#/chat`);
    await press(/trail shoes/);
    await page.locator('parley-ad').waitFor();
    await press('Log out');
    await page.getByLabel('Admin token').waitFor();
    await page.goto(`${locked.url}/#/auctions`);
    await page.getByLabel('Admin token').waitFor();
  });

  test('slows down who guesses, and lets in who has the token', async () => {
    const guarded = await startConsoleServer({ token: TOKEN });
    try {
      await page.goto(guarded.url);
      for (let i = 0; i < 5; i++) {
        const answered = page.waitForResponse((response) => response.url().endsWith('/login'));
        await offer(`guess ${i}`);
        expect((await answered).status()).toBe(401);
        await page.getByRole('alert').waitFor();
        // The console empties the field after the answer, and with it what is typed before.
        await page.locator('input:invalid').waitFor();
      }
      await offer('guess 5');
      await shows('This is not an admin token; there were several wrong ones');
      await offer(TOKEN);
      await page.getByRole('heading', { name: 'Live' }).waitFor();
    } finally {
      await guarded.stop();
    }
  });
});

describe('the playground', () => {
  test('leads from an invalid request to its ad', async () => {
    await page.goto(`${open.url}/#/playground`);
    await press('4 · Products');
    await shows('Valid, integration level 4 of 4.');
    const valid = await editor().inputValue();

    await editor().fill(valid.replace('"bidfloor": 0.5', '"bidfloor": -1'));
    await shows('imp[0].bidfloor');
    const line = valid.split('\n').findIndex((text) => text.includes('bidfloor')) + 1;
    expect(await page.locator('.gutter .bad').textContent()).toBe(String(line));
    await press(`Show line ${line}`);

    await editor().fill(valid.replace('"test": 1,', '"test": 1'));
    await shows(/^Invalid JSON format$/);

    await editor().fill(valid);
    await shows('Valid, integration level 4 of 4.');
    await press('Send');
    const ad = page.locator('parley-ad[preview]').getByRole('article', { name: /^Sponsored: / });
    await ad.waitFor();
    expect(await ad.locator('img.main').getAttribute('src')).toContain('/images/');
    expect(complaints).toEqual([]);
  });

  test('marks every fault at its line, and leads to each', async () => {
    await page.goto(`${open.url}/#/playground`);
    await press('4 · Products');
    await shows('Valid, integration level 4 of 4.');
    const faulty = (await editor().inputValue())
      .replace('"test": 1', '"test": 7,\n  "tmax": 5')
      .replace('"bidfloor": 0.5', '"bidfloor": -1');
    await editor().fill(faulty);
    await shows('3 faults; the endpoint answers with the first of them:');
    const lineOf = (key: string) =>
      String(faulty.split('\n').findIndex((line) => line.includes(`"${key}"`)) + 1);
    const fields = await page.locator('.fault-list strong').allTextContents();
    expect(fields).toEqual(['imp[0].bidfloor', 'test', 'tmax']);
    expect(new Set(await page.locator('.gutter .bad').allTextContents())).toEqual(
      new Set(['test', 'bidfloor', 'tmax'].map(lineOf)),
    );
    const notes = await page.locator('.line-note.bad').allTextContents();
    expect(notes).toEqual([
      expect.stringContaining('but got -1'),
      'expected 0 or 1, but got 7',
      'expected an integer from 100 to 5000, but got 5',
    ]);
    await press(`Show line ${lineOf('tmax')}`);
    const before = await editor().evaluate(
      (area: HTMLTextAreaElement) => area.value.slice(0, area.selectionStart).split('\n').length,
    );
    expect(String(before)).toBe(lineOf('tmax'));
    expect(complaints).toEqual([]);
  });

  test('writes the faults of one line beside each other, and counts those beyond the bound', async () => {
    await page.goto(`${open.url}/#/playground`);
    await editor().fill('{"id": 1, "imp": [], "at": 3}');
    await shows('3 faults; the endpoint answers with the first of them:');
    expect(await page.locator('.line-note').count()).toBe(1);
    expect(await page.locator('.line-note').textContent()).toMatch(/but got 1; .*; .*but got 3$/);
    await editor().fill(JSON.stringify({ id: 'r', imp: [], bcat: Array(103).fill(1) }));
    await shows('104 faults; the endpoint answers with the first of them:');
    await shows('… and 4 more.');
    expect(await page.locator('.fault-list li').count()).toBe(100);
    expect(complaints).toEqual([]);
  });

  test('says why there is no ad, and what to do', async () => {
    await page.goto(`${open.url}/#/playground`);
    const request = await editor().inputValue();
    await editor().fill(
      request.replace('"test": 1', '"test": 0, "badv": ["example"], "tmax": 300'),
    );
    await press('Send');
    await shows('The publisher blocks these ads (blocked).');
    await shows(/Check badv/);
  });

  test('sends the key of a publisher that has to show one, and puts it into the curl command', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${open.url}/#/playground`);
    const request = await editor().inputValue();
    await editor().fill(request.replace('"pub-1"', '"keyed"'));
    await press('Send');
    await shows(/expected the header Authorization: Bearer <key>/);
    await page.getByLabel('Publisher’s key').fill(PUBLISHER_KEY);
    await press('Send');
    await page.locator('parley-ad').waitFor();
    await press('Copy as curl');
    await shows('Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`-H 'Authorization: Bearer ${PUBLISHER_KEY}'`);
    expect(complaints).toEqual([]);
  });

  test('keeps the request and its answer over a reload, and shares the request as a link', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${open.url}/#/playground`);
    await press('4 · Products');
    await press('Send');
    await page.locator('parley-ad').waitFor();
    const request = await editor().inputValue();
    await page.reload();
    await page.locator('parley-ad').waitFor();
    expect(await editor().inputValue()).toBe(request);
    await press('Copy link');
    await shows('Copied');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await context.newPage();
    await other.goto(link);
    await other.getByText('Valid, integration level 4 of 4.').waitFor();
    expect(await other.getByLabel('Bid request', { exact: true }).inputValue()).toBe(request);
    expect(complaints).toEqual([]);
  });

  test('hands the request over as a curl command', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${open.url}/#/playground`);
    await editor().fill('{"id": "it\'s"}');
    await press('Copy as curl');
    await shows('Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`'${open.publicUrl}/openrtb2'`);
    expect(copied).toContain(String.raw`--data-binary '{"id": "it'\''s"}'`);
  });
});

describe('the chat', () => {
  test('goes from a sentence to a sponsored ad, with the request one click away', async () => {
    await page.goto(`${open.url}/#/chat`);
    await page
      .getByLabel('Message', { exact: true })
      .fill('trail shoes under $150, I need them this week');
    await page.keyboard.press('Enter');
    const chips = page.getByRole('list', { name: 'Derived signals' });
    await chips.waitFor();
    const understood = await chips.getByRole('listitem').allTextContents();
    expect(understood).toContain('keyword trail shoes');
    expect(understood).toContain('price up to 150 USD');
    expect(understood).toContain('signal urgency');
    await page.locator('parley-ad').getByText('Sponsored').waitFor();
    await page.getByText('Request', { exact: true }).click();
    await shows(/"max_price": 150/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
    await page.reload();
    await page.locator('parley-ad').getByText('Sponsored').waitFor();
    await page.getByRole('link', { name: 'See the auction' }).click();
    await page.locator('.waterfall').waitFor();
    await page.goBack();
    await page.locator('parley-ad').waitFor();
    await press('Start over');
    await shows('Start with one of these, or write your own message:');
    expect(complaints).toEqual([]);
  });

  test('leads from the ad to its request in the playground, as the README says', async () => {
    await page.goto(`${open.url}/#/chat`);
    await press(/trail shoes/);
    await page.locator('parley-ad').waitFor();
    await page.getByText('Request', { exact: true }).click();
    await press('Open in the playground');
    await page.getByRole('heading', { name: 'Playground' }).waitFor();
    await shows('Valid, integration level 4 of 4.');
    const request = await editor().inputValue();
    expect(request).toContain('trail shoes');
    await editor().fill(request.replace('"test": 1', '"test": "yes"'));
    await shows('expected 0 or 1, but got the string "yes"');
    expect(complaints).toEqual([]);
  });

  test('reads messages together, and asks for no ad beside grief', async () => {
    await page.goto(`${open.url}/#/chat`);
    for (const text of ['I need a camping tent', 'under 300 euros', 'my dog died']) {
      await page.getByLabel('Message', { exact: true }).fill(text);
      await page.keyboard.press('Enter');
      const turn = page.getByRole('region', { name: /^Message/ }).last();
      await turn.getByText(text, { exact: true }).waitFor();
      await turn.getByRole('list', { name: 'Derived signals' }).waitFor();
    }
    const second = page.getByRole('region', { name: 'Message 2' });
    expect(await second.getByRole('listitem').allTextContents()).toContain('price up to 300 EUR');
    expect(await second.getByRole('listitem').allTextContents()).toContain('keyword camping tent');
    const third = page.getByRole('region', { name: 'Message 3' });
    await third.getByText('No ad, on purpose.').waitFor();
    expect(await third.getByText('Request', { exact: true }).count()).toBe(0);
    await press('Start over');
  });

  test('asks for no ad for a message in a language that the kit does not read (ruling 66)', async () => {
    await page.goto(`${open.url}/#/chat`);
    await page.getByLabel('Message', { exact: true }).fill('Etsin uusia juoksukenkiä');
    await page.keyboard.press('Enter');
    const turn = page.getByRole('region', { name: 'Message 1' });
    await turn.getByText('unknown-language').waitFor();
    expect(await turn.getByText('Request', { exact: true }).count()).toBe(0);
    await press('Start over');
  });

  test('says when the publisher’s pacing keeps it quiet', async () => {
    await page.goto(`${open.url}/#/chat`);
    await page.getByLabel('Publisher', { exact: true }).fill('paced');
    await press(/trail shoes/);
    await shows('Held back by conversation pacing (paced).');
    await page.getByLabel('Message', { exact: true }).fill('coffee beans please');
    await page.keyboard.press('Enter');
    await page.locator('parley-ad').waitFor();
  });
});
