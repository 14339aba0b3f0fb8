import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { bidOn } from './partners.ts';
import { type Market, startMarket } from './setup.ts';

let market: Market;
beforeAll(async () => {
  market = await startMarket([(asked) => bidOn(asked)], {
    config: {
      publishers: [
        { id: 'without-crisis', sensitive: { crisis: false } },
        { id: 'with-money', sensitive: { money: true } },
        { id: 'plain', sensitive: {} },
      ],
    },
  });
});
afterAll(() => market.stop());

describe('a conversation in crisis gets no ad, and no partner is asked (rulings 57 and 65)', () => {
  test.each([
    ['behind 16,400 characters of others', `${'shoes, '.repeat(2_343)}suicide`],
    ['in the words of a joined keyword', 'suicidalIdeation'],
    ['in the words of an encoded keyword', 'kill%20myself'],
  ])('%s', async (_, keywords) => {
    const before = market.dsps[0]?.received.length;
    for (const mode of [{}, { test: 1 }]) {
      const response = await market.ask({ ...mode, site: { keywords } });
      expect([response.status, response.headers.get('x-nobid-reason')]).toEqual([204, 'sensitive']);
    }
    expect(market.dsps[0]?.received.length).toBe(before);
  });

  test('and the explanation names the class and the topic, not the words', async () => {
    await market.ask({ id: 'in-crisis', site: { keywords: 'how to kill myself' } });
    const explained = await market.explain('in-crisis');
    expect(explained).toMatchObject({ sensitive: { class: 'crisis', topic: 'self-harm' } });
    expect(JSON.stringify(explained)).not.toContain('kill');
  });
});

test.each<readonly [string, string, number]>([
  ['without-crisis', 'suicide', 200],
  ['with-money', 'bankruptcy lawyer', 204],
  ['with-money', 'suicide', 204],
  ['plain', 'bankruptcy lawyer', 200],
  ...['killer deals', 'skill', 'my phone died'].map((words) => ['plain', words, 200] as const),
])('a publisher chooses its classes: %s, "%s": %d', async (id, keywords, status) => {
  expect((await market.ask({ site: { keywords, publisher: { id } } })).status).toBe(status);
});
