import { expect, test } from 'bun:test';
import { readHitLog } from '../src/marks.ts';

const REACH = new Map([
  ['a.test.ts', new Map([['src/x.ts', 1]])],
  ['b.test.ts', new Map([['src/x.ts', 1]])],
  ['c.test.ts', new Map([['src/y.ts', 1]])],
]);

const LOG = `begin	a.test.ts	1000
load	a.test.ts	src/x.ts#0
run	a.test.ts	src/x.ts#1
begin	b.test.ts	1200
run	b.test.ts	src/x.ts#2
begin	c.test.ts	1500
load	c.test.ts	src/y.ts#0
`;

test('code that runs when a module is loaded counts for every test file that imports it', () => {
  const noted = readHitLog(LOG, ['a.test.ts', 'b.test.ts', 'c.test.ts'], 1600, REACH);
  const hits = Object.fromEntries([...noted].map(([name, one]) => [name, [...one.hits].sort()]));
  expect(hits).toEqual({
    'a.test.ts': ['src/x.ts#0', 'src/x.ts#1'],
    'b.test.ts': ['src/x.ts#0', 'src/x.ts#2'],
    'c.test.ts': ['src/y.ts#0'],
  });
});

test('a test file takes until the next one begins', () => {
  const noted = readHitLog(LOG, ['a.test.ts', 'b.test.ts', 'c.test.ts'], 1600, REACH);
  expect([...noted.values()].map(({ ms }) => ms)).toEqual([200, 300, 100]);
});
