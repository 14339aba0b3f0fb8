import type { Database } from '../../../src/lib/sql/database.ts';
import { recountFacts, rollupsOf } from '../../ledger/recount.ts';
import type { Trouble } from './chaos.ts';
import { BUDGET_IMPRESSIONS, BUDGETED } from './fleet.ts';
import type { Counts, Load, TriedNotice } from './load.ts';
import type { Finding, Happened } from './verdict.ts';

type Acknowledged = TriedNotice & { readonly acknowledgedMs: number };

/** Those that the database has to have: what an operator takes back is lost. */
function keptOf({ load, troubles }: Happened): readonly Acknowledged[] {
  return load.notices
    .filter((notice): notice is Acknowledged => notice.acknowledgedMs !== undefined)
    .filter(({ acknowledgedMs }) => !isTakenBack(troubles, acknowledgedMs));
}

function isTakenBack(troubles: readonly Trouble[], atMs: number): boolean {
  return troubles.some(
    ({ takenBack: back }) => back !== undefined && atMs >= back.fromMs && atMs <= back.toMs,
  );
}

export async function judgeNotices(
  { query, ...rest }: Database,
  happened: Happened,
): Promise<Finding> {
  const kept = keptOf(happened);
  const rows = await query('select auction_id, kind from facts where is_test = 0');
  const facts = rows.map(({ auction_id, kind }) => `${auction_id} ${kind}`);
  const stored = new Set(facts);
  const lost = kept.filter(({ auctionId, kind }) => !stored.has(`${auctionId} ${kind}`));
  const tried = new Set(happened.load.notices.map(({ auctionId, kind }) => `${auctionId} ${kind}`));
  const invented = facts.filter((name) => !tried.has(name));
  const { facts: counted } = await rollupsOf({ query, ...rest });
  const isCountedRight = Bun.deepEquals(counted, await recountFacts({ query, ...rest }));
  return {
    words: `${kept.length} notices were acknowledged, ${facts.length} facts are stored`,
    faults: [
      ...(lost.length === 0 ? [] : [`${lost.length} acknowledged notices are lost`]),
      ...(invented.length === 0 ? [] : [`${invented.length} facts are of no notice`]),
      ...(stored.size === facts.length ? [] : ['facts are stored twice']),
      ...(isCountedRight ? [] : ['the counts are not those of the facts']),
      ...(kept.length > 0 ? [] : ['no notice was acknowledged']),
    ],
  };
}

/** A worker that is killed takes the counts of its last two seconds with it. They reach the journal a moment later. */
const UNCOUNTED_MS = { before: 4000, after: 2000 } as const;

type Counted = { readonly requests: number; readonly refusals: number; readonly sold: number };

/** Counts of auctions are no less than what was answered while nothing failed, and in no minute more than was sent. */
export async function judgeCounts(
  { query }: Database,
  { load, troubles }: Happened,
): Promise<Finding> {
  const minutes = await query(
    `select minute_ms, sum(requests) as requests, sum(refusals) as refusals, sum(sold) as sold
     from rollups group by minute_ms`,
  );
  const counted = minutes.map((row) => ({
    minuteMs: Number(row.minute_ms),
    requests: Number(row.requests),
    refusals: Number(row.refusals),
    sold: Number(row.sold),
  }));
  const sumOf = (what: keyof Counted) => counted.reduce((sum, minute) => sum + minute[what], 0);
  const calm = sumUp(load, (ms) => isCalm(ms, troubles));
  const isShort = (what: 'requests' | 'sold', least: number) =>
    sumOf(what) < least ? [`${what}: ${sumOf(what)} are counted, expected at least ${least}`] : [];
  const { requests, sold } = load.counts;
  return {
    words: `${sumOf('requests')} of ${requests} requests and ${sumOf('sold')} of ${sold} sales are counted`,
    faults: [
      ...isShort('requests', calm.answered),
      ...isShort('sold', calm.sold),
      ...counted.flatMap((minute) => countedTooOften(minute, load)),
    ],
  };
}

const MINUTE_MS = 60_000;
/** A request may be counted some seconds after it was sent. */
const LATE_MS = 5000;

