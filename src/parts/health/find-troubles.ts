import { EXPIRES_SOON_MS, termOf, termWords } from '../../host/config/certificate.ts';
import { oldRatesDays } from '../../host/currency/reference-rates.ts';
import type { MachineState } from '../../host/machine/machine-state.ts';
import type { StoreFeed } from '../../host/machine/store-feed.ts';
import type { Lately, Point } from '../../host/observe/history.ts';
import {
  BREAKER_VALUES,
  JOURNAL_FAULT_VALUES,
  OTHER,
  outcomeOf,
} from '../../host/observe/series.ts';
import { reading, type SeriesCounts } from '../../host/observe/totals.ts';
import {
  type FoundTrouble,
  TROUBLE_IDS,
  type Trouble,
  type TroubleId,
  troublesOf,
} from '../../host/observe/troubles.ts';
import type { Offers, Waiting } from '../../host/offers.ts';
import type { Budgets } from '../../ledger/budgets/start-budgets.ts';
import { JOURNAL_FAULTS, type JournalFault } from '../../ledger/journal.ts';
import type { Ledger } from '../../ledger/start-ledger.ts';
import { DAY_MS } from '../../lib/day.ts';
import { cut } from '../../lib/text.ts';
import { CAMPAIGN, type StoredCampaign, waitingCreatives } from '../../store/campaign-kind.ts';
import type { Records } from '../../store/records.ts';
import { createTrafficWatch, requestsOf } from './watches.ts';

type Fault = { readonly reason: string | null | undefined };

export type Sources = {
  readonly state: Pick<MachineState, 'work' | 'reloadFault' | 'tlsFault'>;
  readonly ledger: Pick<Ledger, 'health'>;
  readonly budgets: Pick<Budgets, 'halt'>;
  readonly fleet: { readonly status: () => Fault | undefined };
  readonly feed: Pick<StoreFeed, 'status'>;
  readonly records: Pick<Records, 'all' | 'revision'>;
  readonly offers: Pick<Offers, 'waitingAccounts'>;
  /** What the database said when it was asked the last time. */
  readonly looked: {
    readonly fill: () => FoundTrouble | undefined;
    /** The months that are over and not closed yet, like "2026-10". */
    readonly months: () => readonly string[];
  };
};

/** What is looked at for one list of troubles. */
type Look = {
  readonly lately: Lately;
  /** The last seconds. */
  readonly points: readonly Point[];
  readonly nowMs: number;
  readonly gauge: SeriesCounts['count'];
};

type Find = (look: Look) => FoundTrouble | readonly FoundTrouble[] | undefined;

/** Says what is wrong, in the order of the table of troubles. Empty while all is well. */
export function createFindTroubles(sources: Sources) {
  const rows = findersOf(sources);
  return (lately: Lately, points: readonly Point[], nowMs: number): readonly Trouble[] => {
    const { count: gauge } = reading(lately.now, lately.layout);
    const look = { lately, points, nowMs, gauge };
    return troublesOf(
      TROUBLE_IDS.flatMap((id) =>
        [rows[id](look) ?? []].flat().map((found: FoundTrouble) => [id, found] as const),
      ),
    );
  };
}

