import { DAY_MS, dayOf } from '../../lib/day.ts';
import { fromMicros } from '../../lib/money.ts';
import { type Account, type Amount, isLimited, limitOf } from './account.ts';
import type { Held } from './purse-keeping.ts';
import type { Trials } from './purses.ts';
import { type BudgetRow, boundsOf, paceAt, roomOf } from './rows.ts';

/** Whether a campaign serves and, if not, why. */
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

/** For people and their tools: amounts are USD. A limit that is not set is null. */
export type CampaignReport = {
  readonly partner: string;
  readonly campaign: string;
  readonly advertiser: string;
  readonly state: CampaignState;
  readonly sentence: string;
  /** null: the ledger keeps no count that can be read now. */
  readonly money: Progress | null;
  readonly impressions: Progress | null;
};

export type Progress = {
  readonly spentTotal: number;
  readonly spentToday: number;
  readonly total: number | null;
  readonly daily: number | null;
  /** What even pacing allows to be spent today by now. */
  readonly allowedByNow: number | null;
};

export type Circumstances = {
  readonly account: Account;
  /** undefined: the ledger cannot be reached. */
  readonly row: BudgetRow | undefined;
  readonly held: Held;
  readonly trials: Trials;
  /** Whether anything may be reserved at all just now. */
  readonly isLeased: boolean;
  readonly nowMs: number;
};

export function reportCampaign(circumstances: Circumstances): CampaignReport {
  const { account, row } = circumstances;
  const { partner, campaign, advertiser } = account;
  const [state, sentence] =
    flightReason(circumstances) ?? budgetReason(circumstances) ?? demandReason(circumstances);
  return {
    ...{ partner, campaign, advertiser, state, sentence },
    money: row === undefined ? null : progress(circumstances, row, 'micros'),
    impressions: row === undefined ? null : progress(circumstances, row, 'impressions'),
  };
}

type Reason = readonly [CampaignState, string];

function flightReason({ account, nowMs }: Circumstances): Reason | undefined {
  const { startMs, endMs } = account;
  if (nowMs < startMs) {
    return ['flight-not-begun', `flight has not begun: it starts at ${timeOf(startMs)}`];
  }
  return nowMs < endMs ? undefined : ['flight-ended', `flight ended at ${timeOf(endMs)}`];
}

function budgetReason(circumstances: Circumstances): Reason | undefined {
  const { account, row, isLeased, nowMs } = circumstances;
  if (account.budget === undefined) return undefined;
  if (row === undefined || !isLeased) {
    const sentence = 'the ledger cannot be reached or is behind, so its budget cannot be checked';
    return ['ledger-unreachable', sentence];
  }
  return (
    limitReason(circumstances, row, 'micros') ??
    limitReason(circumstances, row, 'impressions') ??
    paceReason(account, row, circumstances.held, nowMs)
  );
}

/** Nothing, while the purse can pay for an impression. */
function limitReason(
  { account, held, nowMs }: Circumstances,
  row: BudgetRow,
  kind: keyof Amount,
): Reason | undefined {
  const { total, daily } = limitOf(account, kind);
  const unit = unitOf(account, kind);
  if (held.available[kind] >= unit) return undefined;
  const isMoney = kind === 'micros';
  const lacks = (limit: number | undefined, spent: number): limit is number =>
    limit !== undefined && limit - spent - row.claimed[kind] < unit;
  const howMuch = (limit: number, spent: number, when: string) => {
    const rest = limit - spent >= unit ? '; the rest is reserved for ads already sold' : '';
    return `${amountOf(spent, kind)} of ${amountOf(limit, kind)} ${isMoney ? 'USD spent' : 'shown'}${when}${rest}`;
  };
  if (lacks(total, row.spentTotal[kind])) {
    const how = howMuch(total, row.spentTotal[kind], '');
    return isMoney
      ? ['total-budget-reached', `total budget reached: ${how}`]
      : ['impression-cap-reached', `impression cap reached: ${how}`];
  }
  if (!lacks(daily, row.spentToday[kind])) return undefined;
  const resumes = `resumes at ${timeOf((dayOf(nowMs) + 1) * DAY_MS)}`;
  const how = `${howMuch(daily, row.spentToday[kind], ' today')}; ${resumes}`;
  return isMoney
    ? ['daily-budget-reached', `daily budget reached: ${how}`]
    : ['impression-cap-reached', `impression cap of the day reached: ${how}`];
}

function paceReason(
  account: Account,
  row: BudgetRow,
  held: Held,
  nowMs: number,
): Reason | undefined {
  const bounds = boundsOf(account, row, nowMs);
  for (const kind of ['micros', 'impressions'] as const) {
    const unit = unitOf(account, kind);
    const room = roomOf(bounds[kind], row, kind);
    if (held.available[kind] >= unit || room.byNow >= unit) continue;
    const by = amountOf(bounds[kind].byNow, kind);
    const what = kind === 'micros' ? 'USD' : 'impressions';
    const spent = amountOf(row.spentToday[kind], kind);
    const sentence = `ahead of its pace: of ${by} ${what} due by now ${spent} are billed, the rest is sold`;
    return ['ahead-of-pace', sentence];
  }
  return undefined;
}

function demandReason({ trials: { tried, misfit } }: Circumstances): Reason {
  if (tried === 0) return ['no-request-matched', 'no request matched yet'];
  if (misfit < tried) return ['serving', 'serving'];
  return ['creative-rejected', `creative rejected by ${misfit} of ${tried} native requests`];
}

function progress({ account, nowMs }: Circumstances, row: BudgetRow, kind: keyof Amount): Progress {
  const { total, daily } = limitOf(account, kind);
  const { allowed } = paceAt(account, kind, row, nowMs);
  const shown = (value: number) => (kind === 'micros' ? fromMicros(value) : value);
  return {
    spentTotal: shown(row.spentTotal[kind]),
    spentToday: shown(row.spentToday[kind]),
    total: total === undefined ? null : shown(total),
    daily: daily === undefined ? null : shown(daily),
    allowedByNow: Number.isFinite(allowed) ? shown(allowed) : null,
  };
}

/** What an impression takes of it: nothing of what is not limited. */
function unitOf(account: Account, kind: keyof Amount): number {
  if (!isLimited(limitOf(account, kind))) return 0;
  return kind === 'micros' ? account.unitMicros : 1;
}

function amountOf(value: number, kind: keyof Amount): string {
  return kind === 'micros' ? fromMicros(value).toFixed(2) : String(value);
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
