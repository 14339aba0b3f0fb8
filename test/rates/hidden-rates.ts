import type { Candidate } from '../../src/auction/check-bid.ts';
import { pickWinner, type Win } from '../../src/auction/pick-winner.ts';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { createLiveCampaigns } from '../../src/demand/campaigns/live-campaigns.ts';
import { packRates } from '../../src/demand/packed-rates.ts';
import type { PartnerBid, Solicitation } from '../../src/demand/partner.ts';
import { createRateBook } from '../../src/demand/rate-book.ts';
import { type CountedCell, learnRates } from '../../src/demand/rate-model.ts';
import { fromMicros } from '../../src/lib/money.ts';
import { shortened } from '../../src/lib/shortened.ts';
import { Refusal } from '../../src/openrtb/refusal.ts';
import { validate } from '../../src/openrtb/validate.ts';

/**
 * Campaigns that pay for clicks, whose click rates only the simulation knows, sell impressions one after another. The
 * index, the choice, the prices and the learning are those of the exchange; only the people who click are made up.
 */
export type HiddenRatesOptions = {
  readonly campaigns: number;
  readonly impressions: number;
  /** At the end: the part of the impressions that is also reported by itself. */
  readonly lastImpressions: number;
  /** From 0 to below 1. */
  readonly chance: () => number;
};

type Income = { readonly all: number; readonly last: number };

/** What advertisers can be expected to have been charged for the impressions, in USD. */
export type HiddenRatesResult = {
  /** By the learned rates. */
  readonly learned: Income;
  /** By one rate for all campaigns. */
  readonly fixed: Income;
  /** By one who knows the rates. */
  readonly knowing: Income;
  /** What publishers are owed for those that were sold by the learned rates. */
  readonly owed: Income;
};

const PARTNER = 'house';
const ALWAYS_PAY = {
  canPay: () => true,
  holdCause: () => 'budget' as const,
  reserve: () => true,
  countTrial() {},
  countHeld() {},
};
const FIRST_PRICE = 1;
const IMPRESSIONS_PER_CPM = 1000;
const PUBLISHERS = ['chat-a', 'chat-b', 'chat-c', 'chat-d'];

/** Every so many impressions, rates are learned anew: a busy exchange has more between two times. */
const LEARNED_EVERY = 100;

const RATE_MIN = 0.002;
const RATE_MAX = 0.04;
const CPC_MIN = 0.2;
const CPC_MAX = 2;

/** A publisher's readers click up to so many times as often on an ad as others do. */
const PUBLISHER_FACTOR_MAX = 1.25;

type Hidden = { readonly campaign: Campaign; readonly rates: readonly number[] };

export async function sellHiddenRates(options: HiddenRatesOptions): Promise<HiddenRatesResult> {
  const { impressions, lastImpressions, chance } = options;
  const hidden = Array.from({ length: options.campaigns }, (_, index) => hide(index, chance));
  const byId = new Map(hidden.map((one) => [one.campaign.id, one]));
  const asked = PUBLISHERS.map((publisher) => questionOf(publisher, chance));
  const exchange = createExchange(hidden.map(({ campaign }) => campaign));
  const sums = { learned: [0, 0], fixed: [0, 0], knowing: [0, 0], owed: [0, 0] };
  const dearest = hidden.reduce((a, b) => ((b.campaign.cpc ?? 0) > (a.campaign.cpc ?? 0) ? b : a));
  for (let number = 0; number < impressions; number++) {
    const site = Math.floor(chance() * PUBLISHERS.length);
    const question = asked[site];
    const worthOf = ({ campaign, rates }: Hidden) => (campaign.cpc ?? 0) * (rates[site] ?? 0);
    const win = question && exchange.sell(question);
    const winner = byId.get(win?.candidate.bid.cid ?? '');
    if (win === undefined || winner === undefined) throw new Error('expected a bid');
    exchange.show(winner.campaign, PUBLISHERS[site] ?? '', chance() < (winner.rates[site] ?? 0));
    if (number % LEARNED_EVERY === LEARNED_EVERY - 1) await exchange.learn();
    const best = Math.max(...hidden.map(worthOf));
    const isLast = number >= impressions - lastImpressions;
    add(sums.learned, worthOf(winner), isLast);
    add(sums.fixed, worthOf(dearest), isLast);
    add(sums.knowing, best, isLast);
    add(sums.owed, fromMicros(win.clearingMicros) / IMPRESSIONS_PER_CPM, isLast);
  }
  return {
    learned: incomeOf(sums.learned),
    fixed: incomeOf(sums.fixed),
    knowing: incomeOf(sums.knowing),
    owed: incomeOf(sums.owed),
  };
}

