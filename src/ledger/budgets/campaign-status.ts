import { HOLD_CAUSES, HOLD_WORDS, WANTED_CAUSES } from '../../core/sale/hold-cause.ts';
import { todayWords } from '../../core/sale/progress-words.ts';
import { localDayOf, localDaySpan } from '../../lib/local-day.ts';
import { fromMicros, usdWords } from '../../lib/money.ts';
import type { Query } from '../../lib/sql/database.ts';
import { wallTime } from '../../lib/time-zone.ts';
import {
  type Account,
  type Amount,
  type BudgetResource,
  isBudgeted,
  isLimited,
  keyOf,
  limitOf,
  RESOURCES,
} from './account.ts';
import { type BudgetRow, NO_ROW, readRows } from './budget-rows.ts';
import { boundsOf, headroomOf, type PaceMoment, paceOf } from './pacing.ts';
import type { SellerPortions, Trials } from './portion-memory.ts';

/** `serving`, or the reason why a campaign does not serve, or not all that it could. */
export const SERVING_STATES = [
  'serving',
  'flight-not-begun',
  'flight-ended',
  'ledger-unreachable',
  'total-budget-reached',
  'daily-budget-reached',
  'risk-limit-reached',
  'impression-cap-reached',
  'ahead-of-pace',
  'creative-rejected',
  'no-request-matched',
  'held-back',
] as const;

export type ServingState = (typeof SERVING_STATES)[number];

/** Of one campaign, and of one of its limits. Amounts of money are in USD. A limit that is not set is null. */
export type CampaignStatus = Readonly<ReturnType<typeof statusOf>>;
export type Progress = Readonly<ReturnType<typeof progress>>;

export type StatusInput = {
  readonly account: Account;
  /** undefined: the ledger cannot be read. */
  readonly row: BudgetRow | undefined;
  /** What is left of the machine's portion. */
  readonly left: Amount;
  /** Since the start. */
  readonly trials: Trials;
  /** Of the last minutes. */
  readonly recent: Trials;
  readonly isChecked: boolean;
  readonly now: PaceMoment;
};

/** By row: of all accounts, or of those that are wanted. A ledger that cannot be read is a state of its own. */
export async function campaignStatuses(
  query: Query,
  accounts: ReadonlyMap<number, Account>,
  { portions, recent }: { readonly portions: SellerPortions; readonly recent: RecentTrials },
  now: PaceMoment,
  wanted: Iterable<number> = accounts.keys(),
): Promise<ReadonlyMap<number, CampaignStatus>> {
  const asked = [...wanted].flatMap((index) => {
    const account = accounts.get(index);
    return account === undefined ? [] : [{ key: keyOf(account), account, index }];
  });
  const rows = await readRows(query, asked, now.ms).catch(() => undefined);
  return new Map(
    asked.map(({ key, account, index }) => [
      index,
      statusOf({
        account,
        row: rows === undefined ? undefined : (rows.get(key) ?? NO_ROW),
        left: portions.leftOf(index),
        trials: portions.trials(index),
        recent: recent.of(index),
        isChecked: portions.isChecked(now.ms),
        now,
      }),
    ]),
  );
}

export function statusOf(input: StatusInput) {
  const { account, row } = input;
  const { partner, campaign, advertiser } = account;
  const [state, head, how] = flightReason(input) ?? stoppedReason(input) ?? demandReason(input);
  return {
    partner,
    campaign,
    advertiser,
    state,
    sentence: how === undefined ? head : `${head}: ${how}`,
    /** null: the ledger cannot be read now. */
    money: row === undefined ? null : progress(input, row, 'micros'),
    impressions: row === undefined ? null : progress(input, row, 'impressions'),
  };
}

type Reason = readonly [state: ServingState, head: string, how?: string];

const SERVING: Reason = ['serving', 'serving'];

function flightReason({ account, now }: StatusInput): Reason | undefined {
  const { startMs, endMs, zone } = account;
  if (now.ms < startMs) {
    return ['flight-not-begun', `starts on ${timeOf(startMs, zone)}`];
  }
  return now.ms < endMs ? undefined : ['flight-ended', `ended on ${timeOf(endMs, zone)}`];
}

