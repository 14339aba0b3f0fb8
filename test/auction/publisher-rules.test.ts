import { afterEach, describe, expect, test } from 'bun:test';
import { bidOn } from './partners.ts';
import { type Market, startMarket } from './setup.ts';

let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
});

describe('publisher rules', () => {
  const publisher = { site: { publisher: { id: 'pub-1' } } };
  const turn = (messageSequenceNumber: number, more: object = {}) => ({
    ...publisher,
    ext: {
      service: {
        messageSequenceNumber,
        messageLength: 1,
        isQuickReply: false,
        sessionDurationMs: 1,
        ...more,
      },
    },
  });
  const withRules = (rules: object) =>
    startMarket([(request) => bidOn(request)], {
      config: { publishers: [{ id: 'pub-1', ...rules }] },
    });

  test('a publisher’s floor stands beside the request’s; the higher one holds', async () => {
    market = await withRules({ floors: { default: 3 } });
    expect((await market.ask(publisher)).headers.get('x-nobid-reason')).toBe('below-floor');
    expect(market.dsps[0]?.received[0]?.body.imp[0]?.bidfloor).toBe(3);
    expect((await market.ask()).status).toBe(200);
  });

  test('a blocked category of the config holds in every content taxonomy (ruling 52)', async () => {
    for (const bid of [
      { cat: ['IAB7-1'] },
      { cat: ['223'], cattax: 6 },
      { cat: ['IAB7'], cattax: 500 },
    ]) {
      market = await startMarket([(request) => bidOn(request, bid)], {
        config: { publishers: [{ id: 'pub-1', blockedCategories: ['IAB7'] }] },
      });
      expect((await market.ask(publisher)).headers.get('x-nobid-reason')).toBe('blocked');
      await market.stop();
    }
  });

  test.each([
    ['a bid without a category', {}, {}, 204],
    ['a bid with one', { cat: ['IAB2'] }, {}, 200],
    ['one that the block list cannot tell', { cat: ['999'], cattax: 6 }, { bcat: ['IAB7'] }, 204],
    ['one of another part of the mapping', { cat: ['1'], cattax: 6 }, { bcat: ['IAB7'] }, 200],
    ['none, where categories are blocked', {}, { bcat: ['IAB7'] }, 204],
  ])('refusesUncategorized, and %s', async (_, bid, request, status) => {
    market = await startMarket([(outgoing) => bidOn(outgoing, bid)], {
      config: { publishers: [{ id: 'pub-1', refusesUncategorized: true }] },
    });
    expect((await market.ask({ ...publisher, ...request })).status).toBe(status);
    expect((await market.ask(request)).status).toBe(200);
  });

  test('no ad before firstAdTurn, and from there every turnGap turns', async () => {
    market = await withRules({ firstAdTurn: 3, turnGap: 2 });
    const statuses = [];
    for (let n = 1; n <= 7; n++) statuses.push((await market.ask(turn(n))).status);
    expect(statuses).toEqual([204, 204, 200, 204, 200, 204, 200]);
    expect((await market.ask(turn(1))).headers.get('x-nobid-reason')).toBe('paced');
  });

  test('no ads on negative sentiment or support requests where so configured', async () => {
    market = await withRules({ noAdsOnNegativeSentiment: true, noAdsOnSupportRequests: true });
    const sad = turn(1, { sentiment: { value: 'negative', score: -0.5 } });
    const stuck = turn(1, {
      intent: { value: 'support_request', confidence: 1, topics: [], signals: [] },
    });
    expect((await market.ask(sad)).headers.get('x-nobid-reason')).toBe('sensitive');
    expect((await market.ask(stuck)).headers.get('x-nobid-reason')).toBe('sensitive');
    expect((await market.ask(turn(1))).status).toBe(200);
  });
});