function findersOf(sources: Sources): Readonly<Record<TroubleId, Find>> {
  const { state, ledger, fleet, feed, records, offers, looked } = sources;
  const traffic = createTrafficWatch();
  const isDatabaseDown = ({ gauge }: Look) => gauge('parley_database_up') === 0;
  return {
    'database-down': (look) =>
      isDatabaseDown(look) ? unusable('the database', ledger.health()) : undefined,
    'journal-blocked'({ gauge }) {
      const value = gauge('parley_journal_fault');
      const kind = JOURNAL_KINDS.find((one) => JOURNAL_FAULT_VALUES[one] === value);
      return kind && { what: `notices are refused: ${JOURNAL_FAULTS[kind]}` };
    },
    'ledger-behind'(look) {
      const lagSec = look.gauge('parley_ledger_lag_seconds');
      const what = `the ledger is ${Math.round(lagSec)} seconds behind`;
      const advice = isDatabaseDown(look) ? DATABASE_FIRST : undefined;
      // Nobody knows it where it is no number.
      return lagSec > LAG_SEC_MAX ? { what, advice } : undefined;
    },
    'budgets-halted': createBudgetWatch(sources.budgets),
    'redis-down': ({ gauge }) =>
      gauge('parley_redis_up') === 0 ? unusable('Redis', fleet.status()) : undefined,
    'store-behind'() {
      const { reason } = feed.status();
      // While the database cannot be used, that is what is wrong.
      if (reason === undefined || !ledger.health().isDatabaseUp) return undefined;
      const what = `changes of campaigns, publishers and partners do not reach the workers of this machine: ${reason}`;
      return { what };
    },
    'certificate-expiring': ({ nowMs }) => expiring(state.work.setup.tls, nowMs),
    'certificate-not-renewed'() {
      const { tlsFault } = state;
      if (tlsFault === undefined || state.work.setup.tls === undefined) return undefined;
      const { reason, effect } = tlsFault;
      return { what: `the renewed certificate cannot be used: ${reason}`, effect };
    },
    'geo-old'({ nowMs }) {
      const { geoBuiltMs } = state.work.setup;
      if (geoBuiltMs === undefined || nowMs - geoBuiltMs < GEO_OLD_MS) return undefined;
      const date = new Date(geoBuiltMs).toISOString().slice(0, 10);
      return {
        what: `the database of countries (geo.database) is of ${date}, more than a year old`,
      };
    },
    'reload-rejected': () => reloadTrouble(state.reloadFault),
    'requests-refused': ({ lately, points }) => refusedRequests(lately, points),
    'traffic-gone': ({ points, nowMs }) => traffic(points, nowMs),
    'fill-fallen': looked.fill,
    'approvals-waiting': () =>
      waitingTrouble(waitingIn(records), offers.waitingAccounts?.() ?? NONE),
    'months-to-close': () => monthsTrouble(looked.months()),
    'rates-old'({ nowMs }) {
      const { referenceDate } = state.work.setup.config.auction;
      const days = oldRatesDays(referenceDate, nowMs);
      return days === undefined
        ? undefined
        : { what: `the reference rates of currencies are of ${referenceDate}, ${days} days ago` };
    },
    'notices-refused': happened(
      ({ total }) => total('parley_notices_total', 'unavailable'),
      (times) => `${counted(times, 'notice', 'notices')} could not be stored`,
    ),
    'counts-lost': happened(
      ({ count }) => count('parley_journal_lost_total'),
      (times) =>
        `${counted(times, 'entry', 'entries')} with counts for reports could not be stored`,
    ),
    'requests-failed': happened(
      ({ count }) => count('parley_requests_total', 'failed'),
      (times) => `${counted(times, 'request', 'requests')} failed`,
    ),
    'requests-shed': happened(
      ({ count }) => count('parley_requests_total', 'shed'),
      (times) =>
        `${counted(times, 'request was', 'requests were')} refused because the machine was overloaded, or did not know its publishers yet`,
    ),
    'requests-limited': happened(
      ({ count }) => count('parley_requests_total', 'limited'),
      (times) => `${counted(times, 'request was', 'requests were')} over a limit`,
    ),
    'workers-replaced': happened(
      ({ total }) => total('parley_worker_restarts_total'),
      (times) => `${counted(times, 'worker was', 'workers were')} replaced`,
    ),
    'partner-paused': ({ gauge, lately: { layout } }) =>
      layout.partners.flatMap(({ name: partner }) => {
        if (gauge('parley_partner_paused', partner) !== 1) return [];
        const by = state.work.partners.pausedBy(partner) ?? 'somebody';
        return { partner, what: `${partner} is paused by ${by}` };
      }),
    'partner-failing': failingPartners,
  };
}

const JOURNAL_KINDS = Object.keys(JOURNAL_FAULTS) as readonly JournalFault['kind'][];
const LAG_SEC_MAX = 30;
/** Blocks of addresses are sold and moved all the time; most publish a new database each month. */
const GEO_OLD_MS = 365 * DAY_MS;

/** A database that cannot be asked has no answer to the query that is advised otherwise. */
const DATABASE_FIRST = 'Mend the database first: what database-down says.';

function unusable(name: string, fault: Fault | undefined): FoundTrouble {
  return {
    what: fault?.reason ? `${name} cannot be used: ${fault.reason}` : `${name} does not answer`,
  };
}

const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

/** What has not happened for this long is over. */
const OVER_AFTER_MS = 2 * 60_000;

