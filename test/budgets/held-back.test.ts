import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { CampaignDelivery, CampaignList } from '../../src/console/campaigns/api.ts';
import { findAuction } from '../find-auction.ts';
import {
  bid,
  type Exchange,
  metricOf,
  saleRequest,
  settled,
  startExchange,
} from '../notices/exchange.ts';
import { cleanUp } from '../process.ts';
import { anyCampaign, fileWith } from '../store/campaigns.ts';

/** Of the dear campaign. It pays for two impressions. */
const CPM = 10;
const TOTAL_USD = 0.02;

const CAMPAIGNS = [
  anyCampaign({
    id: 'dear',
    cpm: CPM,
    budget: { total: TOTAL_USD, pacing: 'asap' },
    targeting: { include: { publishers: ['pub-1', 'pub-2'] } },
  }),
  anyCampaign({ id: 'cheap', cpm: 1, targeting: { include: { publishers: ['pub-2'] } } }),
];

let exchange: Exchange;
/** Requests that the dear campaign ran on and could not pay for. */
let heldCount = 0;

/** Asks once more. Only the dear campaign runs on it. */
async function ask(): Promise<Response> {
  const response = await bid(exchange.port);
  if (response.headers.get('x-nobid-reason') === 'budget') heldCount++;
  return response;
}

const explained = async (response: Response) =>
  findAuction(exchange.adminUrl, response.headers.get('x-request-id') ?? '');

const SPENT = {
  reason: 'budget',
  campaign: 'dear',
  price: CPM,
  cause: 'budget',
  fault: 'its budget is spent, or reserved for ads that are sold',
} as const;

beforeAll(async () => {
  const file = fileWith(CAMPAIGNS);
  exchange = await startExchange({
    workers: 2,
    more: `partners: [{ name: own, kind: campaigns, path: "${file}" }]`,
  });
  for (let sold = 0; sold < 2; sold++) {
    expect((await settled(ask, ({ status }) => status === 200)).status).toBe(200);
  }
});
afterAll(cleanUp);

const deliveryOf = async (campaign: string) =>
  (await (
    await fetch(`${exchange.adminUrl}/api/campaigns/own/${campaign}/delivery?days=1`)
  ).json()) as CampaignDelivery;

test('an exhausted budget is the reason of the empty answer, and the explanation names the campaign', async () => {
  const response = await ask();
  expect([response.status, response.headers.get('x-nobid-reason')]).toEqual([204, 'budget']);
  const record = await explained(response);
  expect(record.partners[0]).toMatchObject({
    name: 'own',
    answer: 'no-bid',
    reason: 'matching campaigns were held back by their budget, pace or frequency caps',
  });
  expect(record.imps[0]).toMatchObject({ winner: null, noBidReason: 'budget' });
  // The supervisor tells workers the cause once a second.
  const causes = await settled(
    async () => (await explained(await ask())).partners[0]?.passed,
    (passed) => Bun.deepEquals(passed, [SPENT]),
  );
  expect(causes).toEqual([SPENT]);
});

test('the explanation of an ad that a cheaper campaign won names the dearer one that was held back', async () => {
  const body = saleRequest({ publisher: 'pub-2' });
  const response = await settled(
    () => bid(exchange.port, body),
    ({ status }) => status === 200,
  );
  heldCount++;
  const { partners, imps } = await explained(response);
  expect(imps[0]?.winner).toMatchObject({ seat: 'advertiser-of-cheap', price: 1 });
  expect(partners[0]).toMatchObject({ answer: 'bids', bids: 1, passed: [SPENT] });
});

test('each request is counted once in the delivery and the metric, and said in the state; tests are not', async () => {
  expect((await bid(exchange.port, saleRequest({ isTest: true }))).status).toBe(200);
  const { held, ...delivery } = await settled(
    () => deliveryOf('dear'),
    ({ matched }) => matched >= heldCount + 2,
  );
  expect(delivery).toMatchObject({ heldCount, bid: 2, won: 2, matched: heldCount + 2 });
  expect(held.map(({ cause }) => cause)).toContain('budget');
  expect(held.map(({ cpmUsd }) => cpmUsd)).toEqual(held.map(() => CPM));
  const cheap = await settled(
    () => deliveryOf('cheap'),
    ({ bid: bids }) => bids > 0,
  );
  expect(cheap).toMatchObject({ heldCount: 0, held: [], bid: 1 });
  expect(await metricOf(exchange, 'parley_partner_held_total', { partner: 'own' })).toBe(heldCount);
  const list = await fetch(`${exchange.adminUrl}/api/campaigns?find=dear`);
  const [row] = ((await list.json()) as CampaignList).rows;
  expect(row).toMatchObject({ campaign: 'dear', state: 'stopped' });
  expect(row?.sentence).toStartWith('budget used up: $0.00 of $0.02');
  expect(row?.sentence).toEndWith(
    `; held back from ${heldCount} of the last ${heldCount + 2} requests`,
  );
});
