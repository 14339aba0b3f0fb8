import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MockDsp, startMockDsp } from '../../src/mock-dsp/mock-dsp.ts';
import type { BidResponse } from '../../src/openrtb/bid-response.ts';
import { atCleanUp, ROOT, type Serving, serve, temporaryFolder } from '../process.ts';

/** A real machine with demand of every kind, good and bad, and its admin port. */
export type RealMachine = {
  readonly url: string;
  readonly adminUrl: string;
  /** Sends a bid request that is not a test, with these changes to the example. */
  readonly send: (change?: RequestChange) => Promise<Sent>;
  readonly stdout: Serving['stdout'];
  readonly configFile: string;
};

export type RequestChange = {
  readonly publisher?: string;
  readonly keywords?: string;
  readonly floor?: number;
  readonly intent?: string;
  readonly turn?: number;
  readonly country?: string;
};

export type Sent = {
  readonly status: number;
  readonly requestId: string;
  readonly bids: readonly {
    readonly cid?: string;
    readonly nurl?: string;
    readonly burl?: string;
  }[];
};

const EXAMPLE = readFileSync(join(ROOT, 'examples/request.json'), 'utf8');

const creative = (id: string) => ({
  id: `${id}-1`,
  title: 'Grip for wet rock',
  sponsored: 'Ridgeline Running',
  cta: 'Find your size',
  link: 'https://ridgeline.example/scree',
  images: [{ url: 'https://cdn.ridgeline.example/scree.jpg', w: 1200, h: 627 }],
});

const campaign = (id: string, cpm: number, more: object = {}) => ({
  id,
  advertiser: 'Ridgeline Running',
  domain: 'ridgeline.example',
  categories: ['IAB17-30'],
  cpm,
  ...more,
  creatives: [creative(id)],
});

const wants = (keyword: string) => ({ targeting: { include: { keywords: [keyword] } } });

/** One whose day is soon over, one that is paced, one without a budget, one to come, one nobody wants. */
const CAMPAIGNS = [
  campaign('dear', 1000, { budget: { daily: 2, pacing: 'asap' }, ...wants('dear') }),
  campaign('paced', 20, { budget: { total: 500, daily: 24, pacing: 'even' } }),
  campaign('open', 3, { targeting: { exclude: { keywords: ['nothing'] } } }),
  campaign('later', 9, { flight: { start: '2035-01-01', end: '2035-12-31' } }),
  campaign('unwanted', 9, wants('zither strings')),
];

type MachineOptions = {
  readonly limits?: object;
  /** Two partners with campaigns of the store: `own`, and `checked`, whose creatives are approved. */
  readonly hasStore?: boolean;
};

const STORES = [
  { name: 'own', kind: 'campaigns', store: true },
  { name: 'checked', kind: 'campaigns', store: true, approval: true },
];

export async function startRealMachine(options: MachineOptions = {}): Promise<RealMachine> {
  const { limits = AMPLE, hasStore = false } = options;
  const dsps = {
    acme: startMockDsp({
      latencyMs: { p50: 8, p99: 40 },
      price: { min: 1, max: 8 },
      noBidRate: 0.3,
    }),
    slow: startMockDsp({ latencyMs: { min: 60, max: 160 }, price: { min: 2, max: 9 } }),
    broken: startMockDsp({ errorRate: 0.7, malformedRate: 0.2 }),
  };
  for (const dsp of Object.values(dsps)) atCleanUp(dsp.stop);
  const path = join(temporaryFolder(), 'campaigns.yaml');
  writeFileSync(path, JSON.stringify({ campaigns: CAMPAIGNS }));
  const openrtb = (name: string, { bidUrl: url }: MockDsp, more: object = {}) => ({
    name,
    kind: 'openrtb',
    url,
    timeoutMs: 120,
    ...more,
  });
  const partners = [
    { name: 'house', kind: 'campaigns', path },
    openrtb('acme', dsps.acme, { qpsMax: 100 }),
    openrtb('slow', dsps.slow),
    openrtb('broken', dsps.broken),
    ...(hasStore ? STORES : []),
  ];
  const publishers = [{ id: 'quiet', firstAdTurn: 3, turnGap: 4 }];
  // JSON is YAML; `serve` looks for keys at the beginning of a line.
  const config = { limits, publishers, partners };
  const lines = Object.entries(config).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  const serving = await serve(`${lines.join('')}listen: { workers: 2 }\n`);
  const adminPort = /"adminUrl":"http:\/\/[^:"]+:(\d+)"/.exec(serving.stdout())?.[1];
  const url = `http://127.0.0.1:${serving.port}`;
  return {
    url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    send: (change = {}) => send(url, change),
    stdout: serving.stdout,
    configFile: serving.configFile,
  };
}

const AMPLE = { globalPerSecond: 100_000, publisherPerSecond: 100_000, ipPerSecond: 100_000 };

async function send(url: string, change: RequestChange): Promise<Sent> {
  const { publisher = 'pub-1', keywords = 'trail shoes', floor = 0.5 } = change;
  const { intent = 'purchase_inquiry', turn = 3, country = 'USA' } = change;
  const request = JSON.parse(EXAMPLE);
  request.test = 0;
  request.tmax = 300;
  request.id = crypto.randomUUID();
  request.site = { ...request.site, keywords, publisher: { id: publisher } };
  request.device.geo.country = country;
  request.imp[0].bidfloor = floor;
  Object.assign(request.ext.service, { messageSequenceNumber: turn });
  request.ext.service.intent.value = intent;
  const response = await fetch(`${url}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  });
  const requestId = response.headers.get('x-request-id') ?? '';
  if (response.status === 503) {
    // The machine gave the worker no time. A publisher tries again too.
    await response.text();
    await Bun.sleep(100);
    return send(url, change);
  }
  if (response.status !== 200) {
    await response.text();
    return { status: response.status, requestId, bids: [] };
  }
  const answer = (await response.json()) as BidResponse;
  const bids = (answer.seatbid ?? []).flatMap(({ bid }) => bid);
  return { status: 200, requestId, bids };
}

/** Calls a notice as a publisher would. */
export async function notify(url: string | undefined): Promise<void> {
  if (url !== undefined) await (await fetch(url)).text();
}