/** What its budget stops, and how much that was. */
function stoppedReason(input: StatusInput): Reason | undefined {
  const reason = budgetReason(input);
  const { held, seen } = heldOf(input);
  if (reason === undefined || held === 0) return reason;
  const [state, head, how] = reason;
  const missed = `held back from ${held} of the last ${seen} requests`;
  return [state, head, how === undefined ? missed : `${how}; ${missed}`];
}

function budgetReason(input: StatusInput): Reason | undefined {
  const { account, row, isChecked } = input;
  if (!isBudgeted(account)) return undefined;
  if (row === undefined || !isChecked) {
    const sentence = 'the ledger cannot be reached or is behind, so its budget cannot be checked';
    return ['ledger-unreachable', sentence];
  }
  return (
    limitReason(input, row, 'micros') ??
    limitReason(input, row, 'impressions') ??
    riskReason(input, row) ??
    paceReason(input, row)
  );
}

/** undefined while the portion can pay for an impression. */
function limitReason(
  { account, left, now }: StatusInput,
  row: BudgetRow,
  resource: BudgetResource,
): Reason | undefined {
  const { total, daily } = limitOf(account, resource);
  const unit = unitOf(account, resource);
  if (left[resource] >= unit) return undefined;
  const isMoney = resource === 'micros';
  const lacks = (limit: number | undefined, spent: number): limit is number =>
    limit !== undefined && limit - spent - row.held[resource] < unit;
  const howMuch = (limit: number, spent: number, when: string) => {
    const rest = limit - spent >= unit ? '; the rest is reserved for ads already sold' : '';
    return `${textOf(spent, resource)} of ${textOf(limit, resource)}${isMoney ? '' : ' shown'}${when}${rest}`;
  };
  if (lacks(total, row.spentTotal[resource])) {
    const how = howMuch(total, row.spentTotal[resource], '');
    return isMoney
      ? ['total-budget-reached', 'budget used up', how]
      : ['impression-cap-reached', 'impression cap reached', how];
  }
  if (!lacks(daily, row.spentToday[resource])) return undefined;
  const { zone } = account;
  const { toMs } = localDaySpan(zone, localDayOf(zone, now.ms));
  const resumes = `resumes at ${timeOf(toMs, zone)}`;
  const how = `${howMuch(daily, row.spentToday[resource], ' today')}; ${resumes}`;
  return isMoney
    ? ['daily-budget-reached', 'budget of the day used up', how]
    : ['impression-cap-reached', 'impression cap of the day reached', how];
}

/** undefined while the portion can pay for an impression. */
function riskReason({ account, left: inPortion }: StatusInput, row: BudgetRow): Reason | undefined {
  const { riskMicros, unitMicros } = account;
  const { uncoveredMicros, held } = row;
  if (riskMicros === undefined || inPortion.micros >= unitMicros) return undefined;
  const left = riskMicros - uncoveredMicros;
  if (left - held.micros >= unitMicros) return undefined;
  const rest = left >= unitMicros ? '; the rest is reserved for ads already sold' : '';
  const owed = textOf(Math.max(0, uncoveredMicros), 'micros');
  const how = `publishers are owed ${owed} more than it was charged, of at most ${textOf(riskMicros, 'micros')} (riskMax)${rest}`;
  return ['risk-limit-reached', 'risk limit reached', how];
}

function paceReason(input: StatusInput, row: BudgetRow): Reason | undefined {
  const { account, left, now } = input;
  const bounds = boundsOf(account, row, now);
  for (const resource of RESOURCES) {
    const unit = unitOf(account, resource);
    const headroom = headroomOf(bounds[resource], row, resource);
    if (left[resource] >= unit || headroom.byNow >= unit) continue;
    const isMoney = resource === 'micros';
    const amount = (value: number) => (isMoney ? dollars(value) : `${value} shown`);
    const today = todayWords(progress(input, row, resource), amount);
    return ['ahead-of-pace', 'paced', `${today}, all of it billed or sold`];
  }
  return undefined;
}

/** A campaign that is held back from a smaller share of the last requests, or from fewer, serves. */
const HELD_SHARE_MIN = 0.05;
const HELD_COUNT_MIN = 5;

const UNWANTED_CAUSES = HOLD_CAUSES.filter((cause) => !WANTED_CAUSES.includes(cause));

