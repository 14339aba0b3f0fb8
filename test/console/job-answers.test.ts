import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import type { TalliedMinute } from '../../src/ledger/entry.ts';
import { writeRollup } from '../../src/ledger/rollup.ts';
import { idDigest, writeSamples } from '../../src/ledger/samples/request-samples.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { NO_DIMENSIONS } from '../../src/sale/dimensions.ts';
import { bid, databaseOf, type Exchange, saleRequest, startExchange } from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { faultsOfLooks, seriousFaults } from './axe.ts';
import { complaintsOf, startBrowser } from './browser.ts';
import { drive } from './drive.ts';

const MINUTE_MS = 60_000;
const YESTERDAY_MS = Date.now() - DAY_MS - ((Date.now() - DAY_MS) % MINUTE_MS);

let exchange: Exchange;
let browser: Browser;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  exchange = await startExchange({});
  browser = await startBrowser();
  await keepYesterday();
});
afterAll(async () => {
  await browser.close();
  await cleanUp();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
  complaints = complaintsOf(page);
});
afterEach(async () => {
  await page.close();
  // A request that is forgotten is a 404, which browsers complain of.
  expect(complaints.filter((one) => !one.includes('status of 404'))).toEqual([]);
});

const LOT = 4711;

/** A request of yesterday, and the counts of two weeks in which conversations were paced more and more. */
async function keepYesterday(): Promise<void> {
  const bids = [
    { partner: 'acme', seat: 's', adomain: ['shoes.example'], usdMicros: 900_000, code: 100 },
  ];
  const request = { site: { publisher: { id: 'pub-1' } } };
  const sample = {
    lot: LOT,
    minuteMs: YESTERDAY_MS,
    weightThousandths: 12_000,
    text: JSON.stringify({ request, bids, reasons: ['below-floor'] }),
    foundBy: {
      publisher: 'pub-1',
      requestDigest: idDigest(LOT, 'its-request-id'),
      bidRequestDigest: idDigest(LOT, 'chat-of-yesterday'),
    },
  };
  const weeks = [
    tallied(2 * DAY_MS, { requests: 1000, paced: 400, 'no-demand': 100 }),
    tallied(9 * DAY_MS, { requests: 800, paced: 40, 'no-demand': 160 }),
  ];
  const database = await databaseOf(exchange);
  await database.transaction(async (query) => {
    await writeSamples(query, { samples: [sample], days: 7, clockMs: Date.now() });
    await writeRollup(query, { events: [], charges: [], tallies: weeks });
  });
  await database.close();
}

function tallied(agoMs: number, counts: Readonly<Record<string, number>>): TalliedMinute {
  const atMs = Date.now() - agoMs;
  const dimensions = { ...NO_DIMENSIONS, publisher: 'pub-9' };
  const cells = Object.entries(counts).map(([reason, count]) => {
    const isAll = reason === 'requests';
    const measure = isAll ? ('requests' as const) : ('noBids' as const);
    return {
      measure,
      count,
      dimensions,
      partner: '',
      campaign: '',
      creative: '',
      reason: isAll ? '' : reason,
    };
  });
  return { minuteMs: atMs - (atMs % MINUTE_MS), cells };
}

const find = async (id: string) => {
  await page.getByLabel('Id', { exact: true }).fill(id);
  await page.keyboard.press('Enter');
};

/** The one request that was found. */
const openOnly = async () => {
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await page.locator('.row-link').click();
};

test('a publisher’s engineer asks why request X had no ad, by his bid request id, yesterday’s included', async () => {
  const { shows } = drive(page);
  const cell = (name: string) => page.getByRole('cell', { name }).first().waitFor();
  const sent = { ...JSON.parse(saleRequest()), id: 'chat-of-today' };
  const dear = { ...sent, imp: [{ ...sent.imp[0], bidfloor: 900 }] };
  await (await bid(exchange.port, JSON.stringify(dear))).text();
  const faulty = { ...sent, id: 'chat-with-a-fault', imp: [{ id: '1', native: {} }] };
  expect((await bid(exchange.port, JSON.stringify(faulty))).status).toBe(400);

  await page.goto(`${exchange.adminUrl}/#/auctions`);
  await shows(/every auction since \d\d:\d\d:\d\d UTC/);
  await find('chat-of-today');
  await openOnly();
  await shows(/below the floor/);

  await page.goto(`${exchange.adminUrl}/#/auctions`);
  await find('chat-with-a-fault');
  await openOnly();
  await shows(/native.request is missing/);

  await page.goto(`${exchange.adminUrl}/#/auctions`);
  await find('chat-of-yesterday');
  await shows('This machine no longer remembers the request; a sample of it was kept.');
  await cell('All bids were below the floor');
  await shows('shoes.example');
  const minute = new Date(YESTERDAY_MS).toISOString().slice(0, 16).replace('T', ' ');
  await shows(`${minute} UTC`);
  expect(await seriousFaults(page)).toEqual([]);

  await find('nobody-has-seen-it');
  await shows('Neither remembered nor sampled');
  await shows(/one in \d+ auctions is kept for 7 days/);
  expect(await seriousFaults(page)).toEqual([]);

  // By what he has where the id is lost: the minute, and who may have bid.
  const search = new URLSearchParams({
    publisher: 'pub-1',
    advertiser: 'shoes.example',
    from: new Date(YESTERDAY_MS + 30_000).toISOString(),
    to: new Date(YESTERDAY_MS + 90_000).toISOString(),
  });
  await page.goto(`${exchange.adminUrl}/#/auctions?${search}`);
  await cell('All bids were below the floor');
  // A link to a request that was forgotten.
  await page.goto(`${exchange.adminUrl}/#/auctions/its-request-id`);
  await shows('a sample of it was kept');
});

test('an operator explains why fill fell against last week', async () => {
  const { follow, shows } = drive(page);
  await page.goto(`${exchange.adminUrl}/#/auctions`);
  await follow('Fill against the week before');
  await shows(
    /Fill fell from 75\.0 % to \d\d\.\d %\. Most of it: “Held back by conversation pacing”/,
  );
  const row = page.getByRole('row', { name: /Held back by conversation pacing/ });
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    'Held back by conversation pacing',
    '400',
    '40',
    '+360',
    expect.stringMatching(/^−3\d\.\d points$/),
  ]);
  expect(await page.getByText(/paced|no-demand|loss-/).count()).toBe(0);
  expect(await faultsOfLooks(page)).toEqual([]);
});
