import { afterAll, expect, test } from 'bun:test';
import { bidOn, startDsp } from '../auction/partners.ts';
import { buy, call, databaseOf, reportOf, saleRequest, startHere } from '../notices/exchange.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const LONG_ID = 'a-publisher-whose-id-has-more-than-thirty-six-bytes';

test('a publisher is owed its share of the day of the sale, on the notice that bills (ruling 74)', async () => {
  const { url, stop } = startDsp((request) => bidOn(request));
  atCleanUp(stop);
  const dataDir = temporaryFolder();
  const startWith = (share: number) =>
    startHere({
      dataDir,
      partners: [{ name: 'dsp', kind: 'openrtb', url }],
      publishers: [{ id: LONG_ID, share }],
    });
  const first = await startWith(0.7);
  const listed = saleRequest({ publisher: LONG_ID });
  const before = await buy(first.port, listed);
  const unlisted = await buy(first.port, saleRequest({ publisher: 'unlisted' }));
  await call(before.nurl);
  await first.stop(0);

  const second = await startWith(0.123);
  const after = await buy(second.port, listed);
  for (const { burl = '' } of [before, unlisted, after]) {
    expect((await call(burl, { port: second.port, price: '1.999999' })).status).toBe(204);
  }
  await second.stop(0);

  const database = await databaseOf(second);
  const facts = await database.query(
    "select auction_id, share_basis_points, spend_nanos, earned_nanos from facts where kind = 'bill'",
  );
  const owed = Object.fromEntries(
    facts.map(({ auction_id, ...amounts }) => [auction_id, Object.values(amounts).map(Number)]),
  );
  // Rounded down to a billionth: 1,999,999 × 0.7 and × 0.123.
  expect(owed).toEqual({
    [before.auctionId]: [7000, 1_999_999, 1_399_999],
    [unlisted.auctionId]: [10_000, 1_999_999, 1_999_999],
    [after.auctionId]: [1230, 1_999_999, 245_999],
  });
  const rows = (await reportOf(second, 'publisher')).filter(({ spend_usd }) => spend_usd !== null);
  expect(rows).toMatchObject([
    {
      spend_usd: '0.003999998',
      earnings_usd: '0.001645998',
      margin_usd: '0.002354',
    },
    { publisher: 'unlisted', earnings_usd: '0.001999999', margin_usd: '0.00' },
  ]);
});
