import { afterAll, beforeAll, expect, test } from 'bun:test';
import { bidOn, startDsp } from '../auction/partners.ts';
import { eventually } from '../eventually.ts';
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

type Answer = {
  readonly revision?: number;
  readonly error?: { readonly details: { readonly faults: readonly { readonly field: string }[] } };
};

const call = async (method: string, path: string, body?: object, seen?: string) => {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = {
    'Content-Type': 'application/json',
    ...(seen === undefined ? {} : { 'If-Match': seen }),
  };
  const response = await fetch(`${adminUrl}${path}`, { method, headers, ...init });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer };
};
const setState = (domain: string, state: string) =>
  call('POST', `/api/advertisers/${domain}/state`, { state });

/** The campaign of the winner, the partner's bid or the reason why there is none. */
async function outcomeAt(port: number, publisher: string): Promise<string> {
  const response = await bid(port, saleRequest({ publisher })).catch(() => undefined);
  // A worker has a process before it has opened the port.
  if (response === undefined) return 'closed';
  if (response.status !== 200) return response.headers.get('x-nobid-reason') ?? '';
  const text = await response.text();
  return text.includes('ownshop.example') ? 'own' : 'dsp';
}

const everywhere = (publisher: string, outcome: string) =>
  Promise.all(machines.map(({ port }) => onAllWorkers(() => outcomeAt(port, publisher), outcome)));

async function replaceWorkers({ adminUrl: url }: Exchange): Promise<void> {
  const workers = async () =>
    ((await (await fetch(`${url}/status`)).json()) as { readonly workers: readonly number[] })
      .workers;
  const before = await workers();
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await eventually(async () => {
    const now = await workers();
    return now.length === before.length && !now.some((pid) => before.includes(pid));
  });
}

test('a blocked advertiser loses its bids on every machine, of partners and of campaigns alike, whatever becomes of workers, until it is allowed again', async () => {
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
  await Promise.all(machines.map(replaceWorkers));
  expect(await everywhere('any', 'blocked')).toEqual([['blocked'], ['blocked']]);
  expect((await setState('ownshop.example', 'active')).status).toBe(200);
  expect(await everywhere('any', 'own')).toEqual([['own'], ['own']]);
  expect((await setState(DSP_DOMAIN, 'active')).status).toBe(200);
  expect(await everywhere('any', 'dsp')).toEqual([['dsp'], ['dsp']]);
});

test('an advertiser is described with all faults at once, in the spelling of bids, and changed in the revision that was seen', async () => {
  const wrong = { domain: 'localhost', name: '', contact: { email: 'nobody' }, share: 1 };
  const refused = await call('POST', '/api/advertisers', wrong);
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'INVALID_ADVERTISER' } } });
  const fields = refused.body.error?.details.faults.map(({ field }) => field);
  expect(fields?.toSorted()).toEqual(['contact.email', 'name', 'share']);
  expect((await call('POST', '/api/advertisers', { domain: 'localhost', name: 'x' })).status).toBe(
    422,
  );
  const definition = { domain: 'https://www.New.example/', name: 'New', notes: 'calls on Mondays' };
  const made = await call('POST', '/api/advertisers', definition);
  expect(made).toMatchObject({
    status: 201,
    body: { id: 'new.example', state: 'active', definition: { domain: 'new.example' } },
  });
  expect((await call('POST', '/api/advertisers', definition)).status).toBe(409);
  const path = '/api/advertisers/new.example';
  expect((await call('PUT', path, definition)).status).toBe(428);
  expect((await call('PUT', path, definition, '"1"')).status).toBe(412);
  const other = { ...definition, domain: 'other.example' };
  expect((await call('PUT', path, other, `"${made.body.revision}"`)).status).toBe(422);
  const renamed = { ...definition, name: 'New Ltd' };
  expect((await call('PUT', path, renamed, `"${made.body.revision}"`)).status).toBe(200);
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await call('GET', path)).body).toMatchObject({
    isDescribed: false,
    definition: { name: 'new.example' },
  });
  expect((await call('GET', '/api/advertisers/localhost')).status).toBe(404);
});
