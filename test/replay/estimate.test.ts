import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { CampaignEstimate } from '../../src/host/offers.ts';
import { openDatabase } from '../../src/lib/sql/database.ts';
import { replay } from '../../src/parts/insight/command.ts';
import { campaignOf, creativeOf } from '../campaigns/test-support.ts';
import { runCommand } from '../command.ts';
import { eventually } from '../eventually.ts';
import { cleanUp } from '../process.ts';
import { type Started, startFrom } from '../start-from.ts';
import { apiOf, type ErrorBody } from '../store/api.ts';
import { sendAll, startSteadyDsp, trafficRequest } from './traffic.ts';

const TOKEN = 'ada-has-this-token';

/** About half of them match the campaign that is estimated. */
const REQUESTS = 1200;
/** So few at a time that nearly all are sampled: of a draw of half of them, chance alone is off by more than a tenth now and then. */
const PART = 300;
const traffic = Array.from({ length: REQUESTS }, (_, n) => trafficRequest(n));

/** The campaign in question. It runs in Germany, and half of its price in the last turns. */
const NEW = campaignOf({
  id: 'new',
  cpm: 6,
  targeting: { include: { countries: ['DE', 'FR'] }, exclude: { keywords: ['socks'] } },
  adjustments: [{ when: { turns: { from: 4 } }, factor: 0.5 }],
  creatives: [creativeOf({ id: 'card' })],
});

const { cpm: _, ...ELSE } = NEW;
const CLICKS = { ...ELSE, id: 'clicks', advertiser: 'Nobody Yet', cpc: 0.6 };

/** Others of the same partner: one that is targeted, and one that gives way to any that is. */
const OTHERS = [
  campaignOf({ id: 'rival', cpm: 3, targeting: { include: { keywords: ['tent'] } } }),
  campaignOf({ id: 'filler', cpm: 5 }),
];

let exchange: Started;
let ada: ReturnType<typeof apiOf>;

beforeAll(async () => {
  const dsp = startSteadyDsp();
  exchange = await startFrom(`admin: { port: 0, token: ${TOKEN} }
partners:
  - { name: own, kind: campaigns, store: true }
  - { name: dsp, kind: openrtb, url: "${dsp.url}" }
publishers:
  - { id: pub-1, floors: { default: 1 } }
  - { id: pub-3, blockedDomains: [new.example] }
`);
  ada = apiOf(exchange.adminUrl, TOKEN);
  for (const campaign of OTHERS) await start(campaign);
});
afterAll(cleanUp);

async function start(campaign: typeof NEW): Promise<void> {
  expect((await ada.create(campaign)).status).toBe(201);
  expect((await ada.setState(campaign.id, 'active')).status).toBe(200);
}

async function stop(id: string): Promise<void> {
  expect((await ada.setState(id, 'paused')).status).toBe(200);
}

/** What the whole traffic sells to a campaign that was just started. */
async function soldBy(id: string) {
  const sold = await sendAll(exchange.url, traffic);
  return sold.filter(({ campaign }) => campaign === id);
}

async function query(sql: string) {
  const database = await openDatabase({
    kind: 'sqlite',
    file: join(exchange.dataDir, 'parley.db'),
  });
  try {
    return await database.query(sql);
  } finally {
    await database.close();
  }
}

async function estimate(campaign: object): Promise<CampaignEstimate> {
  const response = await ada.call('POST', '/api/campaigns/estimate?partner=own', campaign);
  expect(response.status).toBe(200);
  return (await response.json()) as CampaignEstimate;
}

/** The same, of all samples: on a busy machine there may be no time for all. */
async function wholeEstimate(campaign: object): Promise<CampaignEstimate> {
  const [row] = await query('select count(*) as count from request_samples');
  let told = await estimate(campaign);
  await eventually(async () => {
    if (told.sample.requests >= Math.min(4000, Number(row?.count))) return true;
    told = await estimate(campaign);
    return false;
  });
  return told;
}

/** Until the samples in the database stand for so many requests. */
async function sampled(requests: number): Promise<void> {
  await eventually(async () => {
    const [row] = await query('select sum(weight_thousandths) as weight from request_samples');
    // Each sample's part is rounded.
    return Math.abs(Number(row?.weight) / 1000 - requests) < 5;
  });
}