/** It happened in the last minutes, and when for the last time. */
function happened(
  countOf: (figures: SeriesCounts) => number,
  words: (times: number) => string,
): Find {
  return ({ lately: { since, endsMs, grownMs, layout } }) => {
    const times = countOf(reading(since, layout));
    if (times === 0) return undefined;
    const lastMs = countOf(reading(grownMs, layout, Math.max));
    const isOver = (endsMs.at(-1) ?? 0) - lastMs >= OVER_AFTER_MS;
    const what = `${words(times)} in the last 15 minutes`;
    return { what, lastMs, kind: isOver ? 'over' : undefined };
  };
}

/** A start has no budgets for a moment. */
const HALTED_MS_MIN = 10_000;

export const HALT_CAUSES = {
  'not-checked': {
    what: 'campaigns with a budget are not sold, because this machine has not checked their budgets for more than 45 seconds',
    advice:
      'Mend what keeps this machine from its database: database-down and ledger-behind in troubles of GET /status say what that is.',
  },
  'others-behind': {
    what: 'what was sold and never billed does not become free again, because a machine has not brought its journals into the database for more than 7 minutes',
    advice:
      'Find the machine with database-down or ledger-behind in troubles of its GET /status. Mend it, or stop it if it cannot be mended: the others go on a minute later.',
  },
} as const;

/** Says when workers may sell nothing from budgets, and what keeps them from it. */
export function createBudgetWatch({ halt }: Sources['budgets']) {
  let sinceMs: number | undefined;
  return ({ nowMs }: Pick<Look, 'nowMs'>): FoundTrouble | undefined => {
    const cause = halt();
    sinceMs = cause && (sinceMs ?? nowMs);
    const isLong = sinceMs !== undefined && nowMs - sinceMs >= HALTED_MS_MIN;
    return cause && isLong ? HALT_CAUSES[cause] : undefined;
  };
}

const URGENT_MS = 3 * DAY_MS;

export function expiring(
  tls: { readonly cert: string } | undefined,
  nowMs: number,
): FoundTrouble | undefined {
  if (tls === undefined) return undefined;
  const term = termOf(tls.cert);
  const leftMs = term.endMs - nowMs;
  if (leftMs >= EXPIRES_SOON_MS) return undefined;
  return {
    what: `the certificate ${termWords(term, nowMs)}`,
    kind: leftMs < URGENT_MS ? 'bad' : 'warn',
    effect: leftMs < 0 ? EXPIRED : undefined,
  };
}

const EXPIRED =
  'Callers refuse the connection: neither requests nor notices arrive, except from those who do not check.';

/** A reason may quote a value of the config. A webhook takes no body without a bound. */
const REASON_LENGTH_MAX = 1000;

function reloadTrouble(reason: string | undefined): FoundTrouble | undefined {
  if (reason === undefined) return undefined;
  const isLong = reason.length > REASON_LENGTH_MAX;
  const said = isLong ? `${cut(reason, REASON_LENGTH_MAX)}…` : reason.replace(/\.$/, '');
  return { what: `the config was not reloaded: ${said}` };
}

/** The seconds that are looked at. */
const POINTS_LOOKED_AT = 60;
/** Fewer requests tell nothing. */
const REQUESTS_MIN = 10;
const MOST = 0.5;
const NEARLY_ALL = 0.9;
/** The minutes whose errors are named: the last one has only just begun. */
const MINUTES_NAMED = 2;

const ADVICE_BY_CODE: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'Compare the key that they send with the one of the publisher.',
  FORBIDDEN:
    'Look whether access and publishers of the config, or the page Publishers, allow them.',
};

/** Requests that are at fault themselves, if they are most of the last minute. Limits and overload have their own words. */
function refusedRequests(lately: Lately, points: readonly Point[]): FoundTrouble | undefined {
  const last = points.slice(-POINTS_LOOKED_AT);
  const sum = (of: (point: Point) => number) => Math.round(last.reduce((n, p) => n + of(p), 0));
  const refused = sum(({ requests }) => requests.refused);
  const all = sum(requestsOf);
  if (all < REQUESTS_MIN || refused <= all * MOST) return undefined;
  const many = refused >= all ? `all ${all}` : `${refused} of ${all}`;
  const { cause, code } = commonestError(lately);
  return {
    kind: refused >= all * NEARLY_ALL ? 'bad' : 'warn',
    what: `${many} requests of the last minute were refused${cause}`,
    advice: ADVICE_BY_CODE[code],
  };
}

