import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../bench/aims.ts';
import { COLUMNS, middleOf, type Row } from '../bench/rows.ts';
import { BUN, cleanUp, ROOT, run, temporaryFolder } from './process.ts';

const BENCH = join(ROOT, 'bench/run.ts');
afterAll(cleanUp);

test('the benchmarks run, print their tables and write their figures', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'figures.json');
  const bench = run([BENCH, 'endpoint', '--short', '--json', file], {
    command: BUN,
    folder,
  });
  const { code } = await bench.exited;
  expect([code, bench.stderr()]).toEqual([0, '']);
  expect(bench.stdout()).toContain(COLUMNS.perSecond.title);

  const { rows, aims }: { readonly rows: readonly Row[]; readonly aims: readonly Verdict[] } =
    JSON.parse(readFileSync(file, 'utf8'));
  expect(new Set(rows.map(({ scenario }) => scenario))).toEqual(new Set(['endpoint']));
  for (const { name, figures } of rows) {
    expect(bench.stdout()).toContain(name);
    expect(figures.perSecond).toBeGreaterThan(0);
    const values = Object.values(figures).map(middleOf);
    expect(values.filter((value) => !Number.isFinite(value))).toEqual([]);
  }
  const echo = rows.find(({ name }) => name === 'echo');
  expect(middleOf(echo?.figures.rateToEcho ?? 0)).toBe(1);

  // Each names a figure that there is.
  expect(aims.filter(({ measured }) => measured === null)).toEqual([]);
  expect(new Set(aims.map(({ verdict }) => verdict))).toEqual(new Set(['not measurable here']));
  for (const { what } of aims) expect(bench.stdout()).toContain(what);
});

test('a scenario that does not exist is refused with the list of those that do', async () => {
  const bench = run([BENCH, 'speed'], { command: BUN });
  const { code } = await bench.exited;
  expect(code).toBe(2);
  expect(bench.stderr()).toContain('There is no scenario "speed"');
  expect(bench.stderr()).toContain('endpoint');
});
