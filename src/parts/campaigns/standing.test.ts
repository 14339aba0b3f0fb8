import { expect, test } from 'bun:test';
import { SERVING_STATES } from '../../ledger/budgets/campaign-status.ts';
import { servingStanding } from './standing.ts';

test('a campaign that has sold nothing is never good, whatever its budget and flight allow', () => {
  const none = { bid: 0, sold: 0, unfit: 0, held: 0, period: 'today' as const };
  for (const state of SERVING_STATES) {
    const status = { state, sentence: state };
    for (const some of [{}, { bid: 85 }, { unfit: 9 }, { held: 9 }]) {
      const { kind } = servingStanding({ status, chances: { ...none, ...some }, isFresh: false });
      expect([state, kind]).not.toEqual([state, 'good']);
    }
  }
});
