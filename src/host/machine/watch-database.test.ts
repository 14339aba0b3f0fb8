import { expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
import { CLOCK_MS_MAX } from '../../ledger/heartbeat.ts';
import { silentLog } from '../observe/log.ts';
import { exposition } from '../observe/prometheus.ts';
import { backWords, watchDatabase } from './watch-database.ts';

function watched() {
  const { totals } = machineFigures();
  const logged: string[] = [];
  const selling: boolean[] = [];
  let nowMs = 0;
  const log = (_: object, message: string) => void logged.push(message);
  const watch = watchDatabase((next) => selling.push(next === 'on'), totals, {
    nowMs: () => nowMs,
    log: { ...silentLog, info: log, error: log },
  });
  const metrics = () => exposition(totals.read(), totals.layout());
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { ...watch, logged, selling, metrics, advance };
}

test.each([
  [1, 'ahead of'],
  [-1, 'behind'],
])('a clock that is too far off stops selling until it is right (%d)', (sign, words) => {
  const { clock, status, selling, logged, metrics } = watched();
  expect(status()).toEqual({ wentBack: null, clockAheadMs: null, isSelling: true });
  clock(sign * CLOCK_MS_MAX);
  expect(selling).toEqual([]);
  clock(sign * 40_000);
  clock(sign * 40_000);
  expect(selling).toEqual([false]);
  expect(status()).toMatchObject({ clockAheadMs: sign * 40_000, isSelling: false });
  expect(metrics()).toContain(`parley_clock_offset_seconds ${sign * 40}\n`);
  clock(0);
  expect(selling).toEqual([false, true]);
  expect(status()).toMatchObject({ clockAheadMs: 0, isSelling: true });
  expect(logged).toEqual([
    `the clock of this machine is 40 seconds ${words} the database's: it sells nothing until the clock is right`,
    'the clock of this machine is right: it sells again',
  ]);
});

test('a database that went back is said with how far, and counted once whoever notices it', () => {
  const { wentBack, status, logged, metrics, advance } = watched();
  wentBack(backWords(47_000));
  advance(1000);
  wentBack('the campaigns of the store went back from revision 5 to 3');
  expect(logged).toEqual([
    'the database went back by 47 seconds: everything is read anew',
    'the campaigns of the store went back from revision 5 to 3: everything is read anew',
  ]);
  expect(status().wentBack).toEqual({
    at: '1970-01-01T00:00:01.000Z',
    what: 'the campaigns of the store went back from revision 5 to 3',
  });
  expect(metrics()).toContain('parley_database_went_back_total 1\n');
  advance(60_000);
  wentBack(backWords(undefined));
  expect(logged.at(-1)).toStartWith('the database went back to before the start of this machine');
  expect(metrics()).toContain('parley_database_went_back_total 2\n');
});
