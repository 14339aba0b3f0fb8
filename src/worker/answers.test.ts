import { describe, expect, test } from 'bun:test';
import type { HeldAuction } from '../exchange/exchange.ts';
import {
  createRememberedAuctions,
  REMEMBERED_BYTES_MAX,
  REMEMBERED_MS_MAX,
} from '../exchange/remembered-auctions.ts';
import { createRecentRefusals } from '../observe/recent-refusals.ts';
import { ANY_REQUEST, mergedLists, type RequestQuestion } from '../observe/request-rows.ts';
import { NoBid } from '../openrtb/no-bid.ts';
import { createAnswers } from './answers.ts';
import type { KeptOverReloads } from './kept.ts';

type Change = {
  readonly answer?: string;
  readonly campaign?: string;
  readonly isSold?: boolean;
  readonly isTest?: boolean;
  /** Of the request and the answers. */
  readonly bytes?: number;
  readonly publisher?: string;
};

/** Of an auction, the parts that are remembered. */
function held(requestId: string, change: Change = {}) {
  const {
    answer = 'bids',
    campaign = 'shoes',
    isSold,
    isTest = false,
    bytes = 3000,
    publisher,
  } = change;
  const adomain = [`${campaign}.Example`];
  const bid = { impid: '1', seat: 's', id: 'b', priceMicros: 2e6, currency: 'USD', adomain };
  const lost = { ...bid, cid: campaign };
  return {
    requestId,
    bytes,
    request: {
      wire: {
        id: `bid-${requestId}`,
        imp: [{ id: '1', native: { request: '{}' } }],
        ...(publisher === undefined ? {} : { site: { publisher: { id: publisher } } }),
      },
      isTest,
    },
    ids: { request: new Map() },
    warnings: [],
    outcome: isSold ? {} : new NoBid('below-floor'),
    times: { askedAfterMs: 0, tookMs: 1, deadlineMs: 100 },
    sold: [],
    result: {
      inventory: { open: [], closed: [] },
      views: [],
      solicitations: [],
      asked: [{ partner: 'acme', latencyMs: 1, answer: { kind: answer, bids: [], reason: 'x' } }],
      wins: isSold
        ? [{ candidate: { partner: 'acme', bid: lost, native: {} }, clearingMicros: 2e6 }]
        : [],
      losses: isSold
        ? []
        : [{ partner: 'acme', bid: lost, loss: { code: 100, reason: '', slug: 'below-floor' } }],
    },
  } as unknown as HeldAuction;
}

function worker(capacity = 5) {
  let nowMs = 0;
  const auctions = createRememberedAuctions(capacity, () => nowMs);
  const refusals = createRecentRefusals();
  // Nothing else is used to find requests.
  const kept = { recent: auctions, refusals } as unknown as KeptOverReloads;
  const { auction, outcome, request, requests } = createAnswers(kept, () => {
    throw new Error('no service');
  });
  return {
    auction,
    outcome,
    request,
    add(auction: HeldAuction, timeMs: number) {
      nowMs = timeMs;
      auctions.add([auction.requestId, auction.request.wire.id], { held: auction, timeMs });
    },
    pass(toMs: number) {
      nowMs = toMs;
    },
    refuse(requestId: string, timeMs: number, publisher?: string, code = 'INVALID_REQUEST') {
      const why = { code, reason: 'no JSON', field: undefined };
      refusals.add({ requestId, timeMs, publisher, ...why }, `bid-${requestId}`);
    },
    list: (question: Partial<RequestQuestion> = {}) => requests({ ...ANY_REQUEST, ...question }),
    ids: (question: Partial<RequestQuestion> = {}) =>
      requests({ ...ANY_REQUEST, ...question }).rows.map(({ requestId }) => requestId),
  };
}

