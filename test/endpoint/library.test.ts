import { expect, test } from 'bun:test';
import { answerTo } from '../../examples/library.ts';
import { NoBid } from '../../src/core/openrtb/no-bid.ts';
import { Refusal } from '../../src/lib/refusal.ts';

const native = { request: '{"assets":[{"id":1,"required":1,"title":{"len":90}}]}' };

test('another program holds auctions with a few lines, without a server', async () => {
  const answer = await answerTo({ id: 'r', imp: [{ id: '1', native, bidfloor: 1 }] });
  const [{ bid }] = JSON.parse(String(answer)).seatbid;
  expect(bid).toMatchObject([{ impid: '1', price: 4, cid: 'boots', adomain: ['trail.example'] }]);
  expect(JSON.parse(bid[0].adm).assets).toEqual([
    { id: 1, title: { text: 'Boots that hold on wet rock' } },
  ]);
  expect(bid[0].burl).toStartWith('https://bid.example.com/n/bill/');
});

test('it is told why there is no ad, and what is wrong with a request', async () => {
  const dear = await answerTo({ id: 'r', imp: [{ id: '1', native, bidfloor: 9 }] });
  expect(dear).toEqual(new NoBid('below-floor'));
  expect(await answerTo({ id: 'r' })).toBeInstanceOf(Refusal);
});
