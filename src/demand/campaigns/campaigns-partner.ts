import { fitWords } from '../../core/auction/judge-fit.ts';
import type {
  AuctionTerms,
  BidExtension,
  LocalPartner,
  OpenImp,
  PartnerBid,
  Passed,
  Solicitation,
} from '../../core/auction/partner.ts';
import { type BidRequest, publisherIdOf } from '../../core/openrtb/bid-request.ts';
import { holdReason } from '../../core/sale/hold-cause.ts';
import { joined } from '../../lib/joined.ts';
import type { Writable } from '../../lib/readonly.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { atOnce } from '../../lib/steps.ts';
import { createAskedRates } from '../asked-rates.ts';
import { createRateBook, type RateBook } from '../rate-book.ts';
import type { OffTopic, Ranked, Ranking } from './campaign-index.ts';
import type { Campaign } from './campaign-schema.ts';
import { buildTier, type LiveEntry } from './campaign-tier.ts';
import { type Chosen, createChooser } from './choose-ads.ts';
import {
  type AdChoice,
  missingFor,
  type OnMisfit,
  preferenceOf,
  tellingMisfit,
} from './fit-creative.ts';
import { createFrequency, type FrequencyParts } from './frequency.ts';
import {
  type BudgetedBid,
  type CampaignBudgets,
  createSpending,
  type Held,
  NO_ROW,
  type Spent,
} from './spending.ts';

type CampaignsPartnerOptions = {
  readonly name: string;
  readonly campaigns: readonly Campaign[];
  /** What image paths like `/images/tent.svg` are appended to. */
  readonly imageBaseUrl: string;
  /** With a row for each campaign, in their order. Without them, campaigns can always pay. */
  readonly budgets?: CampaignBudgets;
  /** Without them, or without budgets, no cap holds. */
  readonly frequency?: FrequencyParts | undefined;
  /** Not called in test mode. */
  readonly onMisfit?: OnMisfit | undefined;
  /** Without it, nothing is known of any campaign. */
  readonly rates?: RateBook;
  /** Made of the bid of the first choice. Without it, its price is at least what it is worth. */
  readonly asFirst?: ((bid: PartnerBid) => PartnerBid) | undefined;
};

const NATIVE_MARKUP = 4;

/** With campaigns that stay the same, filed by the rates of now. */
export function createCampaignsPartner(options: CampaignsPartnerOptions): LocalPartner {
  const { name, campaigns, imageBaseUrl, budgets, frequency, onMisfit, asFirst } = options;
  const { rates: book = createRateBook() } = options;
  const asked = createAskedRates(book);
  const entries = entriesOf(campaigns, (index) => (budgets === undefined ? NO_ROW : index));
  const { rank, caps } = atOnce(buildTier(entries, imageBaseUrl, { partner: name, book, asked }));
  frequency?.advertisers.add(caps);
  return bidWith({
    name,
    rank(solicitation) {
      asked.begin(solicitation);
      const { request, auction } = solicitation;
      return rank(request, auction.nowMs, auction.onlyRelevant);
    },
    imageBaseUrl,
    budgets,
    frequency,
    onMisfit,
    asFirst,
  });
}

/** Campaigns of a file, each with its row in the budgets. */
export function entriesOf(
  campaigns: readonly Campaign[],
  rowAt: (index: number) => number,
): readonly LiveEntry[] {
  return campaigns.map((campaign, index) => ({
    id: campaign.id,
    row: rowAt(index),
    text: JSON.stringify(campaign),
  }));
}

type BidderParts = Pick<
  CampaignsPartnerOptions,
  'name' | 'imageBaseUrl' | 'frequency' | 'onMisfit' | 'asFirst'
> & {
  readonly rank: (solicitation: Solicitation) => Ranking;
  readonly budgets: CampaignBudgets | undefined;
};

