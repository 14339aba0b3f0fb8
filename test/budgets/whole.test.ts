import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault } from '../../src/host/config/config.ts';
import { loadSetup } from '../../src/host/config/setup.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import type { CampaignDelivery } from '../../src/parts/campaigns/delivery.ts';
import type { CampaignList } from '../../src/parts/campaigns/list.ts';
import { eventually } from '../eventually.ts';
import { findAuction } from '../find-auction.ts';
import { startInProcess } from '../in-process.ts';
import {
  bid,
  buy,
  call,
  databaseOf,
  factsOf,
  metricOf,
  reportOf,
  saleRequest,
  settled,
  startHere,
} from '../notices/exchange.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';
import { budgetedPartner, buyOut, campaignFile, IMPRESSION_USD } from './budgeted-exchange.ts';

afterAll(cleanUp);

const IMPRESSIONS = 30;

test('a daily budget is sold and billed to the last impression over a restart, and not one more', async () => {
  const config = { partners: [budgetedPartner(IMPRESSIONS)], dataDir: temporaryFolder() };
  const half = { sold: IMPRESSIONS / 2, billed: IMPRESSIONS / 2 };
  const first = await startHere(config);
  expect(await buyOut([first.port], half.sold, half.sold)).toEqual(half);
  const database = await databaseOf(first);
  await factsOf(database, half.billed);
  // Then nothing is held any more that would be missing to the next for some minutes.
  await first.stop(0);
  const [held] = await database.query('select sum(held_micros) as micros from portions');
  expect(Number(held?.micros ?? 0)).toBe(0);

  const second = await startHere(config);
  expect(await buyOut([second.port], half.sold)).toEqual(half);
  await factsOf(database, IMPRESSIONS);
  const [row] = (await reportOf(second)).filter(({ spend_usd }) => Number(spend_usd) > 0);
  const spend_usd = (IMPRESSIONS * IMPRESSION_USD).toFixed(2);
  expect(row).toMatchObject({ partner: 'own', spend_usd });
});

/** A config in this folder whose only campaign is this one, of a file. */
function setupIn(folder: string, campaign: object) {
  const configFile = join(folder, 'parley.yaml');
  const partners = [{ name: 'own', kind: 'campaigns', path: campaignFile([campaign]) }];
  const listen = { host: '127.0.0.1', port: 0 };
  const config = { listen, admin: { port: 0 }, dataDir: join(folder, 'data'), partners };
  writeFileSync(configFile, JSON.stringify(config));
  const setup = loadSetup({ PARLEY_CONFIG: configFile }, folder);
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  return setup;
}

test('a campaign of a file that gets a budget at a reload sells all of it, and not more', async () => {
  const folder = temporaryFolder();
  const free = { id: 'free', cpm: IMPRESSION_USD * 1000 };
  const machine = await startInProcess(setupIn(folder, free), createRuntime(silentLog));
  atCleanUp(() => machine.stop(0));
  await eventually(async () => (await bid(machine.port)).status === 200);
  const budget = { total: 6 * IMPRESSION_USD, pacing: 'asap' };
  await machine.reload(setupIn(folder, { ...free, budget }));
  const all = { sold: 6, billed: 6 };
  expect(await buyOut([machine.port], all.sold)).toEqual(all);
});

/** Clicks within a second of the impression are not charged. */
const BEFORE_CLICKS_MS = 1200;

test('the budget of a campaign holds for clicks that come after its file has lost it', async () => {
  const folder = temporaryFolder();
  const lost = { id: 'lost', cpc: 1, budget: { total: 1 } };
  const machine = await startInProcess(setupIn(folder, lost), createRuntime(silentLog));
  atCleanUp(() => machine.stop(0));
  const { port } = machine;
  await eventually(async () => (await bid(port)).status === 200);
  const bought = [await buy(port), await buy(port)];
  for (const { burl = '', impression } of bought) {
    for (const url of [burl, impression]) expect((await call(url)).ok).toBeTrue();
  }
  await Bun.sleep(BEFORE_CLICKS_MS);
  await machine.reload(setupIn(folder, { ...lost, id: 'other' }));
  for (const { link } of bought) expect((await call(link)).status).toBe(302);
  await eventually(async () => {
    const uncharged = await metricOf(machine, 'parley_uncharged_total', { reason: 'over-budget' });
    return uncharged === 1;
  });
  expect(await metricOf(machine, 'parley_spend_usd_total', { partner: 'own' })).toBe(1);
});

