import { afterEach, describe, expect, test } from 'bun:test';
import { type BidFields, bidOn, type Outgoing } from './partners.ts';
import { type Market, NATIVE, startMarket } from './setup.ts';

let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
});

const OPEN = { id: 'open' };
const OURS = { id: 'ours', wseat: ['seat-1', 'seat-9'] };
const THEIRS = { id: 'theirs', wseat: ['other'] };

const imp = (pmp: object, id = '1') => ({ id, native: { request: NATIVE }, pmp });

const dealsIn = ({ imp: imps }: Outgoing) =>
  (imps as unknown as { pmp?: { deals: { id: string }[] } }[]).map(({ pmp }) =>
    pmp?.deals.map(({ id }) => id),
  );

/** A market whose partner bids for `seat-1`. */
async function startSeated(fields: BidFields = {}): Promise<Market> {
  market = await startMarket([(request) => bidOn(request, fields)], {
    entry: { seats: ['seat-1'] },
  });
  return market;
}

describe('deals for certain seats (ruling 54)', () => {
  test('reach only partners that bid for one of those seats', async () => {
    const seated = await startSeated();
    await seated.ask({ imp: [imp({ deals: [OPEN, OURS, THEIRS] })] });
    expect(seated.dsps[0]?.received.map(({ body }) => dealsIn(body))).toEqual([[['open', 'ours']]]);
  });

  test('do not reach a partner whose seats are unknown, which gets the other deals', async () => {
    market = await startMarket([(request) => bidOn(request)]);
    await market.ask({ imp: [imp({ deals: [OPEN, OURS] }), imp({ deals: [THEIRS] }, '2')] });
    expect(market.dsps[0]?.received.map(({ body }) => dealsIn(body))).toEqual([
      [['open'], undefined],
    ]);
  });

  test('leave an empty list where the impression is sold through deals only', async () => {
    market = await startMarket([(request) => bidOn(request)]);
    await market.ask({ imp: [imp({ private_auction: 1, deals: [OURS] })] });
    const [{ pmp } = { pmp: undefined }] = (market.dsps[0]?.received[0]?.body.imp ??
      []) as unknown as { pmp?: object }[];
    expect(pmp).toEqual({ private_auction: 1, deals: [] });
  });

  test('are named in the explanation of a partner that does not get them', async () => {
    market = await startMarket([(request) => bidOn(request)]);
    await market.ask({ id: 'deals', imp: [imp({ deals: [OPEN, OURS] })] });
    const [partner] = (await market.explain('deals')).partners;
    expect(partner?.withheldDeals).toEqual([{ impid: '1', dealid: 'ours' }]);
  });

  test('take no bid of a partner that was not offered them, whatever seat it names', async () => {
    market = await startMarket([(request) => bidOn(request, { dealid: 'ours' })]);
    await market.ask({ id: 'guess', imp: [imp({ deals: [OURS] })] });
    const bid = (await market.explain('guess')).imps[0]?.bids[0];
    expect([bid?.code, bid?.fate]).toEqual([4, 'deal "ours" was not offered to this partner']);
  });

  test('take the bid of a partner that was offered them', async () => {
    const seated = await startSeated({ dealid: 'ours' });
    expect((await seated.ask({ imp: [imp({ deals: [OURS] })] })).status).toBe(200);
  });
});
