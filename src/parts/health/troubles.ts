import type { Trouble } from '../../host/admin/answers.ts';
import { reading, type SeriesCounts } from '../../host/machine/counted.ts';
import type { PartnerRows } from '../../host/machine/partner-rows.ts';
import { BREAKER_VALUES, JOURNAL_FAULT_VALUES } from '../../host/observe/gauge-values.ts';
import type { Lately } from '../../host/observe/history.ts';
import type { TroubleId } from '../../host/observe/troubles.ts';
import { JOURNAL_FAULTS, type JournalFault } from '../../ledger/journal.ts';
import type { Cause } from '../../lib/cause.ts';
import { troubleOf } from './trouble-of.ts';

const LAG_SEC_MAX = 30;

/** What has not happened for this long is over. */
const OVER_AFTER_MS = 2 * 60_000;

/** A cause that not everything is known of. */
export type KnownCause = Pick<Cause, 'what'> & { readonly advice: string | undefined };

type KnownCauses = Pick<PartnerRows, 'pausedBy'> & {
  /** Why the database cannot be used; undefined while that is not known. */
  readonly database: () => string | undefined;
  /** The same of Redis. */
  readonly redis: () => KnownCause | undefined;
};

/** What the figures of this machine say of conditions that need an operator. Empty if there are none. */
export function troublesOf(lately: Lately, causes: KnownCauses): readonly Trouble[] {
  return [
    ...conditions(lately, causes),
    ...incidents(lately),
    ...partnerTroubles(lately, causes.pausedBy),
  ];
}

/** They last until something changes. */
function conditions({ now, layout }: Lately, causes: KnownCauses): readonly Trouble[] {
  const { count: gauge } = reading(now, layout);
  const lagSec = gauge('parley_ledger_lag_seconds');
  const blocked = journalTrouble(gauge('parley_journal_fault'));
  const found: Trouble[] = [];
  const isDown = gauge('parley_database_up') === 0;
  if (isDown) {
    const reason = causes.database();
    const cause = reason === undefined ? undefined : { what: reason, advice: undefined };
    found.push(unusable('database-down', 'bad', 'the database', cause));
  }
  if (blocked !== undefined) found.push(blocked);
  if (lagSec > LAG_SEC_MAX) {
    const what = `the ledger is ${Math.round(lagSec)} seconds behind`;
    const advice = isDown ? DATABASE_FIRST : undefined;
    found.push(troubleOf('ledger-behind', { kind: 'warn', what, advice }));
  }
  if (gauge('parley_redis_up') === 0) {
    found.push(unusable('redis-down', 'warn', 'Redis', causes.redis()));
  }
  return found;
}

/** A database that cannot be asked has no answer to the query that is advised otherwise. */
const DATABASE_FIRST = 'Mend the database first: what database-down says.';

function unusable(
  id: TroubleId,
  kind: Trouble['kind'],
  name: string,
  cause: KnownCause | undefined,
): Trouble {
  const what =
    cause === undefined ? `${name} does not answer` : `${name} cannot be used: ${cause.what}`;
  return troubleOf(id, { kind, what, advice: cause?.advice });
}

function journalTrouble(value: number): Trouble | undefined {
  const kinds = Object.keys(JOURNAL_FAULTS) as readonly JournalFault['kind'][];
  const kind = kinds.find((one) => JOURNAL_FAULT_VALUES[one] === value);
  if (kind === undefined) return undefined;
  const what = `notices are refused: ${JOURNAL_FAULTS[kind]}`;
  return troubleOf('journal-blocked', { kind: 'bad', what });
}

type Incident = Pick<Trouble, 'id' | 'page'> & {
  readonly kind: 'warn' | 'bad';
  readonly count: (figures: SeriesCounts) => number;
  readonly what: (times: number) => string;
};

const requests = (times: number) => (times === 1 ? '1 request was' : `${times} requests were`);

const INCIDENTS: readonly Incident[] = [
  {
    id: 'notices-refused',
    kind: 'bad',
    count: ({ total }) => total('parley_notices_total', 'unavailable'),
    what: (times) => `${times} ${times === 1 ? 'notice' : 'notices'} could not be stored`,
  },
  {
    id: 'counts-lost',
    kind: 'bad',
    count: ({ count }) => count('parley_journal_lost_total'),
    what: (times) =>
      `${times} ${times === 1 ? 'entry' : 'entries'} with counts for reports could not be stored`,
  },
  {
    id: 'requests-failed',
    kind: 'bad',
    count: ({ count }) => count('parley_requests_total', 'failed'),
    what: (times) => `${times} ${times === 1 ? 'request' : 'requests'} failed`,
  },
  {
    id: 'requests-shed',
    kind: 'bad',
    count: ({ count }) => count('parley_requests_total', 'shed'),
    what: (times) =>
      `${requests(times)} refused because the machine was overloaded, or did not know its publishers yet`,
  },
  {
    id: 'requests-limited',
    kind: 'warn',
    count: ({ count }) => count('parley_requests_total', 'limited'),
    what: (times) => `${requests(times)} over a limit`,
    page: 'limits',
  },
  {
    id: 'workers-replaced',
    kind: 'warn',
    count: ({ total }) => total('parley_worker_restarts_total'),
    what: (times) => `${times} ${times === 1 ? 'worker was' : 'workers were'} replaced`,
  },
];

/** They happened in the last minutes, each with the last time. */
function incidents({ since, endsMs, grownMs, layout }: Lately): readonly Trouble[] {
  const nowMs = endsMs.at(-1) ?? 0;
  const latest = reading(grownMs, layout, Math.max);
  const all = reading(since, layout);
  return INCIDENTS.flatMap(({ id, kind, count, what, page }) => {
    const times = count(all);
    if (times === 0) return [];
    const lastMs = count(latest);
    const isOver = nowMs - lastMs >= OVER_AFTER_MS;
    const said = `${what(times)} in the last 15 minutes`;
    const found = { kind: isOver ? 'over' : kind, what: said, lastMs } as const;
    return [troubleOf(id, page === undefined ? found : { ...found, page })];
  });
}

function partnerTroubles(
  { now, since, layout }: Lately,
  pausedBy: KnownCauses['pausedBy'],
): readonly Trouble[] {
  const { count: gauge } = reading(now, layout);
  const answers = reading(since, layout);
  return layout.partners.flatMap(({ name: partner }): readonly Trouble[] => {
    const page = 'partners';
    if (gauge('parley_partner_paused', partner) === 1) {
      const what = `${partner} is paused by ${pausedBy(partner) ?? 'somebody'}`;
      return [troubleOf('partner-paused', { partner, kind: 'warn', what, page })];
    }
    if (gauge('parley_partner_breaker_state', partner) !== BREAKER_VALUES.open) return [];
    const what = `${partner} failed too often, and its circuit breaker is open${failureWords(partner, answers)}`;
    return [troubleOf('partner-failing', { partner, kind: 'bad', what, page })];
  });
}

const FAILURE_WORDS: Readonly<Record<string, string>> = {
  timeout: 'it does not answer in time',
  failed: 'it cannot be reached, or answers with an error',
  malformed: 'its answers cannot be read',
};

/** The commonest failure of the last minutes. How it ended each time, the explanation of an auction says. */
function failureWords(partner: string, { byLast }: SeriesCounts): string {
  const kinds = byLast('parley_partner_answers_total', partner).map(({ reason }) => reason);
  const most = kinds.find((kind) => kind in FAILURE_WORDS);
  return most === undefined ? '' : `: mostly, ${FAILURE_WORDS[most]}`;
}
