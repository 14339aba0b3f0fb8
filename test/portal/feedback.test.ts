import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import type { FeedbackList } from '../../src/host/admin/feedback.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import type { PortalSettings } from '../../src/parts/portal/settings.ts';
import { type Caller, callerOf, startWithRoles, TOKENS, withPerson } from '../accounts/machine.ts';
import { eventually } from '../eventually.ts';
import { cleanUp, ROOT } from '../process.ts';

let machine: Machine;
let admin: Caller;
let pat: Caller;
let sam: Caller;
beforeAll(async () => {
  machine = await startWithRoles({
    partners: [{ name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE }],
  });
  admin = callerOf(machine.adminUrl, TOKENS.admin);
  const personOf = async (id: string) =>
    callerOf(machine.adminUrl, await withPerson(admin, { id }));
  pat = await personOf('pub-a');
  sam = await personOf('pub-b');
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

const EXAMPLE = JSON.parse(readFileSync(join(ROOT, 'examples/request.json'), 'utf8'));
const FEEDBACK = 501;

/** Sells an ad on the pages of `pub-a`, to a client that tells what people say of it. */
async function sellAd() {
  const [imp] = EXAMPLE.imp;
  const native = JSON.parse(imp.native.request);
  const root = native.native ?? native;
  root.eventtrackers = [{ event: FEEDBACK, methods: [1] }];
  const response = await fetch(`${machine.url}/openrtb2/auction`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...EXAMPLE,
      test: 0,
      site: { ...EXAMPLE.site, publisher: { id: 'pub-a' } },
      imp: [{ ...imp, bidfloor: 0.01, native: { ...imp.native, request: JSON.stringify(native) } }],
    }),
  });
  const { seatbid } = (await response.json()) as BidResponse;
  const bid = seatbid[0]?.bid[0];
  const adm = JSON.parse(bid?.adm ?? '{}');
  const { assets, eventtrackers } = adm.native ?? adm;
  const { url } = eventtrackers.find(({ event }: { event: number }) => event === FEEDBACK);
  const { title } = assets.find((asset: object) => 'title' in asset);
  return { url, title: title.text, bid };
}

test('what people say of an ad is seen by its publisher and the operator, who can block its advertiser', async () => {
  const { url, title, bid } = await sellAd();
  for (const said of ['k=hide', 'k=hide', 'k=report&r=misleading', 'k=report&r=other']) {
    expect((await fetch(`${url}&${said}`, { method: 'POST' })).status).toBe(204);
  }
  expect((await fetch(`${url}&k=report&r=my+name+is+Pat`)).status).toBe(400);

  const [advertiser = ''] = bid?.adomain ?? [];
  const row = {
    publisher: 'pub-a',
    campaign: bid?.cid ?? '',
    creative: bid?.crid ?? '',
    advertiser,
    title,
    at: expect.any(String),
    counts: { hide: 1, advertiser: 0, report: 1 },
    reasons: [{ reason: 'misleading', count: 1 }],
  };
  const ofPat = async () => (await pat<FeedbackList>('GET', '/api/portal/feedback?days=7')).body;
  await eventually(async () => (await ofPat()).rows[0]?.counts.report === 1);
  expect(await ofPat()).toEqual({ rows: [{ ...row, partner: null }], isWhole: true });
  expect((await sam<FeedbackList>('GET', '/api/portal/feedback')).body.rows).toEqual([]);

  const ofOperator = async (query: string) =>
    (await admin<FeedbackList>('GET', `/api/feedback?${query}`)).body.rows;
  const whole = [{ ...row, partner: 'house' }];
  expect(await ofOperator('publisher=pub-a&days=1')).toEqual(whole);
  expect(await ofOperator(`partner=house&campaign=${bid?.cid}`)).toEqual(whole);
  expect(await ofOperator(`advertiser=${advertiser}`)).toEqual(whole);
  expect(await ofOperator('advertiser=other.example')).toEqual([]);
  expect(await ofOperator('publisher=pub-b')).toEqual([]);
  for (const query of ['days=0', 'days=93', 'days=x']) {
    expect((await admin('GET', `/api/feedback?${query}`)).status).toBe(400);
  }

  const settings = { blockedDomains: [advertiser] };
  const blocked = await pat<PortalSettings>('PUT', '/api/portal/settings', settings, {
    'If-Match': '*',
  });
  expect(blocked.body.settings).toEqual(settings);
});