const isNear = (got: number, expected: number) =>
  Math.abs(got - expected) <= expected * 0.1 ? 'near' : `${got}, not near ${expected}`;

test('an estimate says what the same traffic does once the campaign runs, within 10 %', async () => {
  for (let sent = 0; sent < REQUESTS; sent += PART) {
    await sendAll(exchange.url, traffic.slice(sent, sent + PART));
    await sampled(sent + PART);
  }
  const expected = await wholeEstimate(NEW);
  const ofClicks = await wholeEstimate(CLICKS);

  const matching = traffic.filter(
    ({ device, site }) => device.geo.country !== 'USA' && site.keywords !== 'wet socks',
  );
  expect(matching.length).toBeGreaterThan(500);
  expect(isNear(expected.requests, REQUESTS)).toBe('near');
  expect(isNear(expected.matched, matching.length)).toBe('near');

  const { clickRate, curve, impressions } = ofClicks;
  expect(clickRate).toEqual({ rate: expect.any(Number), of: 'nobody' });
  expect(curve.map(({ bidUsd }) => bidUsd)).toContain(CLICKS.cpc ?? 0);
  expect(curve.at(-1)?.impressions).toBeGreaterThan(impressions);
  // It pays for clicks in any auction, and half of it in the last turns.
  const clicks = ofClicks.spendUsd / 0.6 / impressions;
  expect(clicks).toBeLessThanOrEqual(clickRate.rate);
  expect(clicks).toBeGreaterThan(0.5 * clickRate.rate);
  // At once: the exchange learns from every impression without a click.
  await start(CLICKS);
  const portions = `select id from portions where campaign like '%${CLICKS.id}%'`;
  await eventually(async () => (await query(portions)).length > 0);
  // It explores by chance, and what is learned meanwhile lowers its bid: the slower the traffic, the fewer sales.
  const sold = (await soldBy(CLICKS.id)).length;
  expect(sold).toBeGreaterThan(impressions / 3);
  expect(sold).toBeLessThan(1.5 * impressions);
  await stop(CLICKS.id);

  await start(NEW);
  const live = await soldBy(NEW.id);
  expect(live.length).toBeGreaterThan(100);
  expect(isNear(expected.impressions, live.length)).toBe('near');
  const spendUsd = live.reduce((sum, { price }) => sum + price / 1000, 0);
  expect(isNear(expected.spendUsd, spendUsd)).toBe('near');
  await stop(NEW.id);
});

test('what a campaign lacks, meets and loses to is told, with the limit that it reaches first', async () => {
  const told = await estimate({ ...NEW, budget: { daily: 0.5, impressions: { daily: 100 } } });
  expect(told.conditions.map(({ field }) => field).sort()).toEqual([
    'targeting.exclude.keywords',
    'targeting.include.countries',
  ]);
  const lost = new Map(told.lost.map(({ kind, example }) => [kind, example]));
  expect(lost.get('misfit')).toBe('no creative has an icon of at least 20×20');
  expect(lost.get('blocked')).toBe('advertiser new.example is blocked');
  expect([...lost.keys()]).toContain('below-floor');
  expect([...lost.keys()]).toContain('outbid');
  expect(['budget.daily', 'budget.impressions.daily']).toContain(told.limitedBy ?? '');
  expect(told.spendUsd).toBeLessThanOrEqual(0.5);
  expect(told.impressions).toBeLessThanOrEqual(100);
  // More money wins more, and the bid of the campaign is one of the curve.
  const { curve } = told;
  expect(curve.map(({ bidUsd }) => bidUsd)).toContain(NEW.cpm ?? 0);
  expect(curve.at(-1)?.impressions).toBeGreaterThan(curve[0]?.impressions ?? 0);
});

test('conditions on the person are not estimated, which the answer says', async () => {
  // Both estimates read the same samples only once those of the whole traffic are stored.
  await sampled(3 * REQUESTS);
  const include = { countries: ['DE'], interests: ['running'] };
  const with_ = await wholeEstimate({ ...NEW, targeting: { include } });
  const without = await wholeEstimate({ ...NEW, targeting: { include: { countries: ['DE'] } } });
  expect(with_.ignored).toEqual(['targeting.include.interests']);
  expect(with_.matched).toBe(without.matched);
});