/** CPM in USD of the dear campaign, whose budget pays for two impressions. */
const DEAR = 10;

test('a campaign that its budget holds back is named in the answer, the explanation, the delivery and the list', async () => {
  const runsOn = (publishers: readonly string[]) => ({ include: { publishers } });
  const path = campaignFile([
    {
      id: 'dear',
      cpm: DEAR,
      budget: { total: 0.02, pacing: 'asap' },
      targeting: runsOn(['pub-1', 'pub-2']),
    },
    { id: 'cheap', cpm: 1, targeting: runsOn(['pub-2']) },
  ]);
  const exchange = await startHere({ partners: [{ name: 'own', kind: 'campaigns', path }] });
  /** Requests that the dear campaign ran on and could not pay for. */
  let heldCount = 0;
  const ask = async () => {
    const response = await bid(exchange.port);
    if (response.headers.get('x-nobid-reason') === 'budget') heldCount++;
    return response;
  };
  const explained = async (response: Response) =>
    findAuction(exchange.adminUrl, response.headers.get('x-request-id') ?? '');
  for (let sold = 0; sold < 2; sold++) {
    expect((await settled(ask, ({ status }) => status === 200)).status).toBe(200);
  }
  const response = await ask();
  expect([response.status, response.headers.get('x-nobid-reason')]).toEqual([204, 'budget']);
  expect((await explained(response)).imps[0]).toMatchObject({
    winner: null,
    noBidReason: 'budget',
  });
  // The supervisor tells workers the cause once a second.
  const ofBudget = { reason: 'budget', campaign: 'dear', price: DEAR, cause: 'budget' };
  const spent = expect.objectContaining(ofBudget);
  await eventually(async () => {
    const { partners } = await explained(await ask());
    return JSON.stringify(partners[0]?.passed).includes('"cause":"budget"');
  });
  // A cheaper campaign wins, and the dearer one is named as well.
  const won = await settled(
    () => bid(exchange.port, saleRequest({ publisher: 'pub-2' })),
    ({ status }) => status === 200,
  );
  heldCount++;
  const { partners, imps } = await explained(won);
  expect(imps[0]?.winner).toMatchObject({ price: 1 });
  expect(partners[0]).toMatchObject({ answer: 'bids', bids: 1, passed: [spent] });

  // In test mode it is not held back, and that is counted nowhere.
  expect((await bid(exchange.port, saleRequest({ isTest: true }))).status).toBe(200);
  const deliveryOf = async (id: string) => {
    const found = await fetch(`${exchange.adminUrl}/api/campaigns/own/${id}/delivery?days=1`);
    return (await found.json()) as CampaignDelivery;
  };
  const { held, ...delivery } = await settled(
    () => deliveryOf('dear'),
    ({ matched }) => matched >= heldCount + 2,
  );
  expect(delivery).toMatchObject({ heldCount, bid: 2, won: 2, matched: heldCount + 2 });
  expect(held.map(({ cause, cpmUsd }) => [cause, cpmUsd])).toContainEqual(['budget', DEAR]);
  const ofCheap = await settled(
    () => deliveryOf('cheap'),
    ({ bid: bids }) => bids > 0,
  );
  expect(ofCheap).toMatchObject({ heldCount: 0, held: [], bid: 1 });
  expect(await metricOf(exchange, 'parley_partner_held_total', { partner: 'own' })).toBe(heldCount);
  const list = await fetch(`${exchange.adminUrl}/api/campaigns?find=dear`);
  const [row] = ((await list.json()) as CampaignList).rows;
  expect(row).toMatchObject({ campaign: 'dear', state: 'stopped' });
  expect(row?.sentence).toContain(`held back from ${heldCount} of the last ${heldCount + 2}`);
});
