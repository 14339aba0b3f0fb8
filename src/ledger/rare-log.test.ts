import { beforeEach, expect, test } from 'bun:test';
import { createRareLog } from './rare-log.ts';

const ignore = () => {};
let ms: number;
let warned: object[];
let warn: ReturnType<typeof createRareLog>;
beforeEach(() => {
  ms = 5000;
  warned = [];
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (facts: object) => warned.push(facts),
  };
  warn = createRareLog(log, () => ms);
});

test('a key is warned of once a minute, with how often there was something to say since', () => {
  warn('a', { partner: 'a' }, 'words');
  ms += 59_999;
  warn('a', { partner: 'a' }, 'words');
  warn('a', { partner: 'a' }, 'words');
  warn('b', { partner: 'b' }, 'words');
  ms += 1;
  warn('a', { partner: 'a' }, 'words');
  expect(warned).toEqual([
    { partner: 'a', count: 1 },
    { partner: 'b', count: 1 },
    { partner: 'a', count: 3 },
  ]);
});

test('as an error, where it is asked to', () => {
  const errors: string[] = [];
  const error = (_: object, message: string) => void errors.push(message);
  createRareLog({ debug: ignore, info: ignore, warn: ignore, error }, () => ms, 'error')(
    'a',
    {},
    'words',
  );
  expect(errors).toEqual(['words']);
});

test('with more than 10,000 keys, it forgets and warns again', () => {
  for (let key = 0; key < 10_000; key++) warn(String(key), {}, 'words');
  warn('0', {}, 'words');
  expect(warned).toHaveLength(10_000);
  warn('one more', {}, 'words');
  warn('0', {}, 'words');
  expect(warned).toHaveLength(10_002);
});
