import type { Trouble } from '../../console/api.ts';
import { CLOCK_MS_MAX } from '../../ledger/heartbeat.ts';
import type { Lately } from '../../observe/history.ts';
import { BREAKER_VALUES } from '../../observe/series.ts';
import { clockWords } from '../watch-database.ts';
import { reading, type SeriesCounts } from './counted.ts';

const LAG_SEC_MAX = 30;

/** What has not happened for this long is over. */
const OVER_AFTER_MS = 2 * 60_000;

/** Sentences about conditions that need an operator. Empty if there are none. */
export function troublesOf(lately: Lately): readonly Trouble[] {
  return [...conditions(lately), ...incidents(lately), ...partnerTroubles(lately)];
}

/** They last until something changes. */
function conditions({ now, layout }: Lately): readonly Trouble[] {
  const { count: gauge } = reading(now, layout);
  const lagSec = gauge('parley_ledger_lag_seconds');
  const clockAheadMs = 1000 * gauge('parley_clock_offset_seconds');
  const found: Trouble[] = [];
  const tell = (kind: 'bad' | 'warn', words: string) => found.push({ kind, words });
  if (gauge('parley_database_up') === 0) {
    tell('bad', 'the database does not answer: the journals store all notices');
  }
  if (Math.abs(clockAheadMs) > CLOCK_MS_MAX) {
    tell('bad', `${clockWords(clockAheadMs)}: it sells nothing`);
  }
  if (lagSec > LAG_SEC_MAX) tell('warn', `the ledger is ${Math.round(lagSec)} seconds behind`);
  if (gauge('parley_redis_up') === 0) {
    tell('warn', 'Redis does not answer: this machine enforces its share of the limits');
  }
  return found;
}

type Incident = {
  readonly kind: 'warn' | 'bad';
  readonly count: (figures: SeriesCounts) => number;
  readonly words: (times: number) => string;
  readonly page?: 'limits';
};

const requests = (times: number) => (times === 1 ? '1 request was' : `${times} requests were`);

const INCIDENTS: readonly Incident[] = [
  {
    kind: 'bad',
    count: ({ count }) => count('parley_database_went_back_total'),
    words: (times) =>
      `the database went back to earlier data ${times === 1 ? 'once' : `${times} times`}, and everything was read anew,`,
  },
  {
    kind: 'bad',
    count: ({ total }) => total('parley_notices_total', 'unavailable'),
    words: (times) => `${times} ${times === 1 ? 'notice' : 'notices'} could not be stored`,
  },
  {
    kind: 'bad',
    count: ({ count }) => count('parley_journal_lost_total'),
    words: (times) =>
      `${times} ${times === 1 ? 'entry' : 'entries'} with counts for reports could not be stored`,
  },
  {
    kind: 'bad',
    count: ({ count }) => count('parley_requests_total', 'failed'),
    words: (times) => `${times} ${times === 1 ? 'request' : 'requests'} failed (see the log)`,
  },
  {
    kind: 'bad',
    count: ({ count }) => count('parley_requests_total', 'shed'),
    words: (times) => `${requests(times)} refused because the machine was overloaded`,
  },
  {
    kind: 'warn',
    count: ({ count }) => count('parley_requests_total', 'limited'),
    words: (times) => `${requests(times)} over a limit`,
    page: 'limits',
  },
  {
    kind: 'warn',
    count: ({ total }) => total('parley_worker_restarts_total'),
    words: (times) => `${times} ${times === 1 ? 'worker was' : 'workers were'} replaced`,
  },
];

/** They happened in the last minutes, each with the last time. */
function incidents({ byMinute, since, endsMs, layout }: Lately): readonly Trouble[] {
  const nowMs = endsMs.at(-1) ?? 0;
  const minutes = byMinute.map((cells) => reading(cells, layout));
  const all = reading(since, layout);
  return INCIDENTS.flatMap(({ kind, count, words, page }) => {
    const times = count(all);
    if (times === 0) return [];
    const last = minutes.findLastIndex((minute) => count(minute) > 0);
    const lastMs = endsMs[last] ?? nowMs;
    const isOver = nowMs - lastMs >= OVER_AFTER_MS;
    const trouble = { words: `${words(times)} in the last 15 minutes`, lastMs };
    return [{ ...trouble, kind: isOver ? 'over' : kind, ...(page === undefined ? {} : { page }) }];
  });
}

function partnerTroubles({ now, layout }: Lately): readonly Trouble[] {
  const { count: gauge } = reading(now, layout);
  return layout.partners.flatMap(({ name }): readonly Trouble[] => {
    const page = 'partners';
    if (gauge('parley_partner_paused', name) === 1) {
      return [{ kind: 'warn', words: `${name} is paused by an operator`, page }];
    }
    const state = gauge('parley_partner_breaker_state', name);
    return state === BREAKER_VALUES.open
      ? [{ kind: 'bad', words: `${name} failed too often: its circuit breaker is open`, page }]
      : [];
  });
}
