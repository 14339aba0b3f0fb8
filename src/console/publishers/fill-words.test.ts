import { expect, test } from 'bun:test';
import type { ReportAnswer } from '../api.ts';
import { fillChange, fillSentence } from './fill-words.ts';

type Rows = Readonly<Record<string, { readonly no_bids?: number; readonly refusals?: number }>>;

function week(requests: number, sold: number, rows: Rows): ReportAnswer {
  const sum = (name: 'no_bids' | 'refusals') =>
    Object.values(rows).reduce((total, row) => total + (row[name] ?? 0), 0);
  const totals = { requests, sold, no_bids: sum('no_bids'), refusals: sum('refusals') };
  const lines = Object.entries(rows).map(([reason, row]) => ({ reason, ...row }));
  return { rows: [{ reason: '', requests }, ...lines], totals } as unknown as ReportAnswer;
}

const BEFORE = week(110, 60, {
  paced: { no_bids: 10 },
  'no-demand': { no_bids: 30 },
  INVALID_FIELD_TYPE: { refusals: 10 },
});

test('reasons have both counts and words, the one that changed fill most first, refusals last', () => {
  const now = week(220, 80, {
    paced: { no_bids: 70 },
    'no-demand': { no_bids: 50 },
    INVALID_FIELD_TYPE: { refusals: 20 },
  });
  const change = fillChange(now, BEFORE);
  expect(change.now).toEqual({ requests: 220, sold: 80, fill: 0.4 });
  expect(change.before).toEqual({ requests: 110, sold: 60, fill: 0.6 });
  expect(change.reasons.map(({ words, now: one, before }) => [words, one, before])).toEqual([
    ['Held back by conversation pacing', 70, 10],
    ['No partner bid on this impression', 50, 30],
    ['Refused: a field had the wrong type', 20, 10],
  ]);
  expect(change.reasons.map(({ moreOfValid }) => moreOfValid)).toEqual([
    expect.closeTo(0.25),
    expect.closeTo(-0.05),
    null,
  ]);
  expect(fillSentence(change)).toStartWith('Fill fell from 60.0 % to 40.0 %.');
});

test.each([
  [week(100, 100, {}), BEFORE, 'Fill rose from 60.0 % to 100.0 %.'],
  [BEFORE, BEFORE, 'as in the week before'],
  [week(0, 0, {}), BEFORE, 'no request in the last seven days'],
  [BEFORE, week(0, 0, {}), 'no request in the seven days before'],
  [week(5, 0, { INVALID_REQUEST: { refusals: 5 } }), BEFORE, 'no valid request'],
])('a rise, no change and a week without requests are said as they are', (now, before, words) => {
  expect(fillSentence(fillChange(now, before))).toContain(words);
});
