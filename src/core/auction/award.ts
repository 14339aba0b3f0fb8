import { MICROS_PER_CENT } from '../../lib/money.ts';
import { HOLD_WORDS, type HoldCause, holdReason } from '../sale/hold-cause.ts';
import { type Candidate, type Contender, isSellable } from './check-bid.ts';
import { type Currency, cut, fromUsdMicros, type Rates, raised, USD } from './currency.ts';
import { Drop, LOSS } from './drop.ts';
import type { OpenImp, PartnerBid } from './partner.ts';
import type { PublisherRules } from './rules.ts';

/** In test mode no budget is reserved. */
type AwardTerms = Contest & { readonly isTest: boolean };

/**
 * Picks winners and reserves their prices. Where a budget or a cap does not allow a sale, that is the fault of the bid, and
 * the impression is awarded again without it.
 */
export function award(
  imps: readonly OpenImp[],
  contenders: readonly Contender[],
  terms: AwardTerms,
): readonly Win[] {
  const wins: Win[] = [];
  let open = imps;
  // Each round finds a fault of at least one contender, so there are at most as many rounds as contenders.
  while (open.length > 0) {
    let unpaid: OpenImp[] | undefined;
    for (const win of pickWinners(open, contenders, terms)) {
      const { candidate, clearingMicros } = win;
      const { bid, imp } = candidate;
      const reserved = terms.isTest ? 0 : (bid.reserve?.(clearingMicros, bid) ?? 0);
      if (typeof reserved === 'string') {
        candidate.fault = heldBack(reserved);
        unpaid ??= [];
        unpaid.push(imp);
      } else wins.push(reserved === 0 ? win : { ...win, portion: reserved });
    }
    open = unpaid ?? NO_IMPS;
  }
  return wins.length < 2 ? wins : inOrder(wins, imps);
}

const NO_IMPS: readonly OpenImp[] = [];

function inOrder(wins: readonly Win[], imps: readonly OpenImp[]): readonly Win[] {
  return wins.toSorted((a, b) => imps.indexOf(a.candidate.imp) - imps.indexOf(b.candidate.imp));
}

export type AuctionType = 1 | 2;

/** A won impression: the price that the winner pays, and the lowest price that would have won. */
export type Win = {
  readonly candidate: Candidate;
  readonly clearingMicros: number;
  /** The price that would have tied with the runner-up, or the floor where there is none. */
  readonly minToWinMicros: number;
  /** Of the bidder's budget, the portion that pays for it; absent: of none. */
  readonly portion?: number;
};

/** The price in the currency of the response: never above the bid, and the bid as it came where that is paid (ruling 80). */
export function paidMicros({ candidate, clearingMicros }: Win, currency: Currency): number {
  const { bid, priceMicros } = candidate;
  if (bid.currency === currency.code && clearingMicros === priceMicros) return bid.priceMicros;
  // A bid has a price above zero.
  return Math.max(1, fromUsdMicros(clearingMicros, currency, cut));
}

/** What decides between the bids of an impression. */
type Contest = {
  readonly type: AuctionType;
  readonly chance: () => number;
  readonly rules: Pick<PublisherRules, 'appSchemes'>;
};

/**
 * Deals first, then the highest price. Equal bids are drawn by lot: the order of the config gives no advantage. Ads are
 * checked from the dearest down, and no further than the winner and its price depend on them.
 */
export function pickWinner(
  contenders: readonly Contender[],
  { type: auctionType, chance, rules }: Contest,
): Win | undefined {
  // Each round but the last finds an ad that may not be sold.
  for (;;) {
    const winner = best(contenders, chance);
    if (winner === undefined) return undefined;
    if (!isSellable(winner, rules)) continue;
    const type = winner.deal?.at ?? auctionType;
    if (winner.bid.worthMicros !== undefined) for (const one of contenders) isSellable(one, rules);
    const runnerUp = best(contenders, chance, winner);
    if (type === 2 && runnerUp !== undefined && !isSellable(runnerUp, rules)) continue;
    return {
      candidate: winner,
      clearingMicros: Math.min(clearing(winner, runnerUp, type), worthPaying(winner, contenders)),
      minToWinMicros: Math.max(runnerUp?.priceMicros ?? 0, winner.floorMicros),
    };
  }
}

