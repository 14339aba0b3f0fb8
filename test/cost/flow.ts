import { createFindSensitive } from '../../src/core/auction/find-sensitive.ts';
import { createGate, GATE_WORDS } from '../../src/core/auction/gate.ts';
import type { HttpPartner } from '../../src/core/auction/partner.ts';
import { NO_RULES } from '../../src/core/auction/rules.ts';
import type { ReadyPartner } from '../../src/core/auction/solicit.ts';
import { createExchange, type Settled } from '../../src/core/exchange/exchange.ts';
import type { Endpoint } from '../../src/core/exchange/receive.ts';
import { createRecentRefusals } from '../../src/core/exchange/recent-refusals.ts';
import { createRememberedAuctions } from '../../src/core/exchange/remembered-auctions.ts';
import { NO_PLACEMENTS } from '../../src/core/sale/dimensions.ts';
import { createNoticeKeys } from '../../src/core/sale/keys.ts';
import { createSeller } from '../../src/core/sale/sell.ts';
import { createCampaignsPartner } from '../../src/demand/campaigns/campaigns-partner.ts';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import { CampaignsFault, readCampaigns } from '../../src/demand/campaigns/read-campaigns.ts';
import { OPENRTB } from '../../src/demand/openrtb/kind.ts';
import { PRODUCT_SEARCH } from '../../src/demand/product-search/kind.ts';
import { createRateBook } from '../../src/demand/rate-book.ts';
import { createMachineLimiter } from '../../src/host/limits/machine-limiter.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { createRequestRecorder } from '../../src/host/worker/record.ts';
import { createSensitiveMatcher } from '../../src/language/sensitive/matcher.ts';
import { SHIPPED_LISTS } from '../../src/language/sensitive/shipped-lists.ts';
import { createRequestSamples } from '../../src/ledger/samples/sample-requests.ts';
import { ownCounters } from '../own-counters.ts';
import { PATIENT_MS } from '../patience.ts';

/** The whole way of a bid request inside one process, with partners that answer what they are told to. */

export const PARTNERS = 12;

export type Flow = {
  /** Until the auction is recorded. */
  readonly serve: (text: string, endpoint?: Endpoint) => Promise<Settled['outcome']>;
};

export type FlowOptions = {
  /** What every OpenRTB partner answers; an empty text is no bid. */
  readonly answer?: string;
  /** What the product search answers. */
  readonly offers?: string;
};

const NOW_MS = Date.UTC(2026, 4, 6, 14);
const LIMITS = { globalPerSecond: 1e6, publisherPerSecond: 1e6, ipPerSecond: 1e6 };
/** The same for all flows, since it is large. No run comes near the limits. */
const COUNTERS = ownCounters(LIMITS);

const SEATS_EACH = 100;

/** The first is the name of the partner. */
export function seatsOf(partner: string): readonly string[] {
  return Array.from({ length: SEATS_EACH }, (_, i) => (i === 0 ? partner : `${partner}-${i}`));
}

/** With the versions and seats that partners differ in. */
const OPENRTB_PARTS = {
  exchangeDomain: 'bid.example.com',
  defaultAuctionType: 1,
  currencies: ['USD'],
} as const;

const loaded = readCampaigns(DEFAULT_CAMPAIGNS_FILE);
if (loaded instanceof CampaignsFault) throw new Error(loaded.message);
const campaigns = loaded;

const findSensitive = createFindSensitive(createSensitiveMatcher(SHIPPED_LISTS));

