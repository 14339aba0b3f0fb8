import { expect, test } from 'bun:test';
import { createTerminalLog } from './log.ts';

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
