import { expect, test } from 'bun:test';
import { silentLog } from '../observe/log.ts';
import { tellListening } from './start.ts';

function lines(publicUrl: string) {
  const logged: (readonly [object, string])[] = [];
  const log = { ...silentLog, info: (...line: readonly [object, string]) => logged.push(line) };
  tellListening(log, { port: 1 }, publicUrl);
  return logged;
}

test('the start ends with one line, and plain http with a warning of what it costs', () => {
  expect(lines('HTTPS://bid.example')).toEqual([[{ port: 1 }, 'Parley is listening']]);
  const [, warning] = lines('http://bid.example');
  expect(warning).toEqual([
    { publicUrl: 'http://bid.example' },
    expect.stringContaining('listen.publicUrl is not https'),
  ]);
});