function countedTooOften(
  { minuteMs, ...counted }: Counted & { readonly minuteMs: number },
  load: Load,
): readonly string[] {
  const endMs = minuteMs + MINUTE_MS;
  const fromMs = minuteMs - LATE_MS;
  const sent = sumUp(load, (ms) => ms >= fromMs && ms < endMs);
  // A request without an answer may have been sold or refused.
  const unknown = sent.requests - sent.answered;
  const most = {
    requests: sent.requests,
    sold: sent.sold + unknown,
    refusals: sent.limited + unknown,
  };
  return (['requests', 'sold', 'refusals'] as const).flatMap((what) =>
    counted[what] <= most[what]
      ? []
      : [
          `${what}: ${counted[what]} are counted in the minute ${new Date(minuteMs).toISOString()}, expected at most ${most[what]}`,
        ],
  );
}

/** By when they were sent. */
function sumUp({ seconds }: Load, isWanted: (ms: number) => boolean): Counts {
  const sums = { requests: 0, answered: 0, sold: 0, shed: 0, limited: 0 };
  for (const [second, counts] of seconds) {
    if (!isWanted(second * 1000)) continue;
    for (const what of COUNTED) sums[what] += counts[what];
  }
  return sums;
}

const COUNTED = ['requests', 'answered', 'sold', 'shed', 'limited'] as const;

function isCalm(atMs: number, troubles: readonly Trouble[]): boolean {
  return troubles.every(
    ({ fromMs, toMs, takenBack }) =>
      atMs + 1000 < (takenBack?.fromMs ?? fromMs) - UNCOUNTED_MS.before ||
      atMs > toMs + UNCOUNTED_MS.after,
  );
}

export async function judgeBudget({ query }: Database): Promise<Finding> {
  const prices = await query(
    'select spend_nanos from facts where campaign = $1 and spend_nanos > 0',
    [BUDGETED],
  );
  const [budget] = await query(
    'select spent_total_nanos, impressions_total from budgets where campaign = $1',
    [`own/${BUDGETED}`],
  );
  const billed = prices.length;
  const nanos = prices.reduce((sum, { spend_nanos }) => sum + Number(spend_nanos), 0);
  const spentRight =
    Number(budget?.spent_total_nanos ?? 0) === nanos &&
    Number(budget?.impressions_total ?? 0) === billed;
  return {
    words: `${billed} of ${BUDGET_IMPRESSIONS} impressions of the budget were billed`,
    faults: [
      ...(billed <= BUDGET_IMPRESSIONS ? [] : ['the budget is exceeded']),
      ...(billed > 0 ? [] : ['nothing of the budget was sold']),
      ...(spentRight ? [] : ['the spend in the budget is not that of the facts']),
    ],
  };
}

const WISH_BY_KIND = { win: 'nurl', bill: 'burl', impression: undefined } as const;

/** The partner is told of each win and bill of its ads, and of nothing else. */
export async function judgeCalls(
  { query }: Database,
  told: readonly string[],
  happened: Happened,
): Promise<Finding> {
  const waiting = await query("select url from outbox where partner = 'dsp'");
  const reached = new Set([...told, ...waiting.map(({ url }) => pathOf(String(url)))].map(callIn));
  const ofPartner = ({ isPartners, kind }: TriedNotice) =>
    isPartners && WISH_BY_KIND[kind] !== undefined;
  const nameOf = ({ kind, requestId }: TriedNotice) => `${WISH_BY_KIND[kind]} ${requestId}`;
  const due = keptOf(happened).filter(ofPartner).map(nameOf);
  const possible = new Set(happened.load.notices.filter(ofPartner).map(nameOf));
  const missing = due.filter((name) => !reached.has(name));
  const notices = told.filter((path) => !path.startsWith('/lurl'));
  const invented = notices.filter((path) => !possible.has(callIn(path)));
  const unfilled = told.filter((path) => decodeURIComponent(path).includes('${'));
  const repeated = notices.length - new Set(notices).size;
  return {
    words: `${due.length} calls of the partner were due; ${notices.length} were made, ${repeated} of them again; ${waiting.length} wait`,
    faults: [
      ...(missing.length === 0 ? [] : [`${missing.length} calls were never made: ${missing[0]}`]),
      ...(invented.length === 0 ? [] : [`${invented.length} calls were not due: ${invented[0]}`]),
      ...(unfilled.length === 0 ? [] : [`macros are left in ${unfilled[0]}`]),
      ...(due.length > 0 ? [] : ['no call was due']),
    ],
  };
}

const pathOf = (url: string) => url.slice(new URL(url).origin.length);

/** `/nurl?p=2&id=request-1` → `nurl request-1` */
function callIn(path: string): string {
  const [wish = '', query = ''] = path.slice(1).split('?');
  return `${wish} ${new URLSearchParams(query).get('id') ?? ''}`;
}
