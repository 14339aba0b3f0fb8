import type { Trouble } from '../../console/api.ts';
import type { Lately } from '../../observe/minutes.ts';
import { BREAKER_VALUES } from '../../observe/series.ts';
import { reading } from './counted.ts';

const LAG_SEC_MAX = 30;

/** Sentences about conditions that need an operator. Empty if there are none. */
export function troublesOf({ now, since, layout }: Lately): readonly Trouble[] {
  const { count: gauge } = reading(now, layout);
  const { count, total } = reading(since, layout);
  const failed = count('parley_requests_total', 'failed');
  const shed = count('parley_requests_total', 'shed');
  const limited = count('parley_requests_total', 'limited');
  const replaced = total('parley_worker_restarts_total');
  const lagSec = gauge('parley_ledger_lag_seconds');
  const unkept = layout.words.noticeKinds.reduce(
    (sum, kind) => sum + count('parley_notices_total', kind, 'unavailable'),
    0,
  );
  const lately = 'in the last 15 minutes';

  const partners = layout.words.partners.flatMap(({ name }): readonly Trouble[] => {
    const page = 'partners';
    if (gauge('parley_partner_paused', name) === 1) {
      return [{ kind: 'warn', words: `${name} is paused by an operator`, page }];
    }
    const state = gauge('parley_partner_breaker_state', name);
    return state === BREAKER_VALUES.open
      ? [{ kind: 'bad', words: `${name} failed too often: its circuit breaker is open`, page }]
      : [];
  });
  const found: readonly (readonly [boolean, Trouble])[] = [
    [
      gauge('parley_database_up') === 0,
      { kind: 'bad', words: 'the database does not answer: the journals store all notices' },
    ],
    [
      lagSec > LAG_SEC_MAX,
      { kind: 'warn', words: `the ledger is ${Math.round(lagSec)} seconds behind` },
    ],
    [unkept > 0, { kind: 'bad', words: `${unkept} notices could not be stored ${lately}` }],
    [failed > 0, { kind: 'bad', words: `${failed} requests failed ${lately}: see the log` }],
    [
      shed > 0,
      { kind: 'bad', words: `${shed} requests were shed ${lately}: the machine was overloaded` },
    ],
    [
      limited > 0,
      { kind: 'warn', words: `${limited} requests were over a limit ${lately}`, page: 'limits' },
    ],
    [
      gauge('parley_redis_up') === 0,
      {
        kind: 'warn',
        words: 'Redis does not answer: this machine enforces its share of the limits',
      },
    ],
    [replaced > 0, { kind: 'warn', words: `workers were replaced ${replaced} times ${lately}` }],
  ];
  return [...found.flatMap(([is, trouble]) => (is ? [trouble] : [])), ...partners];
}
