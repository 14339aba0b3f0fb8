import { expect, test } from 'bun:test';
import { chooseTests } from '../src/choose-tests.ts';

const CHANGED = { file: 'src/a.ts', block: 'src/a.ts#1' };
const NONE = { direct: [], indirect: [], starting: [] };

type Facts = { readonly ms?: number; readonly isPassing?: boolean; readonly hits?: string };

/** Every test runs the changed code quickly, except for what is said otherwise. */
async function chosen(
  tests: Partial<Parameters<typeof chooseTests>[1]>,
  facts: Readonly<Record<string, Facts>> = {},
  changed = CHANGED,
): Promise<readonly string[]> {
  const baselineOf = async (name: string) => {
    const { ms = 100, isPassing = true, hits = CHANGED.block } = facts[name] ?? {};
    return { ms, isPassing, hits: new Set([hits]) };
  };
  return Array.fromAsync(chooseTests(changed, { ...NONE, ...tests }, baselineOf));
}

const many = (count: number) => Array.from({ length: count }, (_, i) => `${i}.test.ts`);

test('only tests that pass and run the changed block are chosen', async () => {
  const facts = { broken: { isPassing: false }, elsewhere: { hits: 'src/a.ts#2' } };
  expect(await chosen({ direct: ['broken', 'elsewhere', 'a'] }, facts)).toEqual(['a']);
});

test('at most eight tests are chosen, the nearest', async () => {
  expect(await chosen({ direct: ['a'], indirect: many(20) })).toEqual(['a', ...many(7)]);
});

test('the 25 nearest tests are asked whether they run the changed code, and no others', async () => {
  const elsewhere = many(24).map((name) => [name, { hits: 'src/a.ts#2' }] as const);
  const facts = Object.fromEntries(elsewhere);
  expect(await chosen({ indirect: [...many(24), 'last', 'next'] }, facts)).toEqual(['last']);
});

test('a slow test comes after the others, even if it is of the file itself', async () => {
  const facts = { beside: { ms: 60_000 }, slow: { ms: 5001 }, quick: { ms: 5000 } };
  const tests = { direct: ['beside'], indirect: ['slow', 'quick'] };
  expect(await chosen(tests, facts)).toEqual(['quick', 'beside', 'slow']);
});

test('at most two slow tests are chosen, and none where there are eight others', async () => {
  const slow = { w: { ms: 20_000 }, x: { ms: 20_000 }, y: { ms: 20_000 }, z: { ms: 20_000 } };
  expect(await chosen({ indirect: ['w', 'x', 'y', 'z'] }, slow)).toEqual(['w', 'x']);
  expect(await chosen({ indirect: ['w', ...many(8)] }, slow)).toEqual(many(8));
});

test('tests that start processes are chosen only for code that no other test runs', async () => {
  const starting = ['p', 'q', 'r', 's'];
  expect(await chosen({ indirect: ['a'], starting })).toEqual(['a']);
  expect(await chosen({ indirect: ['a'], starting }, { a: { hits: '' } })).toEqual(['p', 'q']);
});

test('code of the console, whose blocks are not noted, is tried against every test that imports it', async () => {
  const changed = { file: 'src/console/a.ts', block: 'src/console/a.ts#1' };
  expect(await chosen({ indirect: ['a'] }, { a: { hits: '' } }, changed)).toEqual(['a']);
});
