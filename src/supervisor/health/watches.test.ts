import { describe, expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
import { TYPICAL_AUCTION } from '../../../test/metrics.ts';
import { POINTS, type Point } from '../../observe/history.ts';
import type { AuctionFacts } from '../../observe/worker-metrics.ts';
import type { StoredCampaign } from '../../store/stored-campaign.ts';
import { createApprovals, NONE_WAITING } from './approvals.ts';
import { createPartnerChanges } from './partner-changes.ts';
import { refusedRequests } from './refused-requests.ts';
import { createTrafficWatch } from './traffic-watch.ts';
import { troubleOf } from './trouble-of.ts';

describe('requests that are refused', () => {
  function machine() {
    const figures = machineFigures();
    const { metrics, history, look } = figures;
    const refuse = (count: number, code = 'INVALID_FIELD_VALUE', field?: string) => {
      for (let i = 0; i < count; i++) metrics.refused({ code, field, scope: 'ip' });
    };
    const accept = (count: number) => {
      for (let i = 0; i < count; i++) metrics.auction(TYPICAL_AUCTION);
    };
    const trouble = () => refusedRequests(look(), history.points(POINTS));
    return { ...figures, refuse, accept, trouble };
  }

  test('are a trouble where they are all, with the error and the field that most of them have', () => {
    const { refuse, trouble } = machine();
    refuse(9, 'INVALID_FIELD_VALUE', 'imp[0].bidfloor');
    refuse(3, 'INVALID_FIELD_VALUE', 'site.domain');
    expect(trouble()).toEqual(
      troubleOf('requests-refused', {
        kind: 'bad',
        what: 'all 12 requests of the last minute were refused, most often with INVALID_FIELD_VALUE at imp.bidfloor',
        page: 'auctions',
      }),
    );
  });

  test('are none where there are nine, or where they are half', () => {
    const few = machine();
    few.refuse(9);
    expect(few.trouble()).toBeUndefined();
    few.refuse(1);
    expect(few.trouble()?.kind).toBe('bad');
    const half = machine();
    half.refuse(10);
    half.accept(10);
    expect(half.trouble()).toBeUndefined();
    half.refuse(1);
    expect(half.trouble()).toMatchObject({
      kind: 'warn',
      what: expect.stringContaining('11 of 21'),
    });
  });

  test('are those of the last minute alone, and no others than faulty ones', () => {
    const { refuse, accept, trouble, look } = machine();
    refuse(50);
    for (let second = 0; second < 60; second++) look();
    accept(10);
    expect(trouble()).toBeUndefined();
    refuse(90, 'RATE_LIMIT_EXCEEDED');
    refuse(90, 'SERVICE_UNAVAILABLE');
    expect(trouble()).toBeUndefined();
    refuse(500, 'MISSING_REQUIRED_FIELD');
    expect(trouble()?.what).toEndWith('most often with MISSING_REQUIRED_FIELD');
  });
});

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
    expect(watch([...busy, ...silence(3, 300)], 302_000)).toEqual(
      troubleOf('traffic-gone', {
        kind: 'bad',
        what: 'no request has come since 00:00 UTC, after 100 in the ten minutes before',
      }),
    );
    // The history has forgotten the requests, and the watch has not.
    expect(watch(silence(3, 900), 903_000)?.id).toBe('traffic-gone');
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
      words: () => changes.troubles(lately).map(({ what }) => what),
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

describe('approvals', () => {
  const stored = (id: string, state: StoredCampaign['state'], review: string, changedMs: number) =>
    [id, { state, changedMs, reviews: [{ creative: 'a', state: review, reason: '' }] }] as const;

  test('that wait are counted with the oldest, once for each change of the store', () => {
    let [revision, readings] = [1, 0];
    let all = new Map<string, unknown>([
      stored('a', 'active', 'waiting', 90_000_000),
      stored('b', 'paused', 'waiting', 60_000),
      stored('c', 'draft', 'waiting', 1),
      stored('d', 'active', 'approved', 1),
    ]);
    let accounts = NONE_WAITING;
    const approvals = createApprovals({
      accounts: () => accounts,
      status: () => ({ revision }),
      campaigns() {
        readings++;
        return all as ReadonlyMap<string, StoredCampaign>;
      },
    });
    expect([approvals(), approvals()][1]).toEqual(
      troubleOf('approvals-waiting', {
        kind: 'warn',
        what: '2 campaigns wait for approval, the oldest since 1970-01-01 00:01 UTC',
        page: 'approvals',
      }),
    );
    expect(readings).toBe(1);
    all = new Map([stored('a', 'active', 'waiting', 90_000_000)]);
    revision = 2;
    expect(approvals()?.what).toBe('1 campaign waits for approval, since 1970-01-02 01:00 UTC');
    accounts = { count: 2, oldestMs: 60_000 };
    expect(approvals()?.what).toContain('and 2 accounts of AI buyers');
    all = new Map();
    revision = 3;
    expect(approvals()).toMatchObject({ page: 'buyers' });
    accounts = NONE_WAITING;
    expect(approvals()).toBeUndefined();
  });
});
