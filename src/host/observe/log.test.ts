import { expect, test } from 'bun:test';
import { createJsonLog, createTerminalLog } from './log.ts';

test('control characters and long texts of callers do not reach the terminal', () => {
  const lines: string[] = [];
  const log = createTerminalLog(
    'info',
    (text) => lines.push(text),
    () => new Date(0),
  );
  log.info({ id: '\u001b[2Jx', long: 'y'.repeat(1000) }, 'request\nrefused');
  const [line = ''] = lines;
  expect(line).toContain('id= [2Jx');
  expect(line).toContain('request refused');
  expect(line.length).toBeLessThan(300);
  expect(line.slice(0, -1)).not.toMatch(/\p{Cc}/u);
});

test('a line of JSON has its level, its time and its facts, an error with its stack, and nothing of a quieter level', () => {
  const lines: string[] = [];
  const log = createJsonLog(
    'info',
    (text) => lines.push(text),
    () => new Date(0),
  );
  log.debug({}, 'not told');
  log.warn({ err: new TypeError('no\nroom'), count: 2n, none: undefined }, 'failed');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toEndWith('}\n');
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 40,
    time: '1970-01-01T00:00:00.000Z',
    err: { type: 'TypeError', message: 'no\nroom', stack: expect.stringContaining('log.test.ts') },
    count: '2',
    msg: 'failed',
  });
});
