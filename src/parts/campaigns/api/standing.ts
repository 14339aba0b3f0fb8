import { HOLD_WORDS } from '../../../core/sale/hold-cause.ts';
import type { CampaignStatus, ServingState } from '../../../ledger/budgets/campaign-status.ts';
import type { DayChances } from '../../../ledger/delivery/recent-delivery.ts';
import { usdWords } from '../../../lib/money.ts';
import type { CampaignRow, CampaignRowState, StandingKind } from '../page/api.ts';
import type { CampaignDelivery } from './delivery.ts';
import { mainLoss } from './main-loss.ts';

/** What happens to a campaign, in a sentence. The list and the campaign's page say the same. */
export type CampaignStanding = Pick<CampaignRow, 'state' | 'kind' | 'sentence'>;

/** What became of its chances lately. */
export type Chances = Pick<DayChances, 'bid' | 'sold' | 'unfit' | 'held'> & {
  readonly period: 'today' | 'since yesterday';
};

export type StandingInput = {
  /** What its budget and its flight allow. */
  readonly status: Pick<CampaignStatus, 'state' | 'head' | 'how' | 'sentence'>;
  /** undefined: the database cannot be read. */
  readonly chances: Chances | undefined;
  /** It was started or changed a moment ago, or nobody's campaigns had a request lately. */
  readonly isFresh: boolean;
  /** Read for campaigns that are shown alone: the state does not depend on it. */
  readonly delivery?: CampaignDelivery | undefined;
  /** `14:03`, in its time zone. */
  readonly usedUpAt?: string | undefined;
};

const usd = (value: number) => usdWords(value, 'en-US');
const count = (value: number) => value.toLocaleString('en-US');

export function standingOf(input: StandingInput): CampaignStanding {
  const { status, chances } = input;
  const limit = LIMITS[status.state];
  if (limit !== undefined) return { ...limit(chances), sentence: limitWords(input) };
  if (chances === undefined) return unread(status);
  const { bid, sold, unfit, held } = chances;
  if (bid + unfit + held === 0) return unmatched(input);
  if (sold > 0) return selling(input, chances);
  if (bid > 0) return losing(input, chances);
  return unfit >= held ? unfitting(input, chances) : heldBack(input);
}

type Judged = Omit<CampaignStanding, 'sentence'>;

const always = (state: CampaignRowState, kind: StandingKind) => (): Judged => ({ state, kind });

/** What decides whatever was bid before. */
const LIMITS: Readonly<Partial<Record<ServingState, (chances?: Chances) => Judged>>> = {
  'flight-not-begun': always('scheduled', 'quiet'),
  'flight-ended': always('ended', 'quiet'),
  'ledger-unreachable': always('stopped', 'bad'),
  'total-budget-reached': always('stopped', 'warn'),
  'daily-budget-reached': always('stopped', 'warn'),
  'impression-cap-reached': always('stopped', 'warn'),
  'risk-limit-reached': always('stopped', 'bad'),
  'ahead-of-pace': (chances) => ({
    state: 'held',
    kind: (chances?.sold ?? 0) > 0 ? 'good' : 'warn',
  }),
};

function limitWords({ status: { sentence, head, how }, usedUpAt }: StandingInput): string {
  return usedUpAt === undefined ? sentence : `${head} at ${usedUpAt}: ${how}`;
}

/** What it does is not known, so nothing of it is said to be good. */
function unread({ state, sentence }: StandingInput['status']): CampaignStanding {
  const words = 'the database cannot be reached, so it is not known what it sells';
  return state === 'held-back'
    ? { state: 'held', kind: 'warn', sentence }
    : { state: 'quiet', kind: 'warn', sentence: words };
}

/** Campaigns that are not among the dearest of their partner are not considered, so nobody counts what they match. */
const NO_BID =
  'no bid since yesterday: no request matched, or dearer campaigns of its partner came first';

function unmatched({ status, isFresh }: StandingInput): CampaignStanding {
  const { state, sentence } = status;
  if (state === 'held-back') return { state: 'held', kind: 'warn', sentence };
  if (state === 'creative-rejected') return { state: 'failing', kind: 'bad', sentence };
  if (state === 'serving') {
    const words = 'it matches requests: what became of them is counted within seconds';
    return { state: 'quiet', kind: 'quiet', sentence: words };
  }
  return isFresh
    ? { state: 'quiet', kind: 'quiet', sentence: 'just started: it has not bid yet' }
    : { state: 'quiet', kind: 'warn', sentence: NO_BID };
}

/** One that sells this part of many bids, or less, does not do well. */
const LITTLE_SHARE = 0.02;
const MANY_BIDS = 100;

function selling({ status, delivery }: StandingInput, chances: Chances): CampaignStanding {
  const { bid, sold, period } = chances;
  const bids = `${count(sold)} of ${count(bid)} bids sold ${period}`;
  if (status.state === 'held-back') {
    return { state: 'held', kind: 'warn', sentence: `selling, but ${status.sentence}` };
  }
  if (bid < MANY_BIDS || sold > LITTLE_SHARE * bid) {
    return { state: 'selling', kind: 'good', sentence: `selling: ${bids}` };
  }
  const why = delivery === undefined ? '' : `; ${mainLoss(delivery, usd)}`;
  return { state: 'selling', kind: 'warn', sentence: `selling little: ${bids}${why}` };
}

/** Fewer bids may have been bad luck. */
const FEW_BIDS = 5;

function losing({ delivery }: StandingInput, { bid, period }: Chances): CampaignStanding {
  const bids = `0 of ${count(bid)} ${bid === 1 ? 'bid' : 'bids'} sold ${period}`;
  const kind = bid < FEW_BIDS ? 'warn' : 'bad';
  if (delivery === undefined) return { state: 'failing', kind, sentence: bids };
  return { state: 'failing', kind, sentence: `${mainLoss(delivery, usd)} (${bids})` };
}

function unfitting({ delivery }: StandingInput, { unfit, period }: Chances): CampaignStanding {
  const times = `${count(unfit)} ${unfit === 1 ? 'request' : 'requests'} ${period}`;
  const missing = delivery?.misfits[0]?.missing;
  const why = missing === undefined ? times : `no creative has ${missing} (${times})`;
  const sentence = `matches, no creative fits: ${why}`;
  return { state: 'failing', kind: unfit < FEW_BIDS ? 'warn' : 'bad', sentence };
}

function heldBack({ status, delivery }: StandingInput): CampaignStanding {
  const cause = delivery?.held[0]?.cause;
  const words = cause === undefined ? 'held back' : `held back: ${HOLD_WORDS[cause]}`;
  const sentence = status.state === 'held-back' ? status.sentence : words;
  return { state: 'held', kind: 'warn', sentence };
}