/** The best of those whose ads are not known to have a fault. */
function best(
  contenders: readonly Contender[],
  chance: () => number,
  except?: Contender,
): Contender | undefined {
  let leader: Contender | undefined;
  let equals = 1;
  for (const candidate of contenders) {
    if (candidate === except || candidate.fault !== undefined) continue;
    const order = leader === undefined ? 1 : compare(candidate, leader);
    if (order > 0) {
      leader = candidate;
      equals = 1;
    } else if (order === 0) {
      // The n-th of several equals takes the lead with a chance of 1/n, so all have the same chance.
      equals++;
      if (chance() * equals < 1) leader = candidate;
    }
  }
  return leader;
}

function compare(a: Contender, b: Contender): number {
  const deals = Number(a.deal !== undefined) - Number(b.deal !== undefined);
  return deals === 0 ? a.priceMicros - b.priceMicros : deals;
}

/** Ruling 29. A deal may have an auction type of its own. In type 3 the deal's floor is the price. */
function clearing(
  { priceMicros, floorMicros, deal }: Contender,
  runnerUp: Contender | undefined,
  type: 1 | 2 | 3,
): number {
  if (type === 1) return priceMicros;
  if (type === 3) return (deal?.bidfloor ?? 0) === 0 ? priceMicros : floorMicros;
  const secondMicros = (runnerUp?.priceMicros ?? 0) + MICROS_PER_CENT;
  const soleMicros = Math.max(floorMicros, MICROS_PER_CENT);
  const wantedMicros = runnerUp === undefined ? soleMicros : Math.max(secondMicros, floorMicros);
  return Math.min(wantedMicros, priceMicros);
}

/**
 * The most that a bid pays whose price is explored: what it can be expected to be worth or, if that is more, what the
 * impression would have brought without it. So exploration costs the bidder the difference between two ads, and the
 * publisher nothing.
 */
function worthPaying(winner: Contender, contenders: readonly Contender[]): number {
  const { worthMicros } = winner.bid;
  if (worthMicros === undefined) return Number.POSITIVE_INFINITY;
  let micros = Math.max(worthMicros, winner.floorMicros);
  for (const other of contenders) {
    if (other !== winner && other.fault === undefined)
      micros = Math.max(micros, other.bid.worthMicros ?? other.priceMicros);
  }
  return micros;
}

/** One winner per impression (ruling 30). */
function pickWinners(
  imps: readonly OpenImp[],
  contenders: readonly Contender[],
  contest: Contest,
): readonly Win[] {
  const wins: Win[] = [];
  // Most requests have one impression, for which an index costs more than it saves.
  const byImp = imps.length === 1 ? undefined : Map.groupBy(contenders, ({ imp }) => imp);
  for (const imp of imps) {
    const own = byImp === undefined ? ofOnly(imp, contenders) : (byImp.get(imp) ?? NOBODY);
    const win = pickWinner(own, contest);
    if (win !== undefined) wins.push(win);
  }
  const broken = findBrokenGroup(wins);
  if (broken === undefined) return wins;
  // Each round removes a group, so there are at most as many rounds as groups.
  return pickWinners(imps, outsideGroup(broken, contenders), contest);
}

function outsideGroup(
  group: PartnerBid['group'],
  contenders: readonly Contender[],
): readonly Contender[] {
  return contenders.filter(({ bid }) => bid.group !== group);
}

const NOBODY: readonly Contender[] = [];

/** All of them, but where the impression is awarded again without some. */
function ofOnly(imp: OpenImp, contenders: readonly Contender[]): readonly Contender[] {
  for (const contender of contenders) if (contender.imp !== imp) return ofImp(imp, contenders);
  return contenders;
}

function ofImp(imp: OpenImp, contenders: readonly Contender[]): readonly Contender[] {
  return contenders.filter((one) => one.imp === imp);
}

