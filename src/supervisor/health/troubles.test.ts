import { describe, expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
import { TYPICAL_PARTNERS } from '../../../test/metrics.ts';
import type { Lately } from '../../observe/history.ts';
import { withoutDeniedClaims } from './denied-claims.ts';
import { troubleOf } from './trouble-of.ts';
import { troublesOf as allTroubles } from './troubles.ts';

const causes = { pausedBy: () => 'ada', database: () => undefined, redis: () => undefined };
const troublesOf = (lately: Lately, known: Partial<Parameters<typeof allTroubles>[1]> = {}) =>
  allTroubles(lately, { ...causes, ...known });

const LATELY = 'in the last 15 minutes';

function healthyMachine() {
  const machine = machineFigures();
  machine.totals.set('parley_database_up', [], 1);
  return machine;
}

describe('a trouble is', () => {
  test('a ledger that is more than thirty seconds behind', () => {
    const { totals, look } = healthyMachine();
    totals.set('parley_ledger_lag_seconds', [], 30);
    expect(troublesOf(look())).toEqual([]);
    totals.set('parley_ledger_lag_seconds', [], 30.6);
    const what = 'the ledger is 31 seconds behind';
    expect(troublesOf(look())).toEqual([troubleOf('ledger-behind', { kind: 'warn', what })]);
  });

  test.each([
    [40, 'ahead of'],
    [-40, 'behind'],
  ])('a clock that is %d seconds off, while nothing is sold', (seconds, where) => {
    const { totals, look } = healthyMachine();
    totals.set('parley_clock_offset_seconds', [], Math.sign(seconds) * 5);
    expect(troublesOf(look())).toEqual([]);
    totals.set('parley_clock_offset_seconds', [], seconds);
    const what = `the clock of this machine is 40 seconds ${where} the database's`;
    expect(troublesOf(look())).toEqual([troubleOf('clock-wrong', { kind: 'bad', what })]);
  });

  test('a database that went back, for as long as the last minutes are shown', () => {
    const { totals, look } = healthyMachine();
    totals.add('parley_database_went_back_total', [], 1);
    const what = `the database went back to earlier data once ${LATELY}`;
    expect(troublesOf(look())).toEqual([
      troubleOf('database-went-back', { kind: 'bad', what, lastMs: 2000 }),
    ]);
    totals.add('parley_database_went_back_total', [], 1);
    expect(troublesOf(look())[0]?.what).toStartWith(
      'the database went back to earlier data 2 times',
    );
  });

  test('a ledger that is behind, with the query to ask only where the database answers', () => {
    const { totals, look } = healthyMachine();
    totals.set('parley_ledger_lag_seconds', [], 60);
    const advice = () => troublesOf(look()).find(({ id }) => id === 'ledger-behind')?.advice;
    expect(advice()).toContain('pg_stat_activity');
    totals.set('parley_database_up', [], 0);
    expect(advice()).toBe('Mend the database first: what database-down says.');
  });

  test('a Redis that does not answer, and not one that is not used', () => {
    const { totals, look } = healthyMachine();
    expect(troublesOf(look())).toEqual([]);
    totals.set('parley_redis_up', [], 0);
    expect(troublesOf(look())).toEqual([
      troubleOf('redis-down', { kind: 'warn', what: 'Redis does not answer' }),
    ]);
    const redis = () => ({ what: 'it is a replica', advice: 'Name the master.' });
    expect(troublesOf(look(), { redis })).toMatchObject([
      { what: 'Redis cannot be used: it is a replica', advice: 'Name the master.' },
    ]);
  });

  test('a partner that an operator has paused, whatever its breaker says', () => {
    const { metrics, totals, look } = healthyMachine();
    for (const name of TYPICAL_PARTNERS) totals.set('parley_partner_paused', [name], 0);
    totals.set('parley_partner_paused', ['acme'], 1);
    metrics.breaker('acme', 'open');
    expect(troublesOf(look())).toEqual([
      troubleOf('partner-paused', {
        partner: 'acme',
        kind: 'warn',
        what: 'acme is paused by ada',
        page: 'partners',
      }),
    ]);
  });

  test('a partner whose breaker is open, on the page of the partners', () => {
    const { metrics, look } = healthyMachine();
    metrics.breaker('acme', 'open');
    metrics.breaker('zenith', 'half-open');
    const what = 'acme failed too often, and its circuit breaker is open';
    const found = { partner: 'acme', kind: 'bad', what, page: 'partners' } as const;
    expect(troublesOf(look())).toEqual([troubleOf('partner-failing', found)]);
  });

  test.each([
    ['timeout', 'it does not answer in time'],
    ['failed', 'it cannot be reached, or answers with an error'],
    ['malformed', 'its answers cannot be read'],
  ])('a partner that fails, mostly by %s, with these words', (most, words) => {
    const { metrics, totals, look } = healthyMachine();
    metrics.breaker('acme', 'open');
    const count = (kind: string, by: number) =>
      totals.add('parley_partner_answers_total', ['acme', kind], by);
    for (const kind of ['timeout', 'failed', 'malformed']) count(kind, 1);
    count(most, 2);
    count('no_bid', 100);
    totals.add('parley_partner_answers_total', ['zenith', 'failed'], 100);
    expect(troublesOf(look()).map(({ what }) => what)).toEqual([
      `acme failed too often, and its circuit breaker is open: mostly, ${words}`,
    ]);
  });
});

describe('while the database is down', () => {
  const CLAIM = 'notices are kept in the journals';

  function machineWithoutDatabase() {
    const machine = machineFigures();
    machine.totals.set('parley_database_up', [], 0);
    const words = () =>
      withoutDeniedClaims(troublesOf(machine.look())).map(
        ({ what, effect }) => `${what}. ${effect}`,
      );
    return { ...machine, words };
  }

  test('the journals are said to store all notices where they do', () => {
    const { metrics, words } = machineWithoutDatabase();
    metrics.journalFault('none');
    metrics.notice('billing', 'kept');
    expect(words()).toEqual([
      expect.stringMatching(new RegExp(`^the database does not answer. .*${CLAIM}`)),
    ]);
  });

  test.each([
    ['failed', 'the disk under dataDir is full or broken, and notices are refused'],
    ['full', 'the journals are full, and notices are refused'],
    ['forbidden', 'the user of Parley may not read or write a file under dataDir, and notices'],
    ['read-only', 'the disk under dataDir is mounted read-only, and notices are refused'],
    ['busy', 'the disk under dataDir is too slow, and notices are refused'],
  ] as const)('they are not said to where a journal has %s', (fault, refused) => {
    const { metrics, words } = machineWithoutDatabase();
    metrics.journalFault(fault);
    expect(words()).toEqual([
      expect.stringContaining('the database does not answer'),
      expect.stringContaining(refused),
    ]);
    expect(words().join()).not.toContain(CLAIM);
    metrics.journalFault('none');
    expect(words().join()).toContain(CLAIM);
  });

  test('they are not said to beside a notice that could not be stored in the last minutes', () => {
    const { metrics, look, words } = machineWithoutDatabase();
    metrics.notice('billing', 'unavailable');
    for (let second = 0; second < 600; second++) look();
    expect(words().join()).toContain('1 notice could not be stored');
    expect(words().join()).not.toContain(CLAIM);
  });
});

/** What a code of a refusal becomes, for one request and for two. */
const REFUSALS = {
  INTERNAL_ERROR: ['1 request failed', '2 requests failed', { id: 'requests-failed' }],
  SERVICE_UNAVAILABLE: [
    '1 request was refused because the machine was overloaded, or did not know its publishers yet',
    '2 requests were refused because the machine was overloaded, or did not know its publishers yet',
    { id: 'requests-shed' },
  ],
  RATE_LIMIT_EXCEEDED: [
    '1 request was over a limit',
    '2 requests were over a limit',
    { id: 'requests-limited', kind: 'warn', page: 'limits' },
  ],
} as const;

for (const [code, [one, two, fields]] of Object.entries(REFUSALS)) {
  test(`requests refused with ${code} are counted`, () => {
    const { metrics, look } = healthyMachine();
    const refusedAs = (words: string, lastMs: number) => [
      { kind: 'bad', what: `${words} ${LATELY}`, lastMs, ...fields },
    ];
    metrics.refused({ code, field: undefined, scope: 'ip' });
    expect(troublesOf(look()) as unknown).toMatchObject(refusedAs(one, 2000));
    metrics.refused({ code, field: undefined, scope: 'ip' });
    expect(troublesOf(look()) as unknown).toMatchObject(refusedAs(two, 3000));
  });
}

test('entries that the journals could not store are counted', () => {
  const { metrics, look } = healthyMachine();
  const said = (text: string, lastMs: number) => {
    const what = `${text} with counts for reports could not be stored ${LATELY}`;
    return troubleOf('counts-lost', { kind: 'bad', what, lastMs });
  };
  metrics.journalLost(1);
  expect(troublesOf(look())).toEqual([said('1 entry', 2000)]);
  metrics.journalLost(2);
  expect(troublesOf(look())).toEqual([said('3 entries', 3000)]);
});

test('notices that could not be stored, and workers that were replaced, are counted', () => {
  const { metrics, totals, look } = healthyMachine();
  const said = () => troublesOf(look()).map(({ id, what }) => [id, what]);
  metrics.notice('billing', 'unavailable');
  metrics.notice('billing', 'kept');
  totals.add('parley_worker_restarts_total', ['died'], 1);
  expect(said()).toEqual([
    ['notices-refused', `1 notice could not be stored ${LATELY}`],
    ['workers-replaced', `1 worker was replaced ${LATELY}`],
  ]);
  metrics.notice('win', 'unavailable');
  totals.add('parley_worker_restarts_total', ['hung'], 2);
  expect(said()).toEqual([
    ['notices-refused', `2 notices could not be stored ${LATELY}`],
    ['workers-replaced', `3 workers were replaced ${LATELY}`],
  ]);
});
