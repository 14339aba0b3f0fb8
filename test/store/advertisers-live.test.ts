import { afterAll, beforeAll, expect, test } from 'bun:test';
import { bidOn, startDsp } from '../auction/partners.ts';
import { bid, type Exchange, SHARED_KEY, saleRequest, startExchange } from '../notices/exchange.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { atCleanUp, cleanUp } from '../process.ts';
import { anyCampaign, campaignsCommand, fileWith, onAllWorkers } from './campaigns.ts';

let machines: readonly Exchange[];
let adminUrl: string;

const DSP_DOMAIN = 'brand.example';
const OWN = anyCampaign({ id: 'own-ad', domain: 'ownshop.example', cpm: 1 });

beforeAll(async () => {
  const dsp = startDsp((request) => bidOn(request, { adomain: ['https://www.Brand.example/'] }));
  atCleanUp(dsp.stop);
  const postgres = await startPostgres();
  const more = `
publishers: [{ id: fixed }]
partners: [{ name: dsp, kind: openrtb, url: "${dsp.url}" }, { name: own, kind: campaigns, store: true }]`;
  const databaseUrl = await postgres.newDatabase();
  const options = { workers: 2, databaseUrl, keys: [SHARED_KEY], more };
  machines = await Promise.all([startExchange(options), startExchange(options)]);
  const [first] = machines as [Exchange];
  adminUrl = first.adminUrl;
  await campaignsCommand(first, 'import', 'own', fileWith([OWN]));
});
afterAll(cleanUp);

const call = async (method: string, path: string, body?: object) => {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${adminUrl}${path}`, { method, headers, ...init });
  return { status: response.status, body: await response.json().catch(() => undefined) };
};
const setState = (domain: string, state: string) =>
  call('POST', `/api/advertisers/${domain}/state`, { state });

/** The campaign of the winner, the partner's bid or the reason why there is none. */
async function outcomeAt(port: number, publisher: string): Promise<string> {
  const response = await bid(port, saleRequest({ publisher }));
  if (response.status !== 200) return response.headers.get('x-nobid-reason') ?? '';
  const text = await response.text();
  return text.includes('ownshop.example') ? 'own' : 'dsp';
}

const everywhere = (publisher: string, outcome: string) =>
  Promise.all(machines.map(({ port }) => onAllWorkers(() => outcomeAt(port, publisher), outcome)));

test('a blocked advertiser loses its bids on every machine, of partners and of campaigns alike, until it is allowed again', async () => {
  expect(await everywhere('any', 'dsp')).toEqual([['dsp'], ['dsp']]);
  expect((await setState(DSP_DOMAIN, 'blocked')).status).toBe(200);
  expect(await everywhere('any', 'own')).toEqual([['own'], ['own']]);
  expect((await setState('OwnShop.example', 'blocked')).body).toMatchObject({
    id: 'ownshop.example',
    state: 'blocked',
    definition: { name: OWN.advertiser, domain: 'ownshop.example' },
  });
  expect(await everywhere('fixed', 'blocked')).toEqual([['blocked'], ['blocked']]);
  const explained = JSON.stringify(await (await fetch(`${adminUrl}/auctions`)).json());
  expect(explained).toContain('the exchange blocks advertiser brand.example');
  expect((await setState('ownshop.example', 'active')).status).toBe(200);
  expect(await everywhere('any', 'own')).toEqual([['own'], ['own']]);
  expect((await setState(DSP_DOMAIN, 'active')).status).toBe(200);
  expect(await everywhere('any', 'dsp')).toEqual([['dsp'], ['dsp']]);
});