/** Direct-sold ads: bids what the campaigns that match a request pay. */
export function bidWith(parts: BidderParts): LocalPartner {
  const { name, rank, budgets, onMisfit, asFirst = atItsWorth } = parts;
  // DSA information names it as who chose the ad.
  const exchangeDomain = publicHostOf(parts.imageBaseUrl);
  const spending = budgets && createSpending(budgets);
  const frequency = parts.frequency && createFrequency(name, parts.frequency);

  // Of the one request that is bid on.
  let asked: Solicitation | undefined;
  let spent: Spent | undefined;
  let nextRanked: () => Ranked | undefined = () => undefined;

  const choose = createChooser({
    next: () => (spending && spent ? spending.nextOf(spent, nextRanked) : nextRanked()),
    preferenceOf: (ad, { table, campaign }) =>
      ad.rotation === undefined || asked === undefined
        ? undefined
        : preferenceOf(ad, asked.auction.chance, ({ crid }, imp) =>
            table.rates.promiseOf(campaign, crid, imp),
          ),
    onTrial: spending?.countTrial,
    onMisfit({ cid, creatives }, imp, misfit) {
      if (onMisfit === undefined || asked === undefined || asked.request.isTest) return;
      const publisher = publisherIdOf(asked.request.wire) ?? '';
      onMisfit(cid, publisher, missingFor(misfit, creatives, imp));
    },
  });

  /** What is chosen out of one ranking. */
  function chooseFrom(next: () => Ranked | undefined, imps: readonly OpenImp[]): readonly Chosen[] {
    nextRanked = next;
    if (spent !== undefined) spent.passedOver = 0;
    return choose(imps);
  }

  return {
    kind: 'local',
    name,
    bid(solicitation) {
      const { request, imps, auction } = solicitation;
      const bids: PartnerBid[] = [];
      const passed: Passed[] = [];
      const asksDsa = dsaAskedBy(request.wire);
      asked = solicitation;
      spent = spending?.begin(auction.nowMs, request.isTest, frequency?.viewOf(solicitation));
      const { nextTargeted, nextFiller, offTopic } = rank(solicitation);
      const targeted = chooseFrom(nextTargeted, imps);
      const open = auction.onlyRelevant ? NO_IMPS : unfilled(targeted);
      const filled = open.length === 0 ? NOT_CHOSEN : chooseFrom(nextFiller, open);
      let unfitting = NO_CHOICES;
      let fillers = 0;
      for (const one of targeted) {
        const filler = one.choices.length === 0 ? filled[fillers++] : undefined;
        const { imp, choices } = filler ?? one;
        const made: PartnerBid[] = [];
        for (const choice of choices) {
          const bid = bidOf(choice, imp);
          if (spending && spent) {
            bid.reserve = spending.reserve;
            bid.spent = spent;
            bid.choice = choice;
          }
          const ext = disclosed(choice, asksDsa, exchangeDomain);
          if (ext !== undefined) bid.ext = ext;
          made.push(made.length === 0 ? asFirst(bid) : bid);
        }
        const from = outrankedFrom(choices, made, auction);
        for (let rank = 0; rank < made.length; rank++) {
          const choice = choices[rank] as AdChoice; // as many as bids
          const isOutranked = rank > from.rank && choice.ranked.priceMicros > from.priceMicros;
          if (isOutranked) unfitting = [...unfitting, choice];
          else bids.push(made[rank] as PartnerBid);
        }
        const misfit = filler ? tellingMisfit(one.misfit, filler.misfit) : one.misfit;
        if (choices.length === 0 && misfit !== undefined) {
          passed.push({ impid: imp.imp.id, reason: misfit });
        }
      }
      const reason = passed.length === 0 ? 'no matching campaign' : 'no creative fits';
      const others = offTopic();
      if (spending && spent) {
        for (const one of others) spending.countOffTopic(spent, one);
      }
      const held = joined(spent?.held ?? NOT_HELD, heldForFit(others, unfitting));
      for (const one of held) passed.push(heldBack(one));
      if (bids.length > 0) return { kind: 'bids', bids, passed };
      return { kind: 'no-bid', reason: held.length > 0 ? heldReason(held) : reason, passed };
    },
  };
}

/** Fillers bid only on impressions that no targeted campaign bids on. */
function unfilled(targeted: readonly Chosen[]): readonly OpenImp[] {
  let open: OpenImp[] | undefined;
  for (const { imp, choices } of targeted) {
    if (choices.length > 0) continue;
    open ??= [];
    open.push(imp);
  }
  return open ?? NO_IMPS;
}

const NO_IMPS: readonly OpenImp[] = [];
const NOT_CHOSEN: readonly Chosen[] = [];
const NO_CHOICES: readonly AdChoice[] = [];

const HELD_REASON = 'matching campaigns were held back by their budget, pace or frequency caps';
const OFF_TOPIC_REASON = 'matching campaigns are about something else than the conversation';

const heldReason = (held: readonly Held[]) =>
  held.every(({ cause }) => cause === 'topic') ? OFF_TOPIC_REASON : HELD_REASON;

/**
 * Bids of an impression that pay more than one which goes before them because it fits better give way to it: the auction
 * would choose them by their price. Where it would drop the one before them, they are made all the same. Those behind
 * the rank that is returned, and above its price, give way.
 */
function outrankedFrom(
  choices: readonly AdChoice[],
  made: readonly PartnerBid[],
  auction: AuctionTerms,
): Pick<Ranked, 'priceMicros'> & { readonly rank: number } {
  const first = choices[0]?.ranked.priceMicros ?? 0;
  let isInOrder = true;
  for (const { ranked } of choices) isInOrder &&= ranked.priceMicros <= first;
  if (isInOrder) return NOBODY;
  for (let rank = 0; rank < made.length; rank++) {
    if (auction.rejectionOf(made[rank] as PartnerBid, auction) !== undefined) continue;
    return { rank, priceMicros: (choices[rank] as AdChoice).ranked.priceMicros };
  }
  return NOBODY;
}