test('a campaign with faults is not estimated, and every fault has its field', async () => {
  const faulty = { ...NEW, cpm: -1, domain: 'no host', zone: 'Mars/Olympus' };
  const response = await ada.call('POST', '/api/campaigns/estimate', faulty);
  expect(response.status).toBe(422);
  const { error } = (await response.json()) as ErrorBody;
  expect(error.details.faults?.map(({ field }) => field)).toEqual(['domain', 'cpm', 'zone']);
  expect((await ada.call('POST', '/api/campaigns/estimate?partner=dsp', NEW)).status).toBe(404);
});

test('a body that is too long or no JSON is refused as what it is', async () => {
  const send = async (body: string) => {
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const at = `${exchange.adminUrl}/api/campaigns/estimate`;
    const response = await fetch(at, { method: 'POST', headers, body });
    const { error } = (await response.json()) as ErrorBody;
    return [response.status, error.details.reason];
  };
  expect(await send(JSON.stringify({ ...NEW, id: 'x'.repeat(300_000) }))).toEqual([
    413,
    expect.stringMatching(/^expected at most 262144 bytes/),
  ]);
  expect((await send('{'))[0]).toBe(400);
});

test('so many estimates wait, each for its turn; a further one is told to wait, and none is told anything else', async () => {
  const ask = () => ada.call('POST', '/api/campaigns/estimate?partner=own', NEW);
  const statuses = (await Promise.all(Array.from({ length: 8 }, ask))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await ask()).status).toBe(200);
});

test('nothing of the person is in the samples', async () => {
  const rows = await query('select body, minute_ms from request_samples');
  expect(rows.length).toBeGreaterThan(1000);
  const text = rows.map(({ body }) => body).join('\n');
  for (const secret of ['192.0.2', 'somebody', 't-17', '"ip"', '"user"', '"ifa"']) {
    expect(text).not.toContain(secret);
  }
  expect(rows.every(({ minute_ms }) => Number(minute_ms) % 60_000 === 0)).toBe(true);
});

async function replayed(...args: readonly string[]) {
  const { dataDir, configFile } = exchange;
  const printed = await runCommand(replay, args, {
    PARLEY_CONFIG: configFile,
    PARLEY_DATA_DIR: dataDir,
  });
  const rows = printed.stdout.split('\n').map((line) => line.split(/ {2,}/));
  return { ...printed, row: (name: string) => rows.find(([first]) => first === name) };
}

test('parley replay tells what a floor, a block and a lost partner would have changed', async () => {
  // Of the traffic before the campaigns were started, and of that with each of them.
  await sampled(3 * REQUESTS);
  const floor = await replayed('--floor', 'pub-1=20');
  expect(floor.code).toBe(0);
  expect(floor.row('publisher pub-1')?.slice(2, 4)).toEqual(['0', '-100.0 %']);
  expect(floor.row('publisher pub-2')?.[3]).toBe('=');
  expect(floor.row('in all')?.[3]).toStartWith('-');

  const block = await replayed('--block', 'steady.example');
  expect(block.row('partner dsp')?.slice(2, 4)).toEqual(['0', '-100.0 %']);
  expect(Number(block.row('partner own')?.[2])).toBeGreaterThan(
    Number(block.row('partner own')?.[1]),
  );

  const without = await replayed('--without', 'dsp');
  expect(without.row('partner dsp')?.[2]).toBe('0');
  expect(without.row('in all')?.slice(1)).toEqual(block.row('in all')?.slice(1));
});

test('parley replay says what it cannot read', async () => {
  expect(await replayed('--floor', 'pub-1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--floor: expected a publisher and a CPM like pub-1=1.20'),
  });
  expect(await replayed('--floor', 'pub-l=1')).toMatchObject({
    code: 0,
    stderr: 'no sampled request of publisher "pub-l" is sold, with or without its floor\n',
  });
  expect(await replayed()).toMatchObject({ code: 2 });
  expect(await replayed('--without', 'nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('neither config nor store has a partner "nobody"'),
  });
});
