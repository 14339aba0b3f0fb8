import { afterAll, afterEach, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import {
  DEFAULT_CAMPAIGNS_FILE,
  sampleCampaigns,
} from '../../src/demand/campaigns/default-campaigns.ts';
import { DEFAULT_PARTNERS } from '../../src/host/config/default-partners.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import type { CampaignList } from '../../src/parts/campaigns/list.ts';
import type { CampaignDocument } from '../../src/parts/campaigns/operations.ts';
import { callerOf } from '../accounts/machine.ts';
import { cleanUp, ROOT, temporaryFolder } from '../process.ts';
import { startTestServer, type TestConfig } from '../server.ts';

let machine: Machine | undefined;

async function start(config: TestConfig) {
  machine = await startTestServer(config);
  const { url, adminUrl } = machine;
  return { url, call: callerOf(adminUrl) };
}

async function stop(): Promise<void> {
  await machine?.stop(0);
  machine = undefined;
}
afterEach(stop);
afterAll(cleanUp);

const BY_DEFAULT: TestConfig = { partners: DEFAULT_PARTNERS, partnersFrom: 'defaults' };
const EXAMPLE = JSON.parse(readFileSync(join(ROOT, 'examples/request.json'), 'utf8'));

/** The campaign that wins a request about trail shoes. */
async function winner(url: string) {
  const headers = { 'Content-Type': 'application/json' };
  // With `test: 1`, a sample ad would fill it whatever the campaigns are.
  const body = JSON.stringify({ ...EXAMPLE, test: 0 });
  const response = await fetch(`${url}/openrtb2`, { method: 'POST', headers, body });
  if (response.status === 204) return response.headers.get('x-nobid-reason');
  const { seatbid } = (await response.json()) as BidResponse;
  return seatbid[0]?.bid[0]?.cid;
}

test('the first start without a config sells a sample with its first answer, and lists all as records of the store', async () => {
  const { url, call } = await start(BY_DEFAULT);
  expect(await winner(url)).toBe('ridgeline-trail');
  const { body: list } = await call<CampaignList>('GET', '/api/campaigns');
  expect(list).toMatchObject({ storePartners: ['house'], total: sampleCampaigns().length });
  const { body: one } = await call<CampaignDocument>('GET', '/api/campaigns/house/ridgeline-trail');
  expect(one).toMatchObject({ source: 'store', state: 'active', changedBy: 'parley start' });
});

test('samples that were edited or archived stay so over a restart', async () => {
  const config = { ...BY_DEFAULT, dataDir: temporaryFolder() };
  const { call } = await start(config);
  const samples = ['ridgeline-trail', 'ridgeline-winter'].map((id) => `/api/campaigns/house/${id}`);
  const [trail = '', winter = ''] = samples;
  await call('POST', `${trail}/state`, { state: 'archived' });
  const before = await call<CampaignDocument>('GET', winter);
  const headers = { 'If-Match': before.headers.get('etag') ?? '' };
  const edited = { ...before.body.definition, cpm: 7.25 };
  expect((await call('PUT', winter, edited, headers)).status).toBe(200);
  await stop();
  const again = await start(config);
  const { body: list } = await again.call<CampaignList>('GET', '/api/campaigns');
  expect(list.total).toBe(sampleCampaigns().length);
  const { body: archived } = await again.call<CampaignDocument>('GET', trail);
  expect(archived.state).toBe('archived');
  const { body: kept } = await again.call<CampaignDocument>('GET', winter);
  expect(kept.definition.cpm).toBe(7.25);
});

test('a store that the config names begins empty', async () => {
  const partners: TestConfig['partners'] = [{ name: 'house', kind: 'campaigns', store: true }];
  const { url, call } = await start({ partners });
  expect(await winner(url)).toBe('no-demand');
  const { body: list } = await call<CampaignList>('GET', '/api/campaigns');
  expect(list).toMatchObject({ storePartners: ['house'], total: 0 });
});

test('a campaign of a file names the file, and the store has no campaign of it', async () => {
  const partners: TestConfig['partners'] = [
    { name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE },
  ];
  const { url, call } = await start({ partners });
  expect(await winner(url)).toBe('ridgeline-trail');
  const { body: list } = await call<CampaignList>('GET', '/api/campaigns');
  expect(list.storePartners).toEqual([]);
  const { body: one } = await call<CampaignDocument>('GET', '/api/campaigns/house/ridgeline-trail');
  expect(one).toMatchObject({ source: 'config', changedBy: DEFAULT_CAMPAIGNS_FILE });
});
