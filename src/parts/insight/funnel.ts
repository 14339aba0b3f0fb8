import { NO_BID, NO_BID_REASONS } from '../../core/openrtb/no-bid.ts';
import type { Counted } from '../../host/admin/answers.ts';
import type { Lately } from '../../host/observe/history.ts';
import { OUTBID_REASONS } from '../../host/observe/series.ts';
import { byCount, reading, type SeriesCounts } from '../../host/observe/totals.ts';

export type FunnelStageName =
  | 'received'
  | 'valid'
  | 'asked'
  | 'answered'
  | 'bid'
  | 'fit'
  | 'won'
  | 'billed';

/** One stage of the funnel of the last 15 minutes, with the losses before it. */
export type FunnelStage = {
  readonly stage: FunnelStageName;
  /** Requests. In the last stage, impressions. */
  readonly count: number;
  /** How many of the previous stage did not reach this one. */
  readonly lost: number;
  /** The most frequent first. */
  readonly losses: readonly Loss[];
  /** The most frequent invalid fields of refused requests. */
  readonly fields?: readonly Counted[];
};

export type Loss = {
  /** A code of the exchange, which the console explains. */
  readonly reason: string;
  readonly count: number;
  /** The unit of the count: a request can have several calls, and a call several bids. */
  readonly of: 'requests' | 'calls' | 'bids' | 'impressions';
  readonly partner?: string;
};

/** The losses shown at one stage. The partners' page shows all. */
const LOSSES_MAX = 12;
const FIELDS_MAX = 5;

/** The funnel of the last minutes, from requests to billed impressions, with the losses at each stage. */
export function funnelOf({ since, layout }: Lately): readonly FunnelStage[] {
  const figures = reading(since, layout);
  const { count, total, byLast } = figures;
  const came = (stage: string) => count('parley_funnel_requests_total', stage);
  const received = total('parley_requests_total');
  const valid = count('parley_requests_total', 'bid') + count('parley_requests_total', 'no_bid');
  const partners = layout.partners.map(({ name }) => name);
  const ofPartners = (losses: (partner: string) => readonly Loss[]) => partners.flatMap(losses);
  const refusals = byLast('parley_refusals_total').map((one): Loss => ({ ...one, of: 'requests' }));
  const fields = byLast('parley_refused_fields_total').slice(0, FIELDS_MAX);
  const stages: readonly (readonly [FunnelStageName, number, readonly Loss[]])[] = [
    ['received', received, []],
    ['valid', valid, refusals],
    ['asked', came('asked'), beforeAsking(figures, valid - came('asked'), partners)],
    ['answered', came('answered'), ofPartners((name) => badAnswers(figures, name))],
    ['bid', came('bid'), ofPartners((name) => withoutBid(figures, name))],
    ['fit', came('fit'), ofPartners((name) => drops(figures, name))],
    ['won', came('won'), []],
  ];
  return [
    ...stages.map(([stage, here, losses], i) => ({
      stage,
      count: here,
      lost: Math.max(0, (stages[i - 1]?.[1] ?? here) - here),
      losses: most(losses),
      ...(stage === 'valid' ? { fields } : {}),
    })),
    billed(figures),
  ];
}

function most(losses: readonly Loss[]): readonly Loss[] {
  return losses
    .filter(({ count }) => count > 0)
    .sort(byCount)
    .slice(0, LOSSES_MAX);
}

/** No-bid reasons that arise before partners are called, then those that a bid can cause as well. */
const EARLY_REASONS = (['before', 'either'] as const).flatMap((stage) =>
  NO_BID_REASONS.filter((reason) => NO_BID[reason].decided === stage),
);

function beforeAsking(
  { count, byLast }: SeriesCounts,
  lost: number,
  partners: readonly string[],
): readonly Loss[] {
  let rest = lost;
  const early = EARLY_REASONS.map((reason): Loss => {
    const here = Math.min(rest, count('parley_no_bids_total', reason));
    rest -= here;
    return { reason, count: here, of: 'requests' };
  });
  if (rest <= 0) return early;
  const skipped = partners.flatMap((partner) =>
    byLast('parley_partner_skipped_total', partner).map(
      (one): Loss => ({ ...one, of: 'calls', partner }),
    ),
  );
  return [...early, { reason: 'skipped', count: rest, of: 'requests' }, ...skipped];
}

function badAnswers({ byLast }: SeriesCounts, partner: string): readonly Loss[] {
  return byLast('parley_partner_answers_total', partner)
    .filter(({ reason }) => reason !== 'bids' && reason !== 'no_bid')
    .map(({ reason, count }) => ({ reason: `answer-${reason}`, count, of: 'calls', partner }));
}

function withoutBid({ count }: SeriesCounts, partner: string): readonly Loss[] {
  const silent = count('parley_partner_answers_total', partner, 'no_bid');
  const unreadable = count('parley_partner_unreadable_bids_total', partner);
  return [
    { reason: 'answer-no_bid', count: silent, of: 'calls', partner },
    { reason: 'unreadable', count: unreadable, of: 'bids', partner },
  ];
}

function drops({ byLast }: SeriesCounts, partner: string): readonly Loss[] {
  return byLast('parley_partner_drops_total', partner)
    .filter(({ reason }) => !OUTBID_REASONS.includes(reason))
    .map(({ reason, count }) => ({ reason: `drop-${reason}`, count, of: 'bids', partner }));
}

/**
 * Impressions from the facts of the ledger, each once and without tests. Notices would be wrong: one may arrive twice,
 * at any worker, and the partner's config decides which kind of notice bills.
 */
function billed({ count, total }: SeriesCounts): FunnelStage {
  const here = total('parley_billed_total');
  const wins = total('parley_partner_wins_total');
  const tests = Math.min(wins, count('parley_test_wins_total'));
  const losses: readonly Loss[] = [
    { reason: 'test', count: tests, of: 'impressions' },
    { reason: 'not-reported', count: Math.max(0, wins - tests - here), of: 'impressions' },
  ];
  return {
    stage: 'billed',
    count: here,
    lost: losses.reduce((sum, one) => sum + one.count, 0),
    losses: most(losses),
  };
}
