import { advertiserDomain, coversDomain } from '../../core/openrtb/host-name.ts';
import { HOLD_WORDS } from '../../core/sale/hold-cause.ts';
import type { CampaignStatus, ServingState } from '../../ledger/budgets/campaign-status.ts';
import type { DayChances } from '../../ledger/delivery/read-delivery.ts';
import { usdWords } from '../../lib/money.ts';
import { approvedOf, isServing, type StoredCampaign } from '../../store/campaign-kind.ts';
import { lossWords } from '../../ui/shell/words.ts';
import type { CampaignDelivery } from './delivery.ts';
import type { RowState } from './page/row-states.ts';

/** What happens to a campaign, in a sentence. The list and the campaign's page say the same. */
export type CampaignStanding = {
  readonly state: RowState;
  /** How good that is: a colour, and a shape. Only one that sells is good. */
  readonly kind: 'good' | 'warn' | 'bad' | 'quiet';
  /** If it sells nothing, why. */
  readonly sentence: string;
};

/** What became of its chances lately. */
export type Chances = Pick<DayChances, 'bid' | 'sold' | 'unfit' | 'held'> & {
  readonly period: 'today' | 'since yesterday';
};

export type Facts = {
  /** What its budget and its flight allow. undefined: it starts. */
  readonly status: Pick<CampaignStatus, 'state' | 'sentence'> | undefined;
  /** undefined: the database cannot be read. */
  readonly chances: Chances | undefined;
  /** It was started or changed a moment ago, or nobody's campaigns had a request lately. */
  readonly isFresh: boolean;
  /** Read for campaigns that are shown: the state does not depend on it. */
  readonly delivery?: CampaignDelivery | undefined;
};

const usd = (value: number) => usdWords(value, 'en-US');
const count = (value: number) => value.toLocaleString('en-US');

/** `blocked`: the domains of the advertisers that the exchange blocks for all publishers. */
export function standingOf(
  stored: StoredCampaign,
  blocked: readonly string[],
  facts: Facts,
): CampaignStanding {
  const { state, changedBy, changedMs, definition, kept } = stored;
  if (state === 'draft') {
    return { state, kind: 'quiet', sentence: 'draft: it was not started yet' };
  }
  if (state !== 'active') {
    const when = new Date(changedMs).toISOString().replace(/\.\d+Z$/, 'Z');
    const row = state === 'paused' ? 'paused' : 'archived';
    const sentence = `${row}; last changed by ${changedBy} at ${when}`;
    return { state: row, kind: 'quiet', sentence };
  }
  const given = (approvedOf(stored) ?? definition).domain;
  const domain = advertiserDomain(given) ?? given;
  // Whatever it sold before: from the block on, no bid of its advertiser is sold.
  if (coversDomain(blocked, domain)) {
    const sentence = `its advertiser ${domain} is blocked for all publishers`;
    return { state: 'stopped', kind: 'bad', sentence };
  }
  const [rejected] = Object.entries(kept.reviews).filter(([, one]) => one.state === 'rejected');
  const rejection = rejected && `creative ${rejected[0]} was rejected: ${rejected[1].reason}`;
  if (!isServing(stored)) {
    const sentence = `waiting for approval: ${rejection ?? 'no creative is approved yet'}`;
    return { state: 'waiting', kind: 'warn', sentence };
  }
  const standing = servingStanding(facts);
  const pending = hasChangeWaiting(stored) ? 'a change waits for approval' : rejection;
  return pending ? { ...standing, sentence: `${standing.sentence}; ${pending}` } : standing;
}

/** Whether its approved version serves, and a further one waits (ruling 73). */
export function hasChangeWaiting(stored: StoredCampaign): boolean {
  const reviews = Object.values(stored.kept.reviews);
  return isServing(stored) && reviews.some(({ state }) => state === 'waiting');
}

/** What decides whatever was bid before. */
const LIMITS: Readonly<
  Partial<Record<ServingState, readonly [RowState, CampaignStanding['kind']]>>
> = {
  'flight-not-begun': ['scheduled', 'quiet'],
  'flight-ended': ['ended', 'quiet'],
  'ledger-unreachable': ['stopped', 'bad'],
  'total-budget-reached': ['stopped', 'warn'],
  'daily-budget-reached': ['stopped', 'warn'],
  'impression-cap-reached': ['stopped', 'warn'],
  'risk-limit-reached': ['stopped', 'bad'],
  'ahead-of-pace': ['held', 'warn'],
};

/** Campaigns that are not among the dearest of their partner are not considered, so nobody counts what they match. */
const NO_BID =
  'no bid since yesterday: no request matched, or dearer campaigns of its partner came first';

/** One that sells this part of many bids, or less, does not do well. */
const LITTLE_SHARE = 0.02;
const MANY_BIDS = 100;

/** Fewer bids may have been bad luck. */
const FEW_BIDS = 5;