export function createFlow({ answer = '', offers = '{"ads":[]}' }: FlowOptions = {}): Flow {
  let recorded = Promise.withResolvers<void>();
  const samples = createRequestSamples({ nowMs: () => NOW_MS, chance: () => 0, workers: 1 });
  const recorder = createRequestRecorder({
    recent: createRememberedAuctions(250, () => NOW_MS),
    refusals: createRecentRefusals(),
    notifyLosses: () => {},
    metrics: { auction: () => {}, refused: () => {}, leftOut: () => {} },
    sampler: { take: () => undefined },
    refusalSampler: { take: () => undefined },
    tally: { count: () => {} },
    delivery: { count: () => {} },
    sample: (auction) => samples.consider(auction, new Map()),
    isOwn: () => false,
    log: silentLog,
    nowMs: () => NOW_MS,
  });
  const partners = partnersThatAnswer(answer, offers);
  const exchange = createExchange({
    limiter: createMachineLimiter(LIMITS, COUNTERS, () => NOW_MS),
    locate: () => undefined,
    authorize: () => undefined,
    auction: {
      partners: () => partners,
      rulesOf: () => NO_RULES,
      rates: new Map(),
      defaultType: 1,
      timeoutMs: PATIENT_MS,
      findSensitive,
    },
    tickMs: () => performance.now(),
    nowMs: () => NOW_MS,
    chance: () => 0.5,
    newId: () => crypto.randomUUID(),
    placementsOf: () => NO_PLACEMENTS,
    sell: createSeller({
      publicUrl: 'https://bid.example.com',
      keys: createNoticeKeys(['a key of more than thirty-two characters']),
      nowMs: () => NOW_MS,
      billOnOf: () => 'burl',
      shareOf: () => 10_000,
      trackersOf: () => 'server',
    }),
    recorder: {
      auction(auction) {
        recorder.auction(auction);
        recorded.resolve();
      },
      refusal(refused) {
        recorder.refusal(refused);
        recorded.resolve();
      },
      withoutNative: () => recorded.resolve(),
    },
    onRecordError: (error) => recorded.reject(error),
  });
  return {
    async serve(text, endpoint = 'strict') {
      recorded = Promise.withResolvers();
      const { outcome } = await exchange(
        {
          caller: '192.0.2.1',
          requestId: crypto.randomUUID(),
          arrivedMs: performance.now(),
          isOverloaded: false,
          origin: null,
          headers: new Headers(),
          readBody: async () => ({ text, bytes: Buffer.byteLength(text), repairs: [] }),
        },
        endpoint,
      );
      await recorded.promise;
      return outcome;
    },
  };
}

function partnersThatAnswer(answer: string, offers: string): readonly ReadyPartner[] {
  const dsps = Array.from({ length: PARTNERS - 2 }, (_, i) =>
    remote(
      OPENRTB.create(
        {
          name: `dsp-${i}`,
          kind: 'openrtb',
          url: 'http://dsp.example/',
          acceptsTest: true,
          openrtbVersion: i % 2 === 0 ? '2.5' : '2.6',
        },
        OPENRTB_PARTS,
      ),
      answer,
      i,
    ),
  );
  const search = PRODUCT_SEARCH.create(
    { name: 'shop', kind: 'product-search', url: 'http://shop.example', acceptsTest: true },
    { catalogUrl: undefined, rates: createRateBook(), nowMs: () => NOW_MS },
  );
  const house = createCampaignsPartner({
    name: 'house',
    campaigns,
    imageBaseUrl: 'https://bid.example.com',
  });
  return [
    ...dsps,
    remote(search, offers, undefined),
    { partner: house, standing: standingOf(undefined), isPaused: () => false },
  ];
}

function remote(
  partner: HttpPartner,
  text: string,
  gvlId: number | undefined,
): Extract<ReadyPartner, { readonly partner: HttpPartner }> {
  return {
    partner,
    standing: standingOf(gvlId),
    seats: seatsOf(partner.name),
    isPaused: () => false,
    gate: createGate({ words: new BigUint64Array(GATE_WORDS), nowMs: () => NOW_MS }),
    send: async () => ({ status: text === '' ? 204 : 200, text }),
    connections: () => 1,
    retire() {},
  };
}

function standingOf(gvlId: number | undefined) {
  return { gvlId, needsConsent: false };
}