function add(sums: number[], amount: number, isLast: boolean): void {
  sums[0] = (sums[0] ?? 0) + amount;
  if (isLast) sums[1] = (sums[1] ?? 0) + amount;
}

function incomeOf([all = 0, last = 0]: readonly number[]): Income {
  return { all, last };
}

/** Rates of all sizes are equally frequent, as are prices. */
function hide(index: number, chance: () => number): Hidden {
  const between = (min: number, max: number) => min * (max / min) ** chance();
  const cpc = Math.round(between(CPC_MIN, CPC_MAX) * 100) / 100;
  const rate = between(RATE_MIN, RATE_MAX);
  const campaign: Campaign = {
    id: `c${index}`,
    advertiser: `Advertiser ${index}`,
    domain: `a${index}.example`,
    cpc,
    creatives: [{ id: 'main', title: 'A title', link: 'https://shop.example/' }],
  };
  const rates = PUBLISHERS.map(
    () => rate * between(1 / PUBLISHER_FACTOR_MAX, PUBLISHER_FACTOR_MAX),
  );
  return { campaign, rates };
}

function questionOf(publisher: string, chance: () => number): Solicitation {
  const native = { ver: '1.2', assets: [{ id: 1, required: 1, title: { len: 90 } }] };
  const request = validate({
    id: 'r1',
    imp: [{ id: '1', native: { request: JSON.stringify(native) } }],
    site: { publisher: { id: publisher } },
  });
  if (request instanceof Refusal) throw new Error(request.details.reason);
  const imps = request.imps.map((imp) => ({ ...imp, floorMicros: 0, acceptedFormats: undefined }));
  const rejectionOf = () => undefined;
  return { request, imps, nowMs: 0, chance, onlyRelevant: false, rejectionOf };
}

function candidateOf(bid: PartnerBid, { imps }: Solicitation): readonly Candidate[] {
  const { priceMicros, creative } = bid;
  const [imp] = imps;
  if (imp === undefined || creative.kind !== 'composed') return [];
  const { native } = creative;
  const format = undefined;
  return [
    { partner: PARTNER, bid, imp, priceMicros, floorMicros: 0, deal: undefined, native, format },
  ];
}

function createExchange(campaigns: readonly Campaign[]) {
  const book = createRateBook();
  const live = createLiveCampaigns(
    {
      name: PARTNER,
      imageBaseUrl: 'https://bid.example.com',
      budgets: ALWAYS_PAY,
      rates: book,
      pace: { startSlice: () => () => false, rest: async () => {} },
      whenQuiet: () => () => {},
    },
    campaigns.map((campaign, row) => ({ id: campaign.id, row, text: JSON.stringify(campaign) })),
  );
  const counted = new Map<string, CountedCell & { impressions: number; clicks: number }>();
  const seats = new Map<string, string>();
  return {
    /** At the price that the publisher is owed. */
    sell(question: Solicitation): Win | undefined {
      const reply = live.partner.bid(question);
      if (reply.kind !== 'bids') return undefined;
      const candidates = reply.bids.flatMap((bid) => candidateOf(bid, question));
      const win = pickWinner(candidates, FIRST_PRICE, question.chance);
      if (win !== undefined) seats.set(win.candidate.bid.cid ?? '', win.candidate.bid.seat);
      return win;
    },
    show({ id: campaign }: Campaign, publisher: string, isClicked: boolean): void {
      const key = `${campaign}/${publisher}`;
      const cell = counted.get(key) ?? {
        partner: PARTNER,
        seat: shortened(seats.get(campaign) ?? ''),
        campaign,
        creative: 'main',
        publisher,
        format: '',
        impressions: 0,
        clicks: 0,
        conversions: 0,
      };
      cell.impressions++;
      if (isClicked) cell.clicks++;
      counted.set(key, cell);
    },
    async learn(): Promise<void> {
      for (const one of learnRates([...counted.values()], () => undefined)) {
        book.set(one, packRates(one));
      }
      await live.followRates();
    },
  };
}