/** Of one that may sell. */
export function servingStanding({ status, chances, isFresh, delivery }: Facts): CampaignStanding {
  const quiet = (sentence: string, kind: 'quiet' | 'warn' = 'quiet'): CampaignStanding => ({
    ...{ state: 'quiet', kind, sentence },
  });
  const held = (sentence: string): CampaignStanding => ({ state: 'held', kind: 'warn', sentence });
  if (status === undefined) return quiet('starting');
  const { state, sentence } = status;
  const [limit, kind] = LIMITS[state] ?? [];
  if (limit !== undefined && kind !== undefined) {
    const isSelling = state === 'ahead-of-pace' && (chances?.sold ?? 0) > 0;
    return { state: limit, kind: isSelling ? 'good' : kind, sentence };
  }
  const isHeld = state === 'held-back';
  if (chances === undefined) {
    const words = 'the database cannot be reached, so it is not known what it sells';
    return isHeld ? held(sentence) : quiet(words, 'warn');
  }
  const { bid, sold, unfit, held: heldCount, period } = chances;
  if (bid + unfit + heldCount === 0) {
    if (isHeld) return held(sentence);
    if (state === 'creative-rejected') return { state: 'failing', kind: 'bad', sentence };
    if (state === 'serving') {
      return quiet('it matches requests: what became of them is counted within seconds');
    }
    return isFresh ? quiet('just started: it has not bid yet') : quiet(NO_BID, 'warn');
  }
  if (sold > 0) {
    if (isHeld) return held(`selling, but ${sentence}`);
    const bids = `${count(sold)} of ${count(bid)} bids sold ${period}`;
    if (bid < MANY_BIDS || sold > LITTLE_SHARE * bid) {
      return { state: 'selling', kind: 'good', sentence: `selling: ${bids}` };
    }
    const why = delivery === undefined ? '' : `; ${mainLoss(delivery)}`;
    return { state: 'selling', kind: 'warn', sentence: `selling little: ${bids}${why}` };
  }
  const failing = (times: number, words: string): CampaignStanding => ({
    ...{ state: 'failing', kind: times < FEW_BIDS ? 'warn' : 'bad', sentence: words },
  });
  if (bid > 0) {
    const bids = `0 of ${count(bid)} ${bid === 1 ? 'bid' : 'bids'} sold ${period}`;
    return failing(bid, delivery === undefined ? bids : `${mainLoss(delivery)} (${bids})`);
  }
  if (unfit >= heldCount) {
    const times = `${count(unfit)} ${unfit === 1 ? 'request' : 'requests'} ${period}`;
    const missing = delivery?.misfits[0]?.missing;
    const why = missing === undefined ? times : `no creative has ${missing} (${times})`;
    return failing(unfit, `matches, no creative fits: ${why}`);
  }
  const cause = delivery?.held[0]?.cause;
  if (isHeld) return held(sentence);
  return held(cause === undefined ? 'held back' : `held back: ${HOLD_WORDS[cause]}`);
}

type DroppedBid = CampaignDelivery['dropped'][number];

/** By OpenRTB loss code: the bid was below the floor, or below that of a deal. */
const FLOOR_CODES: readonly number[] = [100, 101];

/** What of a bid the publisher does not take, by OpenRTB loss code. */
const BLOCKED_WHAT: Readonly<Record<number, string>> = {
  104: 'seat',
  200: 'no DSA information',
  205: 'domain',
  206: 'app',
  207: 'not over https',
  208: 'language',
  209: 'category',
  210: 'attribute of the ad',
};

/** Why most bids were lost, in words that can begin a sentence. */
function mainLoss({ dropped, outbid, outbidCount, bidCpmUsd }: CampaignDelivery): string {
  const never = 'bidding, never winning';
  const youBid = bidCpmUsd === null ? '' : `you bid ${usd(bidCpmUsd)}`;
  const floored = dropped.filter(({ code }) => FLOOR_CODES.includes(code));
  const blocked = dropped.filter(({ code }) => BLOCKED_WHAT[code] !== undefined);
  const others = dropped.filter((one) => !floored.includes(one) && !blocked.includes(one));
  const floors = floored.flatMap(({ floorUsd, count: times }) =>
    floorUsd === null ? [] : { count: times, cpmUsd: floorUsd },
  );
  const floor = floors.length === 0 ? 'below the floor' : `floor ${usd(averageOf(floors))}`;
  const [main] = [
    [countOf(floored), `${never}: ${floor}, ${youBid}`] as const,
    [countOf(blocked), blockWords(blocked)] as const,
    [outbidCount, `outbid: ${youBid}, others ${usd(averageOf(outbid))} on average`] as const,
    ...others.map((one) => [one.count, `${never}: ${lossWords(one.code).toLowerCase()}`] as const),
  ].toSorted(([a], [b]) => b - a);
  return main === undefined || main[0] === 0 ? never : main[1];
}

function countOf(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, one) => sum + one.count, 0);
}

function averageOf(rows: readonly { readonly count: number; readonly cpmUsd: number }[]): number {
  return rows.reduce((sum, one) => sum + one.count * one.cpmUsd, 0) / countOf(rows);
}

/** The publisher that blocks most of it, and what. */
function blockWords(blocked: readonly DroppedBid[]): string {
  const [first] = blocked.toSorted((a, b) => b.count - a.count);
  if (first === undefined) return '';
  const more = new Set(blocked.map(({ publisher }) => publisher)).size - 1;
  const others = more === 0 ? '' : ` and ${more} ${more === 1 ? 'other' : 'others'}`;
  return `blocked by ${first.publisher || 'publishers'}${others}: ${BLOCKED_WHAT[first.code]}`;
}
