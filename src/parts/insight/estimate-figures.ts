import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { readFlight } from '../../demand/campaigns/flight.ts';
import { priceOfCampaign } from '../../demand/campaigns/price.ts';
import { byCount } from '../../host/observe/totals.ts';
import type { CampaignEstimate } from '../../host/offers.ts';
import type { SampleSet } from '../../ledger/samples/request-samples.ts';
import { DAY_MS } from '../../lib/day.ts';
import { fromMicros } from '../../lib/money.ts';
import type { ReplayedCampaign } from './replay-campaign.ts';

type Basis = {
  readonly campaign: Campaign;
  readonly set: SampleSet;
  readonly nowMs: number;
  readonly clickRate: CampaignEstimate['clickRate'];
};

/** Losses that are listed, the most frequent first. */
const LOSSES_MAX = 10;

/** The answer, from what was counted in a replay: figures of one day. */
export function estimateOf(replayed: ReplayedCampaign, basis: Basis): CampaignEstimate {
  const { campaign, set, nowMs, clickRate } = basis;
  // With less than a day of samples, a day is what was seen: nobody knows the rest of it.
  const spanDays = set.firstMs === undefined ? 0 : Math.max(0, nowMs - set.firstMs) / DAY_MS;
  const perDay = scaleOf(replayed, set) / Math.max(1, spanDays);
  const own = replayed.curve.find(({ factor }) => factor === 1);
  const free = {
    impressions: (own?.impressions ?? 0) * perDay,
    spendUsd: fromMicros((own?.spendMicros ?? 0) * perDay),
  };
  const limit = tightestLimit(campaign, free, nowMs);
  const share = limit?.share ?? 1;
  const { all, matched, won } = replayed;
  const priceUsd = fromMicros(priceOfCampaign(campaign).micros);
  return {
    confidence: confidenceWords(replayed, spanDays),
    sample: {
      requests: all.samples,
      matched: matched.samples,
      won: won.samples,
      days: rounded(spanDays),
    },
    requests: rounded(all.requests * perDay),
    matched: rounded(matched.requests * perDay),
    impressions: rounded(free.impressions * share),
    spendUsd: rounded(free.spendUsd * share),
    limitedBy: limit?.field ?? null,
    cpmUsd: free.impressions === 0 ? null : rounded((1000 * free.spendUsd) / free.impressions),
    clickRate,
    curve: replayed.curve.map(({ factor, impressions, spendMicros }) => ({
      bidUsd: rounded(factor * priceUsd),
      impressions: rounded(impressions * perDay),
      spendUsd: rounded(fromMicros(spendMicros * perDay)),
    })),
    conditions: mostFirst(
      [...replayed.conditions].map(([field, requests]) => ({ field, requests })),
      perDay,
    ),
    lost: mostFirst([...replayed.reasons.values()], perDay).slice(0, LOSSES_MAX),
    ignored: replayed.ignored,
  };
}

/** What one request of the replay stands for, where not all samples were read or there was no time for all. */
function scaleOf({ all }: ReplayedCampaign, { requests }: SampleSet): number {
  return all.requests === 0 ? 0 : requests / all.requests;
}

const THOUSANDTHS = 1000;

/** A figure of this kind has no more digits that mean something. */
function rounded(value: number): number {
  return Math.round(value * THOUSANDTHS) / THOUSANDTHS;
}

function mostFirst<Row extends { readonly requests: number }>(
  rows: readonly Row[],
  perDay: number,
): readonly Row[] {
  return rows
    .map((row) => ({ ...row, requests: rounded(row.requests * perDay) }))
    .filter(({ requests }) => requests > 0)
    .sort((a, b) => byCount({ count: a.requests }, { count: b.requests }));
}

type FreeDay = { readonly impressions: number; readonly spendUsd: number };

/** The limit of the budget that leaves the smallest part of a free day, if any leaves less than all of it. */
function tightestLimit(campaign: Campaign, free: FreeDay, nowMs: number) {
  const { total, daily, impressions = {}, pacing } = campaign.budget ?? {};
  const days = pacing === 'asap' ? 1 : flightDays(campaign, nowMs);
  const limits = [
    { field: 'budget.daily', limit: daily, of: free.spendUsd },
    { field: 'budget.total', limit: total && total / days, of: free.spendUsd },
    { field: 'budget.impressions.daily', limit: impressions.daily, of: free.impressions },
    {
      field: 'budget.impressions.total',
      limit: impressions.total && impressions.total / days,
      of: free.impressions,
    },
  ];
  return limits
    .flatMap(({ field, limit, of }) =>
      limit === undefined || of <= limit ? [] : { field, share: limit / of },
    )
    .sort((a, b) => a.share - b.share)[0];
}

/** Without an end, a total may be spent on the first day. */
function flightDays({ flight, zone }: Campaign, nowMs: number): number {
  const { startMs, endMs } = readFlight(flight, zone);
  const days = (endMs - Math.max(nowMs, startMs)) / DAY_MS;
  return Number.isFinite(days) ? Math.max(1, days) : 1;
}

/** Fewer are a hint. */
const MATCHED_MIN = 30;

/** Of a normal distribution, 95 % lie within so many standard deviations. */
const DEVIATIONS = 1.96;

const HOURS_PER_DAY = 24;

function confidenceWords({ all, matched, won }: ReplayedCampaign, spanDays: number): string {
  if (all.samples === 0) {
    return 'No requests are sampled yet, so nothing can be estimated. Samples come with traffic; ledger.sampleDays must not be 0.';
  }
  const seen = `${matched.samples} of ${all.samples} sampled requests match`;
  const span =
    spanDays >= 1
      ? `The samples are of ${Math.round(spanDays)} ${Math.round(spanDays) === 1 ? 'day' : 'days'}.`
      : `The samples are of the last ${hoursWords(spanDays)}, so a whole day may bring more.`;
  if (matched.samples < MATCHED_MIN) return `${seen}: too few for more than a hint. ${span}`;
  if (won.samples === 0) return `${seen}, and none would be won. ${span}`;
  const share = won.samples / all.samples;
  const error = DEVIATIONS * Math.sqrt((1 - share) / won.samples);
  return `${seen}; the impressions are right to about ${Math.max(1, Math.round(100 * error))} %, as far as chance goes. ${span}`;
}

function hoursWords(days: number): string {
  const hours = Math.max(1, Math.ceil(days * HOURS_PER_DAY));
  return hours === 1 ? 'hour' : `${hours} hours`;
}