const NOBODY = { rank: Number.POSITIVE_INFINITY, priceMicros: Number.POSITIVE_INFINITY };
const NOT_HELD: readonly Held[] = [];

/** Campaigns that their fit kept from bidding, with a sentence for each. */
function heldForFit(
  offTopic: readonly OffTopic[],
  unfitting: readonly AdChoice[],
): readonly Held[] {
  if (offTopic.length + unfitting.length === 0) return NOT_HELD;
  const held = offTopic.map((one): Held => ({ ...one, cause: 'topic', fault: fitWords(one.fit) }));
  for (const { ranked } of unfitting) {
    const words = ranked.fit === undefined ? '' : `${fitWords(ranked.fit)}; `;
    held.push({ ...ranked, cause: 'topic', fault: `${words}${FITS_BETTER}` });
  }
  return held;
}

const FITS_BETTER = 'a campaign that pays less and fits better bids instead';

function heldBack({ table, campaign, priceMicros, cause, fault }: Held): Passed {
  return { reason: holdReason(cause), campaign: table.idOf(campaign), priceMicros, cause, fault };
}

/** Prices are lowered to let others be tried. The first choice has nobody before it: it loses to no floor or partner by that. */
export function atItsWorth(bid: PartnerBid): PartnerBid {
  const { priceMicros, worthMicros = 0 } = bid;
  return worthMicros > priceMicros ? { ...bid, priceMicros: worthMicros } : bid;
}

type CampaignBid = Writable<PartnerBid & Partial<BudgetedBid>>;

function bidOf({ ad, creative, native, ranked }: AdChoice, imp: OpenImp): CampaignBid {
  const { table, campaign, priceMicros, unitMicros, fit } = ranked;
  const impid = imp.imp.id;
  const { crid } = creative;
  const { paysPer } = ad;
  const price =
    paysPer === 'impression'
      ? undefined
      : table.rates.priceOf(campaign, unitMicros, { crid, native, imp });
  const bid: CampaignBid = {
    id: `${impid}.${ad.cid}`,
    impid,
    priceMicros: price?.priceMicros ?? priceMicros,
    currency: 'USD',
    seat: ad.seat,
    creative: { kind: 'composed', native },
    adomain: ad.adomain,
    crid,
    cid: ad.cid,
    mtype: NATIVE_MARKUP,
  };
  if (price !== undefined) bid.worthMicros = price.worthMicros;
  if (ad.cat !== undefined) {
    bid.cat = ad.cat;
    bid.cattax = ad.cattax;
  }
  if (ad.language !== undefined) bid.language = ad.language;
  if (paysPer !== 'impression') bid.charge = { per: paysPer, micros: unitMicros };
  if (fit !== undefined) bid.fit = fit;
  if (ad.conversions !== undefined) bid.conversions = ad.conversions;
  return bid;
}

/** What `regs.ext.dsa` asks for. */
type DsaAsked = { readonly wantsParameters: boolean };

/** `datatopub`: the publisher wants no transparency data. */
const NO_PARAMETERS = 0;

/** undefined: the request asks for no DSA information (`dsarequired` 0, or none). */
function dsaAskedBy({ regs }: BidRequest): DsaAsked | undefined {
  const ext: unknown = regs?.ext;
  if (!isObject(ext) || !isObject(ext.dsa)) return undefined;
  const { dsarequired, datatopub } = ext.dsa;
  const isAsked = typeof dsarequired === 'number' && dsarequired > 0;
  return isAsked ? { wantsParameters: datatopub !== NO_PARAMETERS } : undefined;
}

/** The publisher draws native ads, and with them who pays. */
const DRAWN_BY_PUBLISHER = 0;
/** The IAB's user parameters: what is known of the person; what is known of the conversation and the place of the ad. */
const PROFILING = 1;
const BASIC_ADVERTISING = 2;

/** `bid.ext` of a campaign: whose ad it is, where the request asks for that, and what AI had to do with it. */
function disclosed(
  { ad, creative }: Pick<AdChoice, 'ad' | 'creative'>,
  asked: DsaAsked | undefined,
  exchangeDomain: string,
): BidExtension | undefined {
  const { ai } = creative;
  if (ai === undefined && asked === undefined) return undefined;
  return {
    ...(ai === undefined ? {} : { parley: { ai } }),
    ...(asked === undefined ? {} : { dsa: dsaOf(ad, asked, exchangeDomain) }),
  };
}

function dsaOf(
  { advertiser, usesProfile }: AdChoice['ad'],
  { wantsParameters }: DsaAsked,
  domain: string,
) {
  const dsaparams = usesProfile ? [PROFILING, BASIC_ADVERTISING] : [BASIC_ADVERTISING];
  return {
    behalf: advertiser,
    paid: advertiser,
    adrender: DRAWN_BY_PUBLISHER,
    ...(wantsParameters ? { transparency: [{ domain, dsaparams }] } : {}),
  };
}

function publicHostOf(publicUrl: string): string {
  return URL.parse(publicUrl)?.hostname ?? '';
}
