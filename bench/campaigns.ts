/**
 * What finding and composing bids costs as the number of campaigns grows. The ratio to ten campaigns is
 * what to look at: for plausible campaigns and for ten thousand that all match it is to stay under 3. The
 * other mixes are there to show where an index could go wrong: prices that hang on adjustments, campaigns
 * so much alike that no price sets them apart, and targeting that singles out nothing.
 */
import type { Campaign } from '../src/demand/campaigns/campaign-schema.ts';
import { createCampaignsPartner } from '../src/demand/campaigns/campaigns-partner.ts';
import type { Condition } from '../src/demand/campaigns/condition-schema.ts';
import type { PartnerReply, Solicitation } from '../src/demand/partner.ts';
import { Refusal } from '../src/openrtb/refusal.ts';
import { validate } from '../src/openrtb/validate.ts';

const SIZES = [10, 1_000, 10_000];
const REQUESTS = 500;
const REPEATS = 20;
const ROUNDS = 15;
const WARM_UP_ROUNDS = 3;
const NOW_MS = Date.UTC(2026, 4, 6, 14);

/** Mulberry32: the same campaigns in every run. */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const chance = createChance(7);
const below = (limit: number) => Math.floor(chance() * limit);
const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
const some = <Item>(items: readonly Item[], most: number): Item[] =>
  Array.from({ length: 1 + below(most) }, () => one(items));
const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`);

const INTENTS = [
  'purchase_inquiry',
  'information_seeking',
  'support_request',
  'comparison',
  'objection_handling',
];
const TOPICS = numbered('topic', 400);
const INTERESTS = numbered('interest', 150);
const KEYWORDS = numbered('keyword', 600);
const SEGMENTS = numbered('segment', 300);
const PUBLISHERS = numbered('pub', 60);
const COUNTRIES = ['USA', 'DEU', 'GBR', 'FRA', 'CAN', 'IND', 'BRA', 'JPN', 'AUS', 'ESP'];
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja'];
const CATEGORIES = Array.from({ length: 26 }, (_, index) => `IAB${index + 1}`);
const STAGES = ['awareness', 'consideration', 'intent', 'conversion'] as const;
const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;

const NARROW: readonly (() => Condition)[] = [
  () => ({ topics: some(TOPICS, 5) }),
  () => ({ keywords: some(KEYWORDS, 6) }),
  () => ({ interests: some(INTERESTS, 4) }),
  () => ({ segments: some(SEGMENTS, 4) }),
  () => ({ publishers: some(PUBLISHERS, 3) }),
  () => ({ categories: some(CATEGORIES, 3) }),
];
const BROAD: readonly (() => Condition)[] = [
  () => ({ intents: some(INTENTS, 2), minConfidence: below(10) / 10 }),
  () => ({ intents: some(INTENTS, 2) }),
  () => ({ countries: some(COUNTRIES, 3) }),
  () => ({ languages: some(LANGUAGES, 2) }),
  () => ({ funnelStages: some(STAGES, 2) }),
  () => ({ deviceTypes: some([1, 2, 4, 5], 2) }),
  () => ({ turns: { from: 1 + below(5) } }),
  () => ({ hours: { from: below(8), to: 12 + below(12) } }),
  () => ({ sentiments: some(SENTIMENTS, 2) }),
];

const merge = (conditions: readonly (() => Condition)[], count: number): Condition =>
  Object.assign({}, ...Array.from({ length: count }, () => one(conditions)()));

type Mix = (index: number) => Partial<Pick<Campaign, 'cpm' | 'targeting' | 'adjustments'>>;

/** Adjustments mostly follow the conversation, and sometimes what it is about. */
const adjustment = () => ({
  when: one(chance() < 0.7 ? BROAD : NARROW)(),
  factor: 0.7 + below(9) / 10,
});
const adjustments = (most: number) => Array.from({ length: 1 + below(most) }, adjustment);

const plausible: Mix = () => {
  const isOpen = chance() < 0.1;
  const include = isOpen ? {} : { ...merge(BROAD, below(3)), ...merge(NARROW, below(3)) };
  return {
    targeting: { include, ...(chance() < 0.3 ? { exclude: one([...BROAD, ...NARROW])() } : {}) },
    ...(chance() < 0.4 ? { adjustments: adjustments(2) } : {}),
  };
};

const MIXES: Readonly<Record<string, Mix>> = {
  'plausible targeting': plausible,
  'untargeted: all match': () => ({}),
  'untargeted, with adjustments': () => ({ adjustments: adjustments(2) }),
  'untargeted, much alike': () => ({
    cpm: 5 + below(10) / 10,
    adjustments: [{ when: { intents: ['purchase_inquiry'] }, factor: 1.3 }],
  }),
  'broad targeting only': () => ({
    targeting: { include: merge(BROAD, 1 + below(3)) },
    adjustments: adjustments(1),
  }),
};

function campaign(index: number, mix: Mix): Campaign {
  return {
    id: `c${index}`,
    advertiser: `Advertiser ${index % 3000}`,
    domain: `a${index % 3000}.example`,
    cpm: 1 + below(1500) / 100,
    creatives: [
      {
        id: 'main',
        title: `Something worth a look, number ${index}`,
        description: 'A sentence or two that says what it is and why it might be of use.',
        cta: 'See more',
        link: `https://a${index % 3000}.example/landing?c=${index}`,
        images: [{ url: `/images/${index}.png`, w: 1200, h: 627 }],
      },
    ],
    ...mix(index),
  };
}

