import { expect, test } from 'bun:test';
import { createTerminalLog, type Level } from './log.ts';

function logAt(level: Level) {
  const lines: string[] = [];
  const now = () => new Date(2026, 10, 15, 9, 5, 7);
  return { lines, log: createTerminalLog(level, (line) => lines.push(line), now) };
}

test('a line has the time, the message and the facts', () => {
  const { lines, log } = logAt('info');
  log.info({ workers: 2, partners: ['house'], reason: undefined }, 'Parley is listening');
  expect(lines).toEqual(['09:05:07  Parley is listening  workers=2  partners=["house"]\n']);
});

test('levels below the chosen one are left out', () => {
  const { lines, log } = logAt('warn');
  log.debug({}, 'a');
  log.info({}, 'b');
  log.warn({}, 'c');
  expect(lines).toHaveLength(1);
});

test('control characters and long texts of callers do not reach the terminal', () => {
  const { lines, log } = logAt('info');
  log.info({ id: '\u001b[2Jx', long: 'y'.repeat(1000) }, 'request\nrefused');
  const [line = ''] = lines;
  expect(line).toContain('id= [2Jx');
  expect(line).toContain('request refused');
  expect(line.length).toBeLessThan(300);
  expect(line.slice(0, -1)).not.toMatch(/\p{Cc}/u);
});
