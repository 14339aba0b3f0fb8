/**
 * The pictures of the pages, from a real exchange and the example chat: `npm run pictures -- [folder]`.
 * Without a folder they replace those of `docs/pictures`.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { DEFAULT_CAMPAIGNS_FILE } from '../../../src/demand/campaigns/default-campaigns.ts';
import { startMockDsp } from '../../../src/programs/mock-dsp/mock-dsp.ts';
import { startBrowser } from '../../browser/browser.ts';
import { PATIENT_MS } from '../../patience.ts';
import { AMPLE_LIMITS, atCleanUp, BUN, cleanUp, ROOT, run, serve } from '../../process.ts';

const QUESTION = /Trail running shoes for wet rock/;

/** Space around what is cut out of a page. */
const MARGIN_PX = 16;

/** Sharp on most screens, and below the 200 kB that `pictures.test.ts` allows. */
const PIXEL_RATIO = 1.5;

/** The first auctions of a server are its slowest. */
const WARM_UP_REQUESTS = 5;

const folder = resolve(process.argv[2] ?? join(ROOT, 'docs/pictures'));
mkdirSync(folder, { recursive: true });

const exchange = await startExchange();
await warmUp(exchange.url);
const chatUrl = await startChat(exchange.url);
const browser = await startBrowser();
try {
  await takeChat(browser, chatUrl);
  await takeAuction(browser, exchange.adminUrl);
} finally {
  await browser.close();
  await cleanUp();
}

/** The demand that comes with Parley, and two bidders over HTTP: one bids less, one is too late. */
async function startExchange() {
  const near = startMockDsp({
    seat: 'harbour',
    adomain: 'harbour-outdoor.example',
    latencyMs: { min: 35, max: 45 },
    price: { min: 4.2, max: 4.2 },
  });
  const late = startMockDsp({ latencyMs: { min: 400, max: 400 } });
  for (const dsp of [near, late]) atCleanUp(dsp.stop);
  const partners = [
    { name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE },
    { name: 'shop', kind: 'product-search', url: 'embedded' },
    { name: 'harbour-dsp', kind: 'openrtb', url: near.bidUrl, timeoutMs: 150 },
    { name: 'atlas-dsp', kind: 'openrtb', url: late.bidUrl, timeoutMs: 150 },
  ];
  const { port, stdout } = await serve(`${AMPLE_LIMITS}partners: ${JSON.stringify(partners)}\n`);
  const adminUrl = /"adminUrl":"([^"]+)"/.exec(stdout())?.[1] ?? '';
  return { url: `http://127.0.0.1:${port}`, adminUrl };
}

async function warmUp(url: string): Promise<void> {
  const body = readFileSync(join(ROOT, 'examples/request.json'), 'utf8');
  const headers = { 'Content-Type': 'application/json' };
  for (let sent = 0; sent < WARM_UP_REQUESTS; sent++) {
    await (await fetch(`${url}/openrtb2`, { method: 'POST', headers, body })).text();
  }
}

async function startChat(exchangeUrl: string): Promise<string> {
  const env = { PORT: '0', EXCHANGE_URL: exchangeUrl };
  const chat = run([join(ROOT, 'examples/chat/server.ts')], { command: BUN, env });
  await chat.printed('The chat is at ');
  await chat.printed('\n');
  return /http:\S+/.exec(chat.stdout())?.[0] ?? '';
}

/** The ad below the answer of the assistant, as a reader sees it. */
async function takeChat(from: Browser, url: string): Promise<void> {
  const page = await openPage(from, url, { width: 740, height: 770 });
  await page.getByRole('button', { name: QUESTION }).click();
  await page.locator('parley-ad').getByText('Sponsored').waitFor();
  await page.locator('form:not(.busy)').waitFor();
  await drawn(page);
  await page.screenshot({ path: join(folder, 'chat.png'), animations: 'disabled' });
}

/** The same auction, explained: what each partner did, and what became of each bid. */
async function takeAuction(from: Browser, adminUrl: string): Promise<void> {
  const page = await openPage(from, `${adminUrl}/#/auctions`, { width: 1280, height: 1000 });
  await page.locator('.row-link').first().click();
  const first = page.getByRole('region', { name: 'Time' });
  const last = page.getByRole('region', { name: /^Impression/ });
  await last.locator('parley-ad').getByText('Sponsored').waitFor();
  await drawn(page);
  const clip = await areaOf(first, last);
  await page.screenshot({ path: join(folder, 'auction.png'), clip, animations: 'disabled' });
}

type Size = { readonly width: number; readonly height: number };

async function openPage(from: Browser, url: string, viewport: Size): Promise<Page> {
  const context = await from.newContext({
    viewport,
    colorScheme: 'light',
    deviceScaleFactor: PIXEL_RATIO,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENT_MS);
  await page.goto(url);
  return page;
}

/** Until the images of the ad are there, with nothing under the mouse. */
async function drawn(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  const images = page.locator('parley-ad img');
  await images.first().waitFor();
  await images.evaluateAll((found) =>
    Promise.all(found.map((image) => (image as HTMLImageElement).decode())),
  );
}

/** From the upper left of one part of a page to the lower right of another. */
async function areaOf(first: Locator, last: Locator) {
  const [from, to] = [await first.boundingBox(), await last.boundingBox()];
  if (from === null || to === null) throw new Error('expected both parts on the page');
  return {
    x: from.x - MARGIN_PX,
    y: from.y - MARGIN_PX,
    width: Math.max(from.width, to.width) + 2 * MARGIN_PX,
    height: to.y + to.height - from.y + 2 * MARGIN_PX,
  };
}
