import { describe, expect, test } from 'bun:test';
import { layoutOf } from '../../test/metrics.ts';
import type { AuctionResult } from '../auction/auction-result.ts';
import { USD } from '../auction/currency.ts';
import { LOSS } from '../auction/drop.ts';
import { OUTCOMES, outcomeOf } from '../observe/series.ts';
import type { AuctionFacts } from '../observe/worker-metrics.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import { STATUS_BY_CODE } from '../openrtb/refusal.ts';

/** Does not compile where an auction is no longer what is counted. */
function factsOf(result: AuctionResult, warnings: readonly Warning[]): AuctionFacts {
  const { asked, losses, wins } = result;
  return {
    noBidReason: undefined,
    isTest: false,
    tookMs: 0,
    imps: 0,
    warnings,
    asked,
    losses,
    wins,
  };
}

describe('the words of the metrics', () => {
  const { series, words } = layoutOf(['house', 'acme']);

  test('have a place for every error code, and an outcome', () => {
    const codes = Object.keys(STATUS_BY_CODE);
    expect(series.parley_refusals_total.rows).toEqual(codes.map((code) => [code]));
    for (const code of codes) expect(OUTCOMES).toContain(outcomeOf(code));
    expect(outcomeOf('INVALID_REQUEST')).toBe('refused');
  });

  test('have every loss reason with its number and in words, but for winning', () => {
    expect(words.lossReasons).toContainEqual({ code: LOSS.belowFloor, name: 'below-floor' });
    expect(words.lossReasons).toContainEqual({ code: LOSS.outbid, name: 'outbid' });
    expect(words.lossReasons.length).toBe(Object.keys(LOSS).length - 1);
    expect(new Set(words.lossReasons.map(({ code }) => code)).size).toBe(words.lossReasons.length);
  });

  test('know which partners are waited for', () => {
    expect(words.partners).toEqual([
      { name: 'house', isRemote: false },
      { name: 'acme', isRemote: true },
    ]);
  });

  test('take an auction as it comes', () => {
    const result = {
      inventory: { open: [], closed: [], sensitive: undefined, currency: USD, warnings: [] },
      views: [],
      solicitations: [],
      asked: [],
      wins: [],
      losses: [],
    };
    expect(factsOf(result, []).asked).toEqual([]);
  });

  test('have two slabs for each worker, for it and the one that takes its place', () => {
    expect(layoutOf(['acme'], 4).words.slabs).toBe(8);
  });
});