/** The last requests that the campaign runs on, and those of them that it was held back from. */
function heldOf({ recent }: StatusInput) {
  const held = UNWANTED_CAUSES.reduce((sum, cause) => sum + recent.held[cause], 0);
  return { held, seen: held + recent.tried };
}

/** undefined while it is held back from few. One that could not bid at all is never said to serve. */
function heldReason(input: StatusInput): Reason | undefined {
  const { held, seen } = heldOf(input);
  const isAlways = held > 0 && held === seen;
  if (!isAlways && (held < HELD_COUNT_MIN || held < HELD_SHARE_MIN * seen)) return undefined;
  const counts = input.recent.held;
  const causes = UNWANTED_CAUSES.filter((cause) => counts[cause] > 0)
    .toSorted((a, b) => counts[b] - counts[a])
    .map((cause) => `${counts[cause]} because ${HOLD_WORDS[cause]}`);
  return ['held-back', `held back from ${held} of the last ${seen} requests`, causes.join(', ')];
}

/** undefined unless most of what it matches is about something else. */
function offTopicReason({ recent }: StatusInput): Reason | undefined {
  const { topic } = recent.held;
  const seen = HOLD_CAUSES.reduce((sum, cause) => sum + recent.held[cause], recent.tried);
  if (topic < HELD_COUNT_MIN || 2 * topic <= seen) return undefined;
  const head = `held back from ${topic} of the last ${seen} requests`;
  return ['held-back', head, `${topic} because ${HOLD_WORDS.topic}`];
}

function demandReason(input: StatusInput): Reason {
  const reason = heldReason(input) ?? offTopicReason(input);
  if (reason !== undefined) return reason;
  const { tried, misfit, held } = input.trials;
  if (tried === 0) {
    const isMatched = HOLD_CAUSES.some((cause) => held[cause] > 0);
    return isMatched ? SERVING : ['no-request-matched', 'no request matched yet'];
  }
  if (misfit < tried) return SERVING;
  const how = `no creative has what publishers require, in ${misfit} of ${tried} native requests`;
  return ['creative-rejected', 'matches, no creative fits', how];
}

function progress({ account, now }: StatusInput, row: BudgetRow, resource: BudgetResource) {
  const { total, daily } = limitOf(account, resource);
  const { allowed, today } = paceOf(account, resource, row, now);
  const shown = (value: number) => (resource === 'micros' ? fromMicros(value) : value);
  const bounded = (value: number) => (Number.isFinite(value) ? shown(value) : null);
  return {
    spentTotal: shown(row.spentTotal[resource]),
    spentToday: shown(row.spentToday[resource]),
    total: total === undefined ? null : shown(total),
    daily: daily === undefined ? null : shown(daily),
    /** The spend that pacing allows today, and until now today. */
    allowedToday: bounded(today),
    allowedByNow: bounded(allowed),
  };
}

/** What one impression takes: 0 of a resource that is not limited. */
function unitOf(account: Account, resource: BudgetResource): number {
  if (!isLimited(account, resource)) return 0;
  return resource === 'micros' ? account.unitMicros : 1;
}

function textOf(value: number, resource: BudgetResource): string {
  return resource === 'micros' ? dollars(fromMicros(value)) : String(value);
}

/** Of sentences that are made here, so not in the words of a browser. */
const dollars = (value: number) => usdWords(value, 'en-US');

function timeOf(ms: number, zone: string): string {
  const { date, clock } = wallTime(zone, ms);
  return `${date} ${clock.slice(0, 5)} ${zone}`;
}

type RecentTrials = ReturnType<typeof createRecentTrials>;

/** Counts are of this long at least, and of twice as long at most. */
const RECENT_MS = 5 * 60_000;

/** What became of the last requests, as far as this machine has seen them. */
export function createRecentTrials(
  portions: Pick<SellerPortions, 'copyCounters' | 'trials'>,
  startMs: number,
) {
  let last = portions.copyCounters();
  let earlier = last;
  let copiedMs = startMs;
  return {
    /** To be called often, so that counts of before are left behind. */
    advance(nowMs: number): void {
      if (nowMs - copiedMs < RECENT_MS) return;
      earlier = last;
      last = portions.copyCounters();
      copiedMs = nowMs;
    },
    of: (campaign: number): Trials => portions.trials(campaign, earlier),
  };
}