const NATIVE = JSON.stringify({
  ver: '1.2',
  assets: [
    { id: 1, required: 1, title: { len: 60 } },
    { id: 2, required: 1, img: { type: 3, wmin: 600, hmin: 314 } },
    { id: 3, required: 1, data: { type: 1, len: 25 } },
    { id: 4, data: { type: 2, len: 140 } },
    { id: 5, data: { type: 12, len: 15 } },
  ],
});

function solicitation(index: number): Solicitation {
  const request = validate({
    id: `r${index}`,
    imp: [{ id: '1', native: { request: NATIVE } }],
    site: {
      domain: 'chat.example.com',
      cat: some(CATEGORIES, 2),
      keywords: some(KEYWORDS, 4).join(','),
      publisher: { id: one(PUBLISHERS) },
    },
    device: {
      language: one(LANGUAGES),
      devicetype: one([1, 2, 4]),
      geo: { country: one(COUNTRIES) },
    },
    user: { data: [{ segment: some(SEGMENTS, 5).map((id) => ({ id })) }] },
    ext: {
      service: {
        messageSequenceNumber: 1 + below(8),
        messageLength: 40,
        isQuickReply: chance() < 0.2,
        sessionDurationMs: 60_000,
        intent: {
          value: one(INTENTS),
          confidence: 0.5 + below(50) / 100,
          topics: some(TOPICS, 3),
          signals: [],
        },
        sentiment: { value: one(SENTIMENTS), score: 0 },
        funnel: { stage: one(STAGES), progress: 0.5 },
        audience: { interests: some(INTERESTS, 3) },
      },
    },
  });
  if (request instanceof Refusal) throw new Error(request.details.reason);
  const imps = request.imps.map((imp) => ({ ...imp, floorMicros: 0, acceptedFormats: undefined }));
  return { request, imps, nowMs: NOW_MS };
}

const solicitations = Array.from({ length: REQUESTS }, (_, index) => solicitation(index));

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

type Bid = (asked: Solicitation) => PartnerReply;

function microseconds(bid: Bid): number {
  const start = Bun.nanoseconds();
  for (let repeat = 0; repeat < REPEATS; repeat++) for (const asked of solicitations) bid(asked);
  return (Bun.nanoseconds() - start) / (REPEATS * REQUESTS) / 1000;
}

function bidsPerRequest(bid: Bid): number {
  const replies = solicitations.map(bid);
  return replies.flatMap((reply) => (reply.kind === 'bids' ? reply.bids : [])).length / REQUESTS;
}

process.stdout.write(
  `${REQUESTS} different requests of one impression; median of ${ROUNDS} rounds of ${REPEATS * REQUESTS}\n`,
);
for (const [name, mix] of Object.entries(MIXES)) {
  process.stdout.write(`\n${name}\n`);
  const bidders = SIZES.map((size): Bid => {
    const campaigns = Array.from({ length: size }, (_, index) => campaign(index, mix));
    return createCampaignsPartner({ name: 'bench', campaigns, imageBaseUrl: 'https://a.example' })
      .bid;
  });
  for (const bid of bidders) for (let round = 0; round < WARM_UP_ROUNDS; round++) microseconds(bid);
  // In each round all sizes in turn, and the ratio within the round: other work on the machine comes and
  // goes, and must not fall on one of them alone.
  const rounds = Array.from({ length: ROUNDS }, () => bidders.map(microseconds));
  for (const [index, bid] of bidders.entries()) {
    const us = median(rounds.map((round) => round[index] ?? 0));
    const ratio = median(rounds.map((round) => (round[index] ?? 0) / (round[0] ?? 1)));
    process.stdout.write(
      `${String(SIZES[index]).padStart(8)} campaigns ${us.toFixed(2).padStart(7)} µs  ` +
        `${ratio.toFixed(2).padStart(5)} × ten  ${bidsPerRequest(bid).toFixed(2)} bids a request\n`,
    );
  }
}
