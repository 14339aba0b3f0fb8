import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  databaseOf,
  type Exchange,
  factsOf,
  reportOf,
  startExchange,
  stopExchange,
} from '../../test/notices/exchange.ts';
import { PATIENT_AUCTION } from '../../test/patience.ts';
import { cleanUp } from '../../test/process.ts';
import { createParley } from '../src/parley.ts';
import { servePage } from './browser-page.ts';
import { PATIENT_ASK_MS } from './patient-ask.ts';
import { TRAIL_SHOES } from './scripted-exchange.ts';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await startExchange({ more: PATIENT_AUCTION });
});
afterAll(cleanUp);

test('an ad that is asked for, drawn, seen and clicked in a browser is billed once by a real exchange', async () => {
  const url = `http://127.0.0.1:${exchange.port}`;
  const parley = createParley({ url, publisher: 'pub-1', timeoutMs: PATIENT_ASK_MS });
  const asked = await parley.ask({ messages: TRAIL_SHOES });
  expect(asked.reason).toBeNull();

  const server = await servePage('element-page.ts', `${url} https:`);
  const { page, context, complaints } = await server.open();
  await page.evaluate((ad) => globalThis.show(ad), asked.ad);
  await page.evaluate((ad) => globalThis.show(ad), asked.ad);
  await page.locator('parley-ad img.main').first().waitFor();
  const database = await databaseOf(exchange);
  await factsOf(database, 4);
  await Promise.all([context.waitForEvent('page'), page.locator('parley-ad a').first().click()]);
  await factsOf(database, 5);
  expect(complaints).toEqual([]);

  await stopExchange(exchange);
  const facts = await factsOf(database, 5);
  expect(facts.map(({ kind }) => kind)).toEqual(['bill', 'click', 'impression', 'viewable', 'win']);
  const [row] = (await reportOf(exchange)).filter(({ wins }) => Number(wins) > 0);
  expect(row).toMatchObject({ wins: 1, impressions: 1, viewables: 1, clicks: 1, losses: 0 });
  expect(Number(row?.spend_usd)).toBeGreaterThan(0);
});
