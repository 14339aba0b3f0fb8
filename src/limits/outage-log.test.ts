import { afterEach, expect, jest, test } from 'bun:test';
import { letTimeRun, stopTime } from '../../test/stopped-time.ts';
import { createOutageLog, PERIOD_MS } from './outage-log.ts';

afterEach(letTimeRun);

const LATE = { reason: 'no answer within 5 ms', advice: 'Look at its load.' };

type Line = { readonly level: string; readonly facts: object };

function record() {
  const lines: Line[] = [];
  const target = {
    info: (facts: object) => void lines.push({ level: 'info', facts }),
    warn: (facts: object) => void lines.push({ level: 'warn', facts }),
  };
  const log = createOutageLog(target, 'cache:6379');
  return { log, lines };
}

test('an outage is logged when it begins and when it ends', () => {
  const { log, lines } = record();
  log.change(undefined, 2);
  log.change(LATE, 2);
  log.change(undefined, 3);
  log.close();
  expect(lines).toEqual([
    { level: 'info', facts: { server: 'cache:6379', machines: 2 } },
    {
      level: 'warn',
      facts: { server: 'cache:6379', ...LATE, machines: 2 },
    },
    { level: 'info', facts: { server: 'cache:6379', machines: 3 } },
  ]);
});

test('the last line of a minute has the current state, and the next outage is logged at once', () => {
  stopTime();
  const { log, lines } = record();
  for (const fault of [LATE, undefined, LATE, undefined]) log.change(fault, 1);
  jest.advanceTimersByTime(PERIOD_MS);
  expect(lines.at(-1)).toEqual({
    level: 'info',
    facts: { server: 'cache:6379', machines: 1, changes: 2 },
  });
  jest.advanceTimersByTime(PERIOD_MS);
  log.change(LATE, 1);
  expect(lines.at(-1)).toEqual({
    level: 'warn',
    facts: { server: 'cache:6379', ...LATE, machines: 1 },
  });
  log.close();
});
