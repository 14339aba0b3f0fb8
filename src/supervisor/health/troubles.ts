import type { Trouble } from '../../console/api.ts';
import { CLOCK_MS_MAX } from '../../ledger/heartbeat.ts';
import type { Lately } from '../../observe/history.ts';
import { BREAKER_VALUES, JOURNAL_FAULT_VALUES } from '../../observe/series.ts';
import { reading, type SeriesCounts } from '../counted.ts';
import { clockWords } from '../watch-database.ts';

const LAG_SEC_MAX = 30;

/** What has not happened for this long is over. */
const OVER_AFTER_MS = 2 * 60_000;

/** What the figures of this machine say of conditions that need an operator. Empty if there are none. */
export function troublesOf(lately: Lately): readonly Trouble[] {
  return [...conditions(lately), ...incidents(lately), ...partnerTroubles(lately)];
}

/** They last until something changes. */
function conditions({ now, since, layout }: Lately): readonly Trouble[] {
  const { count: gauge } = reading(now, layout);
  const lagSec = gauge('parley_ledger_lag_seconds');
  const clockAheadMs = 1000 * gauge('parley_clock_offset_seconds');
  const blocked = journalTrouble(gauge('parley_journal_fault'));
  const refused = reading(since, layout).total('parley_notices_total', 'unavailable');
  const found: Trouble[] = [];
  if (gauge('parley_database_up') === 0) {
    // Nothing is said of the journals that another line denies.
    const journals =
      blocked === undefined && refused === 0 ? 'the journals store all notices meanwhile; ' : '';
    const words = `the database does not answer: ${journals}bring it back, GET /status says why it fails`;
    found.push({ id: 'database-down', kind: 'bad', words });
  }
  if (blocked !== undefined) found.push(blocked);
  if (Math.abs(clockAheadMs) > CLOCK_MS_MAX) {
    const words = `${clockWords(clockAheadMs)}: it sells nothing until you set the clock`;
    found.push({ id: 'clock-wrong', kind: 'bad', words });
  }
  if (lagSec > LAG_SEC_MAX) {
    const words = `the ledger is ${Math.round(lagSec)} seconds behind: look at the load and the disk of the database`;
    found.push({ id: 'ledger-behind', kind: 'warn', words });
  }
  if (gauge('parley_redis_up') === 0) {
    const words =
      'Redis does not answer: this machine enforces its share of the limits; bring Redis back, GET /status says why it fails';
    found.push({ id: 'redis-down', kind: 'warn', words });
  }
  return found;
}

const BLOCKED_WORDS: Readonly<Record<number, string>> = {
  [JOURNAL_FAULT_VALUES.busy]:
    'the disk under dataDir is too slow, and notices are refused: look what else uses it',
  [JOURNAL_FAULT_VALUES.full]:
    'the journals are full, and notices are refused: bring the database back, which empties them',
  [JOURNAL_FAULT_VALUES.failed]:
    'the disk under dataDir is full or broken, and notices are refused: make room on it, GET /status says what the system answered',
};

function journalTrouble(fault: number): Trouble | undefined {
  const words = BLOCKED_WORDS[fault];
  return words === undefined ? undefined : { id: 'journal-blocked', kind: 'bad', words };
}

type Incident = Pick<Trouble, 'id' | 'page'> & {
  readonly kind: 'warn' | 'bad';
  readonly count: (figures: SeriesCounts) => number;
  readonly words: (times: number) => string;
  readonly whatToDo: string;
};

const requests = (times: number) => (times === 1 ? '1 request was' : `${times} requests were`);

const INCIDENTS: readonly Incident[] = [
  {
    id: 'database-went-back',
    kind: 'bad',
    count: ({ count }) => count('parley_database_went_back_total'),
    words: (times) =>
      `the database went back to earlier data ${times === 1 ? 'once' : `${times} times`}`,
    whatToDo: 'everything was read anew; make the changes again that are missing now',
  },
  {
    id: 'notices-refused',
    kind: 'bad',
    count: ({ total }) => total('parley_notices_total', 'unavailable'),
    words: (times) => `${times} ${times === 1 ? 'notice' : 'notices'} could not be stored`,
    whatToDo: 'look at the disk under dataDir and at the database, GET /status says why',
  },
  {
    id: 'counts-lost',
    kind: 'bad',
    count: ({ count }) => count('parley_journal_lost_total'),
    words: (times) =>
      `${times} ${times === 1 ? 'entry' : 'entries'} with counts for reports could not be stored`,
    whatToDo: 'look at the disk under dataDir, GET /status says why',
  },
  {
    id: 'requests-failed',
    kind: 'bad',
    count: ({ count }) => count('parley_requests_total', 'failed'),
    words: (times) => `${times} ${times === 1 ? 'request' : 'requests'} failed`,
    whatToDo: 'search the log for "request failed", and roll back if it began with a new version',
  },
  {
    id: 'requests-shed',
    kind: 'bad',
    count: ({ count }) => count('parley_requests_total', 'shed'),
    words: (times) =>
      `${requests(times)} refused because the machine was overloaded, or did not know its publishers yet`,
    whatToDo:
      'add machines or cores, or lower limits.globalPerSecond; after a start, look whether the database answers',
  },
  {
    id: 'requests-limited',
    kind: 'warn',
    count: ({ count }) => count('parley_requests_total', 'limited'),
    words: (times) => `${requests(times)} over a limit`,
    whatToDo: 'see whose they are, and raise the limit or tell them',
    page: 'limits',
  },
  {
    id: 'workers-replaced',
    kind: 'warn',
    count: ({ total }) => total('parley_worker_restarts_total'),
    words: (times) => `${times} ${times === 1 ? 'worker was' : 'workers were'} replaced`,
    whatToDo: 'search the log for "a worker", which says why',
  },
];

/** They happened in the last minutes, each with the last time. */
function incidents({ since, endsMs, grownMs, layout }: Lately): readonly Trouble[] {
  const nowMs = endsMs.at(-1) ?? 0;
  const latest = reading(grownMs, layout, Math.max);
  const all = reading(since, layout);
  return INCIDENTS.flatMap(({ id, kind, count, words, whatToDo, page }) => {
    const times = count(all);
    if (times === 0) return [];
    const lastMs = count(latest);
    const isOver = nowMs - lastMs >= OVER_AFTER_MS;
    const said = `${words(times)} in the last 15 minutes: ${whatToDo}`;
    const trouble: Trouble = { id, kind: isOver ? 'over' : kind, words: said, lastMs };
    return [page === undefined ? trouble : { ...trouble, page }];
  });
}

function partnerTroubles({ now, layout }: Lately): readonly Trouble[] {
  const { count: gauge } = reading(now, layout);
  return layout.partners.flatMap(({ name: partner }): readonly Trouble[] => {
    const page = 'partners';
    if (gauge('parley_partner_paused', partner) === 1) {
      const words = `${partner} is paused by an operator: resume it to sell to it`;
      return [{ id: 'partner-paused', partner, kind: 'warn', words, page }];
    }
    if (gauge('parley_partner_breaker_state', partner) !== BREAKER_VALUES.open) return [];
    const words = `${partner} failed too often, and its circuit breaker is open: tell the partner; it is tried again by itself`;
    return [{ id: 'partner-failing', partner, kind: 'bad', words, page }];
  });
}
