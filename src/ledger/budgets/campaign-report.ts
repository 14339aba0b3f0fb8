import { DAY_MS, dayOf } from '../../lib/day.ts';
import { fromMicros } from '../../lib/money.ts';
import { type Account, type BudgetResource, isLimited, limitOf, RESOURCES } from './account.ts';
import { type BudgetRow, boundsOf, headroomOf, paceAt } from './budget-rows.ts';
import type { Holdings, Trials } from './supervisor-slices.ts';

/** `serving`, or the reason why a campaign does not serve. */
export const CAMPAIGN_STATES = [
  'serving',
  'flight-not-begun',
  'flight-ended',
  'ledger-unreachable',
  'total-budget-reached',
  'daily-budget-reached',
  'impression-cap-reached',
  'ahead-of-pace',
  'creative-rejected',
  'no-request-matched',
] as const;

export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** Amounts of money are in USD. A limit that is not set is null. */
export type CampaignReport = {
  readonly partner: string;
  readonly campaign: string;
  readonly advertiser: string;
  readonly state: CampaignState;
  readonly sentence: string;
  /** null: the ledger cannot be read now. */
  readonly money: Progress | null;
  readonly impressions: Progress | null;
};

export type Progress = {
  readonly spentTotal: number;
  readonly spentToday: number;
  readonly total: number | null;
  readonly daily: number | null;
  /** The spend that even pacing allows until now today. */
  readonly allowedByNow: number | null;
};

export type ReportInput = {
  readonly account: Account;
  /** undefined: the ledger cannot be read. */
  readonly row: BudgetRow | undefined;
  readonly holdings: Holdings;
  readonly trials: Trials;
  /** Whether workers may reserve now. */
  readonly mayReserve: boolean;
  readonly nowMs: number;
};

export function reportCampaign(input: ReportInput): CampaignReport {
  const { account, row } = input;
  const { partner, campaign, advertiser } = account;
  const [state, sentence] = flightReason(input) ?? budgetReason(input) ?? demandReason(input);
  return {
    partner,
    campaign,
    advertiser,
    state,
    sentence,
    money: row === undefined ? null : progress(input, row, 'micros'),
    impressions: row === undefined ? null : progress(input, row, 'impressions'),
  };
}

type Reason = readonly [CampaignState, string];

function flightReason({ account, nowMs }: ReportInput): Reason | undefined {
  const { startMs, endMs } = account;
  if (nowMs < startMs) {
    return ['flight-not-begun', `flight has not begun: it starts at ${timeOf(startMs)}`];
  }
  return nowMs < endMs ? undefined : ['flight-ended', `flight ended at ${timeOf(endMs)}`];
}

function budgetReason(input: ReportInput): Reason | undefined {
  const { account, row, mayReserve, nowMs } = input;
  if (account.budget === undefined) return undefined;
  if (row === undefined || !mayReserve) {
    const sentence = 'the ledger cannot be reached or is behind, so its budget cannot be checked';
    return ['ledger-unreachable', sentence];
  }
  return (
    limitReason(input, row, 'micros') ??
    limitReason(input, row, 'impressions') ??
    paceReason(account, row, input.holdings, nowMs)
  );
}

/** undefined while the slice can pay for an impression. */
function limitReason(
  { account, holdings, nowMs }: ReportInput,
  row: BudgetRow,
  resource: BudgetResource,
): Reason | undefined {
  const { total, daily } = limitOf(account, resource);
  const unit = unitOf(account, resource);
  if (holdings.available[resource] >= unit) return undefined;
  const isMoney = resource === 'micros';
  const lacks = (limit: number | undefined, spent: number): limit is number =>
    limit !== undefined && limit - spent - row.claimed[resource] < unit;
  const howMuch = (limit: number, spent: number, when: string) => {
    const rest = limit - spent >= unit ? '; the rest is reserved for ads already sold' : '';
    return `${textOf(spent, resource)} of ${textOf(limit, resource)} ${isMoney ? 'USD spent' : 'shown'}${when}${rest}`;
  };
  if (lacks(total, row.spentTotal[resource])) {
    const how = howMuch(total, row.spentTotal[resource], '');
    return isMoney
      ? ['total-budget-reached', `total budget reached: ${how}`]
      : ['impression-cap-reached', `impression cap reached: ${how}`];
  }
  if (!lacks(daily, row.spentToday[resource])) return undefined;
  const resumes = `resumes at ${timeOf((dayOf(nowMs) + 1) * DAY_MS)}`;
  const how = `${howMuch(daily, row.spentToday[resource], ' today')}; ${resumes}`;
  return isMoney
    ? ['daily-budget-reached', `daily budget reached: ${how}`]
    : ['impression-cap-reached', `impression cap of the day reached: ${how}`];
}

function paceReason(
  account: Account,
  row: BudgetRow,
  holdings: Holdings,
  nowMs: number,
): Reason | undefined {
  const bounds = boundsOf(account, row, nowMs);
  for (const resource of RESOURCES) {
    const unit = unitOf(account, resource);
    const headroom = headroomOf(bounds[resource], row, resource);
    if (holdings.available[resource] >= unit || headroom.byNow >= unit) continue;
    const by = textOf(bounds[resource].byNow, resource);
    const what = resource === 'micros' ? 'USD' : 'impressions';
    const spent = textOf(row.spentToday[resource], resource);
    const sentence = `ahead of its pace: of ${by} ${what} due by now ${spent} are billed, the rest is sold`;
    return ['ahead-of-pace', sentence];
  }
  return undefined;
}

function demandReason({ trials: { tried, misfit } }: ReportInput): Reason {
  if (tried === 0) return ['no-request-matched', 'no request matched yet'];
  if (misfit < tried) return ['serving', 'serving'];
  const sentence = `no creative has what publishers require, in ${misfit} of ${tried} native requests`;
  return ['creative-rejected', sentence];
}

function progress(
  { account, nowMs }: ReportInput,
  row: BudgetRow,
  resource: BudgetResource,
): Progress {
  const { total, daily } = limitOf(account, resource);
  const { allowed } = paceAt(account, resource, row, nowMs);
  const shown = (value: number) => (resource === 'micros' ? fromMicros(value) : value);
  return {
    spentTotal: shown(row.spentTotal[resource]),
    spentToday: shown(row.spentToday[resource]),
    total: total === undefined ? null : shown(total),
    daily: daily === undefined ? null : shown(daily),
    allowedByNow: Number.isFinite(allowed) ? shown(allowed) : null,
  };
}

/** What one impression takes: 0 of a resource that is not limited. */
function unitOf(account: Account, resource: BudgetResource): number {
  if (!isLimited(limitOf(account, resource))) return 0;
  return resource === 'micros' ? account.unitMicros : 1;
}

function textOf(value: number, resource: BudgetResource): string {
  return resource === 'micros' ? fromMicros(value).toFixed(2) : String(value);
}

function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
