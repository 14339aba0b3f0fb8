import { describe, expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
import { TYPICAL_PARTNERS } from '../../../test/metrics.ts';
import { troublesOf } from './troubles.ts';

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
    const words = 'the ledger is 31 seconds behind';
    expect(troublesOf(look())).toEqual([{ kind: 'warn', words }]);
  });

  test.each([
    [40, 'ahead of'],
    [-40, 'behind'],
  ])('a clock that is %d seconds off, while nothing is sold', (seconds, words) => {
    const { totals, look } = healthyMachine();
    totals.set('parley_clock_offset_seconds', [], Math.sign(seconds) * 5);
    expect(troublesOf(look())).toEqual([]);
    totals.set('parley_clock_offset_seconds', [], seconds);
    const said = `the clock of this machine is 40 seconds ${words} the database's: it sells nothing`;
    expect(troublesOf(look())).toEqual([{ kind: 'bad', words: said }]);
  });

  test('a database that went back, for as long as the last minutes are shown', () => {
    const { totals, look } = healthyMachine();
    totals.add('parley_database_went_back_total', [], 1);
    const words = `the database went back to earlier data once, and everything was read anew, ${LATELY}`;
    expect(troublesOf(look())).toEqual([{ kind: 'bad', words, lastMs: 2000 }]);
    totals.add('parley_database_went_back_total', [], 1);
    expect(troublesOf(look())[0]?.words).toStartWith(
      'the database went back to earlier data 2 times',
    );
  });

  test('a Redis that does not answer, and not one that is not used', () => {
    const { totals, look } = healthyMachine();
    expect(troublesOf(look())).toEqual([]);
    totals.set('parley_redis_up', [], 0);
    const words = 'Redis does not answer: this machine enforces its share of the limits';
    expect(troublesOf(look())).toEqual([{ kind: 'warn', words }]);
  });

  test('a partner that an operator has paused, whatever its breaker says', () => {
    const { metrics, totals, look } = healthyMachine();
    for (const name of TYPICAL_PARTNERS) totals.set('parley_partner_paused', [name], 0);
    totals.set('parley_partner_paused', ['acme'], 1);
    metrics.breaker('acme', 'open');
    expect(troublesOf(look())).toEqual([
      { kind: 'warn', words: 'acme is paused by an operator', page: 'partners' },
    ]);
  });

  test('a partner whose breaker is open, on the page of the partners', () => {
    const { metrics, look } = healthyMachine();
    metrics.breaker('acme', 'open');
    metrics.breaker('zenith', 'half-open');
    const words = 'acme failed too often: its circuit breaker is open';
    expect(troublesOf(look())).toEqual([{ kind: 'bad', words, page: 'partners' }]);
  });
});

/** What a code of a refusal becomes, for one request and for two. */
const REFUSALS = {
  INTERNAL_ERROR: ['1 request failed (see the log)', '2 requests failed (see the log)', {}],
  SERVICE_UNAVAILABLE: [
    '1 request was refused because the machine was overloaded',
    '2 requests were refused because the machine was overloaded',
    {},
  ],
  RATE_LIMIT_EXCEEDED: [
    '1 request was over a limit',
    '2 requests were over a limit',
    { kind: 'warn', page: 'limits' },
  ],
} as const;

for (const [code, [one, two, fields]] of Object.entries(REFUSALS)) {
  test(`requests refused with ${code} are counted`, () => {
    const { metrics, look } = healthyMachine();
    const troubleOf = (words: string, lastMs: number) => [
      { kind: 'bad', words: `${words} ${LATELY}`, lastMs, ...fields },
    ];
    metrics.refused({ code, field: undefined, scope: 'ip' });
    expect(troublesOf(look()) as unknown).toEqual(troubleOf(one, 2000));
    metrics.refused({ code, field: undefined, scope: 'ip' });
    expect(troublesOf(look()) as unknown).toEqual(troubleOf(two, 3000));
  });
}

test('entries that the journals could not store are counted', () => {
  const { metrics, look } = healthyMachine();
  const words = (text: string) => `${text} with counts for reports could not be stored ${LATELY}`;
  metrics.journalLost(1);
  expect(troublesOf(look())).toEqual([{ kind: 'bad', words: words('1 entry'), lastMs: 2000 }]);
  metrics.journalLost(2);
  expect(troublesOf(look())).toEqual([{ kind: 'bad', words: words('3 entries'), lastMs: 3000 }]);
});

test('notices that could not be stored, and workers that were replaced, are counted', () => {
  const { metrics, totals, look } = healthyMachine();
  metrics.notice('billing', 'unavailable');
  metrics.notice('billing', 'kept');
  totals.add('parley_worker_restarts_total', ['died'], 1);
  expect(troublesOf(look())).toEqual([
    { kind: 'bad', words: `1 notice could not be stored ${LATELY}`, lastMs: 2000 },
    { kind: 'warn', words: `1 worker was replaced ${LATELY}`, lastMs: 2000 },
  ]);
  metrics.notice('win', 'unavailable');
  totals.add('parley_worker_restarts_total', ['hung'], 2);
  expect(troublesOf(look()).map(({ words }) => words)).toEqual([
    `2 notices could not be stored ${LATELY}`,
    `3 workers were replaced ${LATELY}`,
  ]);
});