/** A group that won some, but not all, of the impressions it bid on. */
function findBrokenGroup(wins: readonly Win[]): Candidate['bid']['group'] {
  for (const { candidate } of wins) {
    const { group } = candidate.bid;
    if (group === undefined) continue;
    let won = 0;
    for (const other of wins) if (other.candidate.bid.group === group) won++;
    if (won < group.size) return group;
  }
  return undefined;
}

/** A bid that did not win, and why. */
export type LostBid = {
  readonly partner: string;
  readonly bid: PartnerBid;
  readonly loss: Drop;
  /** Only where the publisher tells prices, and for bids that another bid beat. */
  readonly prices?: MarketPrices;
};

/** CPM in micros of the currency of the lost bid. */
type MarketPrices = {
  /** The price that the winner pays. */
  readonly clearingMicros: number;
  /** The price that would have tied with the winner; undefined where no price beats a deal. */
  readonly minToWinMicros: number | undefined;
};

const GROUP_BROKEN = new Drop(LOSS.outbid, 'its group did not win every impression it bid on');
const LOST_TO_DEAL = new Drop(LOSS.lostToDeal, 'a bid on a deal won');
const OUTBID = new Drop(LOSS.outbid, 'another bid was higher, or equal and drawn by lot');
const NOT_SEEN = '; nobody has looked at its ad';
const LOST_TO_DEAL_UNSEEN = new Drop(LOSS.lostToDeal, LOST_TO_DEAL.reason + NOT_SEEN);
const OUTBID_UNSEEN = new Drop(LOSS.outbid, OUTBID.reason + NOT_SEEN);

/** The contenders that did not win, each with its reason. */
export function lossesOf(
  contenders: readonly Contender[],
  wins: readonly Win[],
  { rules, rates }: { readonly rules: Pick<PublisherRules, 'tellsPrices'>; readonly rates: Rates },
): readonly LostBid[] {
  const losses: LostBid[] = [];
  for (const contender of contenders) {
    const win = winOf(contender.imp, wins);
    if (win?.candidate === contender) continue;
    const { partner, bid, fault } = contender;
    const loss = fault ?? defeatOf(contender, win);
    if (rules.tellsPrices && fault === undefined && win !== undefined) {
      losses.push({ partner, bid, loss, prices: pricesFor(bid, loss, win, rates) });
    } else {
      losses.push({ partner, bid, loss });
    }
  }
  return losses;
}

function winOf(imp: OpenImp, wins: readonly Win[]): Win | undefined {
  for (const win of wins) if (win.candidate.imp === imp) return win;
  return undefined;
}

/** OpenRTB has no code of its own for it. */
function heldBack(cause: HoldCause): Drop {
  const slug = holdReason(cause);
  const fault = slug === 'capped' ? 'may not be shown again' : 'could not pay';
  return new Drop(LOSS.internalError, `it had won and ${fault}: ${HOLD_WORDS[cause]}`, slug);
}

/** Of a contender that could have paid. Only a broken group leaves its impression without a winner. */
function defeatOf({ deal, native }: Contender, win: Win | undefined): Drop {
  if (win === undefined) return GROUP_BROKEN;
  const isSeen = native !== undefined;
  if (win.candidate.deal === undefined || deal !== undefined)
    return isSeen ? OUTBID : OUTBID_UNSEEN;
  return isSeen ? LOST_TO_DEAL : LOST_TO_DEAL_UNSEEN;
}

function pricesFor(
  { currency: code }: PartnerBid,
  loss: Drop,
  { candidate, clearingMicros }: Win,
  rates: Rates,
): MarketPrices {
  const currency = { code, usdPerUnit: rates.get(code) ?? USD.usdPerUnit };
  return {
    clearingMicros: fromUsdMicros(clearingMicros, currency, cut),
    minToWinMicros:
      loss.code === LOSS.lostToDeal.code
        ? undefined
        : fromUsdMicros(candidate.priceMicros, currency, raised),
  };
}