/** The most frequent error of the last minutes, and the field that is wrong most often. */
function commonestError({ byMinute, layout }: Lately) {
  const minutes = byMinute.slice(-MINUTES_NAMED).map((cells) => reading(cells, layout));
  const counts = (series: 'parley_refusals_total' | 'parley_refused_fields_total') => {
    const sums = new Map<string, number>();
    for (const { reason, count } of minutes.flatMap(({ byLast }) => byLast(series))) {
      sums.set(reason, (sums.get(reason) ?? 0) + count);
    }
    return [...sums].sort(([, one], [, other]) => other - one);
  };
  const [code = '', times = 0] =
    counts('parley_refusals_total').find(([name]) => outcomeOf(name) === 'refused') ?? [];
  const [field = OTHER, faults = 0] = counts('parley_refused_fields_total')[0] ?? [];
  // A field of few requests is not what is wrong with most of them.
  const where = field !== OTHER && faults > times * MOST ? ` at ${field}` : '';
  return { code, cause: code === '' ? '' : `, most often with ${code}${where}` };
}

const FAILURE_WORDS: Readonly<Record<string, string>> = {
  timeout: 'it does not answer in time',
  failed: 'it cannot be reached, or answers with an error',
  malformed: 'its answers cannot be read',
};

/** With the commonest failure of the last minutes. How it ended each time, the explanation of an auction says. */
function failingPartners({ gauge, lately: { since, layout } }: Look): readonly FoundTrouble[] {
  const { byLast } = reading(since, layout);
  return layout.partners.flatMap(({ name: partner }) => {
    const isPaused = gauge('parley_partner_paused', partner) === 1;
    const isOpen = gauge('parley_partner_breaker_state', partner) === BREAKER_VALUES.open;
    if (isPaused || !isOpen) return [];
    const kinds = byLast('parley_partner_answers_total', partner).map(({ reason }) => reason);
    const words = FAILURE_WORDS[kinds.find((kind) => kind in FAILURE_WORDS) ?? ''];
    const mostly = words === undefined ? '' : `: mostly, ${words}`;
    const what = `${partner} failed too often, and its circuit breaker is open${mostly}`;
    return { partner, what };
  });
}

/** How many wait for approval, and since when the first of them does. */
const NONE: Waiting = { count: 0, oldestMs: Number.POSITIVE_INFINITY };

/** Counted when the store has changed. */
const waitingByRecords = new WeakMap<object, Waiting & { readonly revision: number }>();

function waitingIn(records: Sources['records']): Waiting {
  const revision = records.revision();
  const known = waitingByRecords.get(records);
  if (known?.revision === revision) return known;
  // Nobody has to hurry for a draft.
  const waits = (one: StoredCampaign) => one.state !== 'draft' && waitingCreatives(one).length > 0;
  const waiting = records.all(CAMPAIGN).filter(waits);
  const oldestMs = Math.min(...waiting.map(({ changedMs }) => changedMs));
  const counted = { revision, count: waiting.length, oldestMs };
  waitingByRecords.set(records, counted);
  return counted;
}

/** Campaigns whose ads wait for an approval, and accounts of AI buyers. */
function waitingTrouble(campaigns: Waiting, accounts: Waiting): FoundTrouble | undefined {
  const count = campaigns.count + accounts.count;
  if (count === 0) return undefined;
  const oldestMs = Math.min(campaigns.oldestMs, accounts.oldestMs);
  const since = `since ${new Date(oldestMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const named = [
    campaigns.count === 0 ? [] : counted(campaigns.count, 'campaign', 'campaigns'),
    accounts.count === 0
      ? []
      : counted(accounts.count, 'account of an AI buyer', 'accounts of AI buyers'),
  ].flat();
  const wait =
    count === 1 ? `waits for approval, ${since}` : `wait for approval, the oldest ${since}`;
  return {
    what: `${named.join(' and ')} ${wait}`,
    page: campaigns.count === 0 ? 'buyers' : undefined,
  };
}

/** More are counted. */
const MONTHS_NAMED_MAX = 3;

function monthsTrouble(months: readonly string[]): FoundTrouble | undefined {
  if (months.length === 0) return undefined;
  const more = months.length - MONTHS_NAMED_MAX;
  const named = months.slice(0, MONTHS_NAMED_MAX).join(', ');
  return { what: `${named}${more > 0 ? ` and ${more} more` : ''} can be closed` };
}
