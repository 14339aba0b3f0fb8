import { expect, test } from 'bun:test';
import { findBlocks } from '../src/blocks.ts';
import { findMutants } from '../src/find-mutants.ts';
import { judge } from '../src/judge.ts';
import type { TestRun } from '../src/run-tests.ts';

const FILE = 'src/a.ts';
const TEXT = 'export const limit = 1;';
const MUTATED = 'export const limit = 2;';

/** What happens to the one mutant when its one test runs like this, on the code as mutated and as it is. */
async function statusWith(
  baselineMs: number,
  mutated: readonly TestRun[],
  original: readonly TestRun[] = [],
  isValid = true,
): Promise<string> {
  const [mutant] = findMutants(FILE, TEXT);
  if (mutant === undefined) throw new Error('nothing to mutate');
  const runs: Record<string, TestRun[]> = { [MUTATED]: [...mutated], [TEXT]: [...original] };
  let written = TEXT;
  const sandbox = {
    folder: 'sandbox',
    write(_path: string, text: string) {
      written = text;
    },
    remove() {},
  };
  const { status } = await judge(
    mutant,
    { text: TEXT, blocks: findBlocks(TEXT), tests: { direct: ['a'], indirect: [], starting: [] } },
    sandbox,
    {
      baselineOf: async () => ({ isPassing: true, ms: baselineMs, hits: new Set([`${FILE}#0`]) }),
      async run() {
        const next = runs[written]?.shift();
        if (next === undefined) throw new Error(`one run too many of ${written}`);
        return next;
      },
      async compiles() {
        expect(written).toBe(MUTATED);
        return isValid;
      },
    },
  );
  expect(written).toBe(TEXT);
  expect(runs).toEqual({ [MUTATED]: [], [TEXT]: [] });
  return status;
}

const passed: TestRun = { outcome: 'passed', ms: 100, failing: [] };
const failedAfter = (ms: number): TestRun => ({ outcome: 'failed', ms, failing: ['a'] });
const timedOut: TestRun = { outcome: 'timed-out', ms: 20_300, failing: [] };

test('a mutant that its test does not notice survives', async () => {
  expect(await statusWith(100, [passed])).toBe('survived');
});

test('a mutant that no test notices and the compiler refuses counts for nothing', async () => {
  expect(await statusWith(100, [passed], [], false)).toBe('refused');
});

test('a quick test that fails has noticed', async () => {
  expect(await statusWith(1000, [failedAfter(2000)])).toBe('killed');
});

test('a longer test has to fail twice', async () => {
  expect(await statusWith(1001, [failedAfter(900), failedAfter(900)])).toBe('killed');
  expect(await statusWith(1001, [failedAfter(900), passed])).toBe('survived');
});

test('a test that fails late has noticed only if it still passes without the mutation', async () => {
  expect(await statusWith(100, [failedAfter(2201)], [passed])).toBe('killed');
  expect(await statusWith(100, [failedAfter(2201)], [failedAfter(2201)])).toBe('survived');
});

test('a test that the mutation keeps from ending has noticed', async () => {
  expect(await statusWith(100, [timedOut], [passed])).toBe('killed');
});

test('tests that are not of the file itself run in one process, and the one that fails has to fail alone', async () => {
  const [mutant] = findMutants(FILE, TEXT);
  if (mutant === undefined) throw new Error('nothing to mutate');
  const judgeWith = async (outcomeOf: (tests: string) => TestRun) => {
    const ran: string[] = [];
    const verdict = await judge(
      mutant,
      {
        text: TEXT,
        blocks: findBlocks(TEXT),
        tests: { direct: [], indirect: ['a', 'b', 'c'], starting: [] },
      },
      { folder: 'sandbox', write() {}, remove() {} },
      {
        baselineOf: async () => ({ isPassing: true, ms: 100, hits: new Set([`${FILE}#0`]) }),
        async run(_folder, tests) {
          ran.push(tests.join());
          return outcomeOf(tests.join());
        },
        compiles: async () => true,
      },
    );
    return { verdict, ran };
  };
  const failedIn = (test: string): TestRun => ({ outcome: 'failed', ms: 100, failing: [test] });

  const unseen = await judgeWith(() => passed);
  expect(unseen).toEqual({ verdict: { status: 'survived', testsRun: 3 }, ran: ['a,b,c'] });
  const seen = await judgeWith((tests) => (tests === 'a' ? passed : failedIn('b')));
  expect(seen).toEqual({
    verdict: { status: 'killed', by: 'b', testsRun: 3 },
    ran: ['a,b,c', 'b'],
  });
  const onlyTogether = await judgeWith((tests) => (tests === 'a,b,c' ? failedIn('b') : passed));
  expect(onlyTogether.verdict.status).toBe('survived');
});
