import { beforeEach, expect, test } from 'bun:test';
import { createBoundedLog, createRareLog } from './rare-log.ts';

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

test('with more than 10,000 keys, it forgets and warns again', () => {
  for (let key = 0; key < 10_000; key++) warn(String(key), {}, 'words');
  warn('0', {}, 'words');
  expect(warned).toHaveLength(10_000);
  warn('one more', {}, 'words');
  warn('0', {}, 'words');
  expect(warned).toHaveLength(10_002);
});

test('of a message there are at most 300 lines a minute, and the next one says how many were left out', () => {
  const lines: object[] = [];
  const write = (facts: object) => void lines.push(facts);
  const log = createBoundedLog({ debug: write, info: write, warn: write, error: write }, () => ms);
  for (let i = 0; i < 400; i++) log.error({ i }, 'failed');
  expect(lines).toHaveLength(300);
  log.error({}, 'failed otherwise');
  log.info({}, 'failed');
  expect(lines).toHaveLength(302);
  ms += 60_000;
  log.error({ i: 400 }, 'failed');
  log.error({ i: 401 }, 'failed');
  expect(lines.slice(302)).toEqual([{ i: 400, leftOut: 100 }, { i: 401 }]);
});
