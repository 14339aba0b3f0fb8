import { describe, expect, test } from 'bun:test';
import { durationMs } from './duration.ts';
import { gaugesThatGrew } from './grown-gauges.ts';
import { faultsOf, type SoakFigures, tableOf } from './verdict.ts';

const WORKER = {
  name: 'worker',
  isAlive: true,
  fromMb: 100,
  toMb: 110,
  handlesBefore: 10,
  handlesAfter: 12,
};

function figures(fields: Partial<SoakFigures> = {}): SoakFigures {
  return {
    durationMs: 60_000,
    sales: 1000,
    acknowledged: 3000,
    counts: {},
    surprises: [],
    grown: [],
    lost: 0,
    doubled: 0,
    isReportRight: true,
    processes: [WORKER],
    ...fields,
  };
}

test('gauges that grew by more than a tenth are those to explain', () => {
  const before = new Map([
    ['steady', 100],
    ['grown', 10],
    ['shrunk', 5],
  ]);
  const after = new Map([
    ['steady', 110],
    ['grown', 12],
    ['shrunk', 1],
    ['new', 3],
  ]);
  const grown = gaugesThatGrew(before, after);
  expect(grown).toEqual([
    { series: 'grown', from: 10, to: 12 },
    { series: 'new', from: 0, to: 3 },
  ]);
  expect(tableOf(figures({ grown }))).toContain('| grown | 10 → 12 |');
});

describe('a soak', () => {
  test('without a fault passes', () => {
    expect(faultsOf(figures())).toEqual([]);
  });

  const FAULTS: readonly (readonly [string, Partial<SoakFigures>])[] = [
    ['1 acknowledged notices are not in the database', { lost: 1 }],
    ['2 notices are in the database twice', { doubled: 2 }],
    ['the counts of the report are not those of the facts', { isReportRight: false }],
    ['expected notices to be acknowledged, but none was', { acknowledged: 0 }],
    ['/status was answered 500', { surprises: ['/status was answered 500'] }],
    ['the worker ended', { processes: [{ ...WORKER, isAlive: false }] }],
    ['the memory of the worker grew from 100 to 153 MB', { processes: [{ ...WORKER, toMb: 153 }] }],
    [
      'the worker has 27 file handles at rest, 10 before the load',
      { processes: [{ ...WORKER, handlesAfter: 27 }] },
    ],
  ];
  for (const [sentence, fields] of FAULTS) {
    test(`fails: ${sentence}`, () => {
      expect(faultsOf(figures(fields))).toEqual([sentence]);
    });
  }

  test('prints a table of what was measured', () => {
    const table = tableOf(figures({ counts: { 'workers killed': 7 } }));
    expect(table).toContain('| notices acknowledged | 3,000 |');
    expect(table).toContain('| workers killed | 7 |');
    expect(table).toContain('| file handles of the worker at rest, before → after | 10 → 12 |');
  });
});

test('a duration is a number with s, m or h', () => {
  expect(['90s', '10m', '8h'].map(durationMs)).toEqual([90_000, 600_000, 28_800_000]);
  expect(['', '0s', '5', '1d', '-1s', '1.5h'].map(durationMs)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});
