import { expect, test } from 'bun:test';
import { USD } from './currency.ts';
import { mostSpecific, noBidReason } from './no-bid-reason.ts';
import type { Answer } from './solicit.ts';

type Judged = Parameters<typeof noBidReason>[1];

const result = (answers: readonly Answer[], changes: Partial<Judged> = {}): Judged => ({
  inventory: {
    open: [],
    closed: [],
    sensitive: undefined,
    isSpecial: undefined,
    currency: USD,
    warnings: [],
  },
  asked: answers.map((answer) => ({ partner: 'p', latencyMs: 0, answer })),
  losses: [],
  ...changes,
});

test('a campaign that was held back says so for every impression, unless another reason tells more', () => {
  const held = {
    reason: 'budget',
    campaign: 'shoes',
    priceMicros: 2_000_000,
    cause: 'pace',
    fault: 'it is ahead of its pace',
  } as const;
  const answer: Answer = { kind: 'no-bid', reason: 'x', passed: [held] };
  expect([noBidReason('1', result([answer])), noBidReason('2', result([answer]))]).toEqual([
    'budget',
    'budget',
  ]);
  expect(noBidReason('1', result([answer, { kind: 'timeout' }]))).toBe('budget');
  const passed = [held, { impid: '1', reason: 'below-floor' as const }];
  expect(noBidReason('1', result([{ ...answer, passed }]))).toBe('below-floor');
});

test('of several reasons the most specific one counts', () => {
  expect(mostSpecific(['timeout', 'below-floor', 'no-demand'])).toBe('below-floor');
  expect(mostSpecific([])).toBe('no-demand');
});