describe('requests', () => {
  test('are listed with refusals among them, the newest first', () => {
    const { add, refuse, list, ids } = worker();
    add(held('a', { isSold: true }), 1000);
    refuse('r', 2000);
    add(held('b'), 3000);
    expect(ids()).toEqual(['b', 'r', 'a']);
    expect(list()).toMatchObject({
      outcomes: ['below-floor', 'bid', 'refused'],
      partners: ['acme'],
      publishers: ['(none)'],
      kept: 3,
      oldestMs: 1000,
    });
  });

  test('are found by id, outcome, partner, its answer and campaign', () => {
    const { add, refuse, ids } = worker();
    add(held('a', { isSold: true }), 1000);
    add(held('b', { answer: 'timeout', campaign: 'coffee' }), 2000);
    refuse('r', 3000);
    expect(ids({ find: 'bid-a' })).toEqual(['a']);
    expect(ids({ find: 'r' })).toEqual(['r']);
    expect(ids({ outcome: 'bid' })).toEqual(['a']);
    expect(ids({ outcome: 'below-floor' })).toEqual(['b']);
    expect(ids({ outcome: 'refused' })).toEqual(['r']);
    expect(ids({ partner: 'acme' })).toEqual(['b', 'a']);
    expect(ids({ partner: 'acme', answer: 'timeout' })).toEqual(['b']);
    expect(ids({ partner: 'other' })).toEqual([]);
    expect(ids({ campaign: 'coffee' })).toEqual(['b']);
  });

  test('are found by advertiser and time, and refused ones by the id in the bid request', () => {
    const { add, refuse, ids, list, outcome } = worker();
    add(held('a'), 1000);
    add(held('b', { campaign: 'coffee' }), 2000);
    refuse('r', 3000);
    refuse('n', 4000, undefined, 'no-native');
    expect(ids({ advertiser: 'coffee.example' })).toEqual(['b']);
    expect(ids({ advertiser: 'example' })).toEqual([]);
    const at = (second: number) => new Date(second * 1000).toISOString();
    expect(ids({ from: at(2), to: at(3) })).toEqual(['b']);
    expect(ids({ from: at(2) })).toEqual(['n', 'r', 'b']);
    expect(ids({ to: at(2) })).toEqual(['a']);
    expect(list({ find: 'bid-r' }).rows).toMatchObject([{ requestId: 'r', id: 'bid-r' }]);
    expect(list({ find: 'bid-n' }).rows).toMatchObject([
      { outcome: 'no-bid', reasons: ['no-native'], requestId: 'n' },
    ]);
    expect(JSON.parse(outcome('bid-n') ?? '')).toMatchObject({ outcome: 'no-native', status: 204 });
    // The id itself is nowhere.
    expect(JSON.stringify([list(), outcome('bid-r')])).not.toContain('bid-r');
  });

  test('that are large are found as those that are not, up to a budget of bytes (ruling 72)', () => {
    const { add, ids, auction, request } = worker(250);
    add(held('large', { bytes: 1e6 }), 1000);
    expect(JSON.parse(auction('large') ?? '')).toMatchObject({ id: 'bid-large' });
    expect(JSON.parse(request('bid-large') ?? '')).toMatchObject({ id: 'bid-large' });
    expect(ids({ find: 'bid-large' })).toEqual(['large']);

    const bytes = 32 * 1024;
    const fit = REMEMBERED_BYTES_MAX / bytes;
    // The first is among the samples of its campaign as well.
    for (let i = 0; i < fit + 2; i++) add(held(`${i}`, { bytes, isTest: true }), 2000);
    expect(auction('1')).toBeNull();
    expect(auction('2')).toBeString();
    expect(auction(`${fit + 1}`)).toBeString();
  });

  test('are forgotten after ten minutes (ruling 72)', () => {
    const { add, pass, list, auction, request } = worker();
    add(held('a'), 1000);
    pass(1000 + REMEMBERED_MS_MAX);
    expect(auction('a')).toBeString();
    pass(1000 + REMEMBERED_MS_MAX + 1);
    expect(auction('a')).toBeNull();
    expect(request('a')).toBeNull();
    expect(list().kept).toBe(0);
  });

  test('of one publisher are found for it, and not for another', () => {
    const { add, refuse, outcome, request, ids } = worker();
    add(held('a', { publisher: 'pub-a' }), 1000);
    add(held('of-nobody'), 1000);
    refuse('b', 2000, 'pub-b');
    expect(ids({ publisher: 'pub-a' })).toEqual(['a']);
    expect([outcome('a', 'pub-a'), request('a', 'pub-a')]).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
    for (const other of ['pub-b', '']) {
      expect([outcome('a', other), request('a', other)]).toEqual([null, null]);
      expect(outcome('of-nobody', other)).toBeNull();
    }
    expect([outcome('b', 'pub-b'), outcome('b', 'pub-a')]).toEqual([expect.any(String), null]);
  });

  test('of several workers are one list', () => {
    const [one, two] = [worker(), worker()];
    one.add(held('a'), 1000);
    one.add(held('c', { isSold: true }), 3000);
    two.refuse('b', 2000);
    const { rows, ...rest } = mergedLists([one.list(), two.list()], ANY_REQUEST);
    expect(rows.map(({ requestId }) => requestId)).toEqual(['c', 'b', 'a']);
    expect(rest).toMatchObject({ outcomes: ['below-floor', 'bid', 'refused'], kept: 3 });
    one.add(held('ab'), 4000);
    const find = (id: string) =>
      mergedLists([one.list({ find: id }), two.list({ find: id })], { find: id }).rows;
    expect(find('bid-a').map(({ requestId }) => requestId)).toEqual(['a']);
    expect(find('bid-')).toHaveLength(3);
    expect(mergedLists([], ANY_REQUEST)).toMatchObject({ rows: [], kept: 0, oldestMs: null });
  });
});
