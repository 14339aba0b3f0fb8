import { describe, expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
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
});

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
