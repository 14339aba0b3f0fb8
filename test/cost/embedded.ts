import { createFindSensitive } from '../../src/core/auction/find-sensitive.ts';
import { createGate, GATE_WORDS } from '../../src/core/auction/gate.ts';
import { NO_RULES } from '../../src/core/auction/rules.ts';
import type { ReadyPartner } from '../../src/core/auction/solicit.ts';
import { createExchange } from '../../src/core/exchange/exchange.ts';
import { createRecentRefusals } from '../../src/core/exchange/recent-refusals.ts';
import { createRememberedAuctions } from '../../src/core/exchange/remembered-auctions.ts';
import { NO_PLACEMENTS } from '../../src/core/sale/dimensions.ts';
import { createNoticeKeys } from '../../src/core/sale/keys.ts';
import { createSeller } from '../../src/core/sale/sell.ts';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import { createLiveCampaigns } from '../../src/demand/campaigns/live-campaigns.ts';
import { CampaignsFault, readCampaigns } from '../../src/demand/campaigns/read-campaigns.ts';
import { startCatalog } from '../../src/demand/catalog/server.ts';
import { PRODUCT_SEARCH } from '../../src/demand/product-search/kind.ts';
import { createRateBook } from '../../src/demand/rate-book.ts';
import { createMachineLimiter } from '../../src/host/limits/machine-limiter.ts';
import { createLayout } from '../../src/host/observe/layout.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { createWorkerMetrics } from '../../src/host/observe/worker-metrics.ts';
import { createRequestRecorder } from '../../src/host/worker/record.ts';
import { createSensitiveMatcher } from '../../src/language/sensitive/matcher.ts';
import { SHIPPED_LISTS } from '../../src/language/sensitive/shipped-lists.ts';
import { createDeliveryTally } from '../../src/ledger/delivery/delivery-tally.ts';
import {
  createRequestSamples,
  SAMPLES_SAVED_MAX,
} from '../../src/ledger/samples/sample-requests.ts';
import { createTally } from '../../src/ledger/tally.ts';
import { considerate } from '../../src/lib/steps.ts';
import { ownCounters } from '../own-counters.ts';

/** The whole way of a bid request in a worker, from its text to its record, with the demand that comes with Parley. */

const NOW_MS = Date.UTC(2026, 4, 6, 14);
const LIMITS = { globalPerSecond: 1e7, publisherPerSecond: 1e7, ipPerSecond: 1e7 };
const STEPS = { few: 20, many: 100 };

export async function createEmbedded() {
  const campaigns = readCampaigns(DEFAULT_CAMPAIGNS_FILE);
  if (campaigns instanceof CampaignsFault) throw new Error(campaigns.message);
  const catalog = startCatalog({
    host: '127.0.0.1',
    port: 0,
    imageBaseUrl: 'https://bid.example.com',
  });
  const now = () => NOW_MS;
  const rates = createRateBook();
  const live = createLiveCampaigns(
    {
      name: 'house',
      imageBaseUrl: 'https://bid.example.com',
      pace: considerate(now),
      whenQuiet: () => () => {},
      rates,
      budgets: {
        canPay: () => true,
        reserve: () => 0,
        countTrial: () => {},
        holdCause: () => 'budget',
        countHeld: () => {},
      },
    },
    campaigns.map((campaign, row) => ({ id: campaign.id, row, text: JSON.stringify(campaign) })),
  );
  const search = PRODUCT_SEARCH.create(
    { name: 'shop', kind: 'product-search', url: 'embedded', acceptsTest: true },
    { catalogUrl: `http://127.0.0.1:${catalog.port}`, rates, nowMs: now },
  );
  const standing = { gvlId: undefined, needsConsent: false };
  const partners: readonly ReadyPartner[] = [
    { partner: live.partner, standing, isPaused: () => false },
    {
      partner: search,
      standing,
      isPaused: () => false,
      gate: createGate({ words: new BigUint64Array(GATE_WORDS), nowMs: now }),
      send: async ({ url }) => {
        const reply = await fetch(url);
        return { status: reply.status, text: await reply.text() };
      },
      connections: () => 1,
      retire() {},
    },
  ];
  const layout = createLayout(1);
  for (const [row, name] of ['house', 'shop'].entries()) {
    layout.add({ name, isRemote: name === 'shop' }, row);
  }
  const slab = layout.slabAt(new BigUint64Array(layout.words), 0);
  const tally = createTally(now, { steps: STEPS });
  const delivery = createDeliveryTally(now, () => delivery.flush());
  // Of busy traffic hardly any request is sampled: a worker of so many may take one of all that are sent here.
  const samples = createRequestSamples({
    nowMs: now,
    chance: Math.random,
    workers: SAMPLES_SAVED_MAX,
  });
  const noLines = { take: () => undefined };
  const recorder = createRequestRecorder({
    recent: createRememberedAuctions(250, now),
    refusals: createRecentRefusals(),
    notifyLosses: () => {},
    metrics: createWorkerMetrics(layout, slab),
    sampler: noLines,
    refusalSampler: noLines,
    tally,
    delivery,
    sample: (auction) => samples.consider(auction, new Map()),
    isOwn: (name) => name === 'house',
    log: silentLog,
    nowMs: now,
  });
  let left = 0;
  let done = () => {};
  const exchange = createExchange({
    limiter: createMachineLimiter(LIMITS, ownCounters(LIMITS), now),
    locate: () => undefined,
    authorize: () => undefined,
    auction: {
      partners: () => partners,
      rulesOf: () => NO_RULES,
      rates: new Map(),
      defaultType: 1,
      timeoutMs: 60_000,
      findSensitive: createFindSensitive(createSensitiveMatcher(SHIPPED_LISTS)),
    },
    tickMs: () => performance.now(),
    nowMs: now,
    chance: Math.random,
    newId: () => crypto.randomUUID(),
    placementsOf: () => NO_PLACEMENTS,
    sell: createSeller({
      publicUrl: 'https://bid.example.com',
      keys: createNoticeKeys(['a key of more than thirty-two characters']),
      nowMs: now,
      billOnOf: () => 'burl',
      shareOf: () => 10_000,
      trackersOf: () => 'client',
    }),
    recorder: {
      ...recorder,
      auction(auction) {
        recorder.auction(auction);
        if (--left === 0) done();
      },
    },
    onRecordError: (error) => {
      throw error;
    },
  });
  const headers = new Headers({ 'content-type': 'application/json' });
  return {
    /** Serves the bodies as one batch; resolves when all are recorded. */
    async serve(bodies: readonly string[]): Promise<readonly unknown[]> {
      left = bodies.length;
      const all = new Promise<void>((resolve) => {
        done = resolve;
      });
      const outcomes = bodies.map((text) =>
        exchange(
          {
            caller: '192.0.2.1',
            requestId: crypto.randomUUID(),
            arrivedMs: performance.now(),
            isOverloaded: false,
            origin: null,
            headers,
            readBody: () => ({ text, bytes: text.length, repairs: [] }),
          },
          'strict',
        ),
      );
      const settled = await Promise.all(outcomes);
      await all;
      return settled.map(({ outcome }) => outcome);
    },
    stop: () => catalog.stop(),
  };
}
