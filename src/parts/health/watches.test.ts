import { describe, expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
import { TYPICAL_AUCTION } from '../../../test/metrics.ts';
import type { Point } from '../../host/observe/history.ts';
import type { AuctionFacts } from '../../host/observe/worker-metrics.ts';
import { createPartnerChanges, createTrafficWatch } from './watches.ts';

describe('traffic', () => {
  const point = (second: number, bid: number): Point => ({
    timeMs: second * 1000,
    requests: { bid, no_bid: 0, refused: 0, limited: 0, shed: 0, failed: 0 },
    p50Ms: null,
    p95Ms: null,
    p99Ms: null,
    imps: 0,
    sold: 0,
    spendUsd: 0,
  });
  const silence = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => point(from + i, 0));

  test('that was there is gone after five minutes without a request, for as long as none comes', () => {
    const watch = createTrafficWatch();
    const busy = [point(1, 60), point(2, 40)];
    expect(watch([...busy, ...silence(3, 299)], 301_999)).toBeUndefined();
    const gone = {
      what: 'no request has come since 00:00 UTC, after 100 in the ten minutes before',
    };
    expect(watch([...busy, ...silence(3, 300)], 302_000)).toEqual(gone);
    // The history has forgotten the requests, and the watch has not.
    expect(watch(silence(3, 900), 903_000)).toEqual(gone);
    expect(watch([...silence(3, 900), point(904, 1)], 904_000)).toBeUndefined();
    expect(watch(silence(905, 900), 1_900_000)).toBeUndefined();
  });
});

describe('a partner that was changed', () => {
  const answered = (kind: 'timeout' | 'no-bid'): AuctionFacts => ({
    ...TYPICAL_AUCTION,
    noBidReason: 'no-demand',
    asked: [{ partner: 'acme', latencyMs: 1, answer: { kind } }],
    losses: [],
    wins: [],
  });

  function machine() {
    const { metrics, look } = machineFigures();
    const changes = createPartnerChanges();
    let lately = look();
    const nowMs = () => lately.endsMs.at(-1) ?? 0;
    const pass = (seconds: number) => {
      for (let second = 0; second < seconds; second++) lately = look();
    };
    return {
      answer(failed: number, good: number) {
        for (let i = 0; i < failed; i++) metrics.auction(answered('timeout'));
        for (let i = 0; i < good; i++) metrics.auction(answered('no-bid'));
      },
      pass,
      /** The entries as they are now, and what is said a little more than a minute later. */
      look: (...entries: readonly { readonly name: string; readonly url?: string }[]) =>
        changes.look(entries, lately, nowMs()),
      words: () => changes.find(lately).map(({ what }) => what),
    };
  }

  const OLD = { name: 'acme', url: 'https://old.example' };
  const NEW = { name: 'acme', url: 'https://new.example' };

  test('and fails more often since is named, with how often before', () => {
    const { answer, pass, look, words } = machine();
    look(OLD);
    answer(2, 98);
    pass(30);
    look(NEW);
    pass(61);
    answer(10, 10);
    pass(1);
    expect(words()).toEqual([
      'acme fails in 50 % of its calls since its entry changed at 00:00 UTC, and 2 % before',
    ]);
  });
});
