import { expect, test } from 'bun:test';
import { createKillers } from './killers.ts';

const TESTS = { direct: ['a', 'b'], indirect: ['c', 'd', 'e'], starting: ['f', 'g'] };

test('tests that noticed mutants of a file run first, each within its group', () => {
  const killers = createKillers();
  for (const by of ['e', 'b', 'd', 'e', 'g']) killers.note('src/x.ts', by);
  expect(killers.first('src/x.ts', TESTS)).toEqual({
    direct: ['b', 'a'],
    indirect: ['e', 'd', 'c'],
    starting: ['g', 'f'],
  });
});

test('tests that noticed nothing yet keep their order, the nearest first', () => {
  const killers = createKillers();
  killers.note('src/x.ts', 'e');
  expect(killers.first('src/y.ts', TESTS)).toEqual(TESTS);
});
