import { describe, expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
import { TYPICAL_PARTNERS } from '../../../test/metrics.ts';
import type { Lately } from '../../observe/history.ts';
import { troublesOf as allTroubles } from './troubles.ts';

const troublesOf = (lately: Lately) => allTroubles(lately, { pausedBy: () => 'ada' });

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
    const words = 'the ledger is 31 seconds behind: look at the load and the disk of the database';
    expect(troublesOf(look())).toEqual([{ id: 'ledger-behind', kind: 'warn', words }]);
  });

  test.each([
    [40, 'ahead of'],
    [-40, 'behind'],
  ])('a clock that is %d seconds off, while nothing is sold', (seconds, words) => {
    const { totals, look } = healthyMachine();
    totals.set('parley_clock_offset_seconds', [], Math.sign(seconds) * 5);
    expect(troublesOf(look())).toEqual([]);
    totals.set('parley_clock_offset_seconds', [], seconds);
    const said = `the clock of this machine is 40 seconds ${words} the database's: it sells nothing until you set the clock`;
    expect(troublesOf(look())).toEqual([{ id: 'clock-wrong', kind: 'bad', words: said }]);
  });

  test('a database that went back, for as long as the last minutes are shown', () => {
    const { totals, look } = healthyMachine();
    totals.add('parley_database_went_back_total', [], 1);
    const words = `the database went back to earlier data once ${LATELY}: everything was read anew; make the changes again that are missing now`;
    expect(troublesOf(look())).toEqual([
      { id: 'database-went-back', kind: 'bad', words, lastMs: 2000 },
    ]);
    totals.add('parley_database_went_back_total', [], 1);
    expect(troublesOf(look())[0]?.words).toStartWith(
      'the database went back to earlier data 2 times',
    );
  });

  test('a Redis that does not answer, and not one that is not used', () => {
    const { totals, look } = healthyMachine();
    expect(troublesOf(look())).toEqual([]);
    totals.set('parley_redis_up', [], 0);
    const words =
      'Redis does not answer: this machine enforces its share of the limits; bring Redis back, GET /status says why it fails';
    expect(troublesOf(look())).toEqual([{ id: 'redis-down', kind: 'warn', words }]);
  });

  test('a partner that an operator has paused, whatever its breaker says', () => {
    const { metrics, totals, look } = healthyMachine();
    for (const name of TYPICAL_PARTNERS) totals.set('parley_partner_paused', [name], 0);
    totals.set('parley_partner_paused', ['acme'], 1);
    metrics.breaker('acme', 'open');
    expect(troublesOf(look())).toEqual([
      {
        id: 'partner-paused',
        partner: 'acme',
        kind: 'warn',
        words: 'acme is paused by ada: resume it to sell to it',
        page: 'partners',
      },
    ]);
  });

  test('a partner whose breaker is open, on the page of the partners', () => {
    const { metrics, look } = healthyMachine();
    metrics.breaker('acme', 'open');
    metrics.breaker('zenith', 'half-open');
    const words =
      'acme failed too often, and its circuit breaker is open: tell the partner; it is tried again by itself';
    const trouble = { id: 'partner-failing', partner: 'acme', kind: 'bad', words } as const;
    expect(troublesOf(look())).toEqual([{ ...trouble, page: 'partners' }]);
  });
});

describe('while the database is down', () => {
  const CLAIM = 'the journals store all notices';

  function machineWithoutDatabase() {
    const machine = machineFigures();
    machine.totals.set('parley_database_up', [], 0);
    const words = () => troublesOf(machine.look()).map((trouble) => trouble.words);
    return { ...machine, words };
  }

  test('the journals are said to store all notices where they do', () => {
    const { metrics, words } = machineWithoutDatabase();
    metrics.journalFault('none');
    metrics.notice('billing', 'kept');
    expect(words()).toEqual([
      `the database does not answer: ${CLAIM} meanwhile; bring it back, GET /status says why it fails`,
    ]);
  });

  test.each([
    ['failed', 'the disk under dataDir is full or broken, and notices are refused: make room'],
    ['full', 'the journals are full, and notices are refused: bring the database back'],
    ['busy', 'the disk under dataDir is too slow, and notices are refused: look'],
  ] as const)('they are not said to where a journal has %s', (fault, refused) => {
    const { metrics, words } = machineWithoutDatabase();
    metrics.journalFault(fault);
    expect(words()).toEqual([
      'the database does not answer: bring it back, GET /status says why it fails',
      expect.stringContaining(refused),
    ]);
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
    const troubleOf = (words: string, lastMs: number) => [
      { kind: 'bad', words: expect.stringContaining(`${words} ${LATELY}: `), lastMs, ...fields },
    ];
    metrics.refused({ code, field: undefined, scope: 'ip' });
    expect(troublesOf(look()) as unknown).toEqual(troubleOf(one, 2000));
    metrics.refused({ code, field: undefined, scope: 'ip' });
    expect(troublesOf(look()) as unknown).toEqual(troubleOf(two, 3000));
  });
}

test('entries that the journals could not store are counted', () => {
  const { metrics, look } = healthyMachine();
  const said = (text: string, lastMs: number) => {
    const words = `${text} with counts for reports could not be stored ${LATELY}: look at the disk under dataDir, GET /status says why`;
    return { id: 'counts-lost', kind: 'bad', words, lastMs } as const;
  };
  metrics.journalLost(1);
  expect(troublesOf(look())).toEqual([said('1 entry', 2000)]);
  metrics.journalLost(2);
  expect(troublesOf(look())).toEqual([said('3 entries', 3000)]);
});

test('notices that could not be stored, and workers that were replaced, are counted', () => {
  const { metrics, totals, look } = healthyMachine();
  const said = () => troublesOf(look()).map(({ id, words }) => [id, words.split(':')[0]]);
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
