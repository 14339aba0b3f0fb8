import { describe, expect, test } from 'bun:test';
import { REPORT_MEASURES } from '../sale/measures.ts';
import { columnsOf } from './report-text.ts';
import type { SummedRow } from './report-types.ts';

const SPAN = { fromMs: 0, toMs: 1 };

function columns(by: readonly string[], row: Partial<SummedRow>, where = {}) {
  const complete = { keys: [], sums: {}, ...row };
  return columnsOf(complete, { question: { by, where, ...SPAN } });
}

const empty = (values: Readonly<Record<string, unknown>>) =>
  REPORT_MEASURES.filter((name) => values[name] === null);

describe('a column of a report', () => {
  test('that does not apply to a row is empty, and not 0', () => {
    const ofPartner = columns(['partner'], { keys: ['house'], sums: { sold: 6600n } });
    expect(empty(ofPartner)).toEqual(['requests', 'refusals', 'no_bids']);
    expect(ofPartner).toMatchObject({ sold: 6600, asked: 0, fill: null });
    const ofNobody = empty(columns(['partner'], { keys: [''] }));
    expect(ofNobody).toEqual(expect.arrayContaining(['asked', 'wins', 'spend_usd', 'margin_usd']));
    expect(ofNobody).not.toContain('requests');
    const ofCampaign = empty(columns(['campaign'], { keys: ['shoes'] }));
    expect(ofCampaign).toEqual(['requests', 'refusals', 'no_bids', 'asked', 'bids']);
    expect(empty(columns(['country'], { keys: ['DEU'] }))).toEqual([]);
    expect(empty(columns(['reason'], { keys: ['below-floor'] }))).not.toContain('no_bids');
    expect(empty(columns(['reason'], { keys: ['below-floor'] }))).toContain('requests');
  });

  test('is a share or an average, and empty without a whole', () => {
    const sums = {
      requests: 110n,
      refusals: 10n,
      no_bids: 25n,
      impressions: 400n,
      clicks: 3n,
      spend_nanos: 1_000_000_000n,
    };
    expect(columns(['day'], { keys: ['x'], sums })).toMatchObject({
      fill: 0.75,
      click_rate: 0.0075,
      ecpm_usd: 2.5,
      spend_usd: '1.00',
    });
    const below = { spend_nanos: 5n, earned_nanos: 1_500_000_005n };
    expect(columns(['day'], { keys: ['x'], sums: below })).toMatchObject({
      spend_usd: '0.000000005',
      earnings_usd: '1.500000005',
      margin_usd: '-1.50',
    });
    const little = { earned_nanos: 5n };
    expect(columns(['day'], { keys: ['x'], sums: little }).margin_usd).toBe('-0.000000005');
    expect(columns(['day'], { keys: ['x'] })).toMatchObject({
      fill: null,
      click_rate: null,
      ecpm_usd: null,
    });
  });
});
