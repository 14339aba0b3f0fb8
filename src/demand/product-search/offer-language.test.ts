import { afterAll, describe, expect, test } from 'bun:test';
import {
  ad,
  createTestPartner,
  inquire,
  solicit,
  startUpstream,
} from '../../../test/product-search.ts';
import { startCatalog } from '../catalog/server.ts';

const catalog = startCatalog({ host: '127.0.0.1', port: 0 });
const upstream = startUpstream(() =>
  Response.json({
    ads: [
      ad({ id: 'english', language: 'en', url: 'https://stridehouse.example/p/en' }),
      ad({ id: 'german', language: 'de-DE', url: 'https://stridehouse.example/p/de' }),
      ad({ id: 'any', language: undefined, url: 'https://stridehouse.example/p/any' }),
    ],
  }),
);
afterAll(async () => {
  await catalog.stop();
  await upstream.stop();
});

async function chosen(language: string | undefined) {
  const question = solicit(language === undefined ? {} : { language });
  const reply = await inquire(createTestPartner(upstream.url), question);
  if (reply.kind !== 'bids') throw new Error(reply.reason);
  return {
    bids: reply.bids.map((bid) => [bid.crid, bid.language]),
    passed: (reply.passed ?? []).map((one) => 'offer' in one && one.offer?.fault),
  };
}

describe('an offer that states its language', () => {
  test('gives way to the next where the conversation is in another, and the reason is told', async () => {
    expect(await chosen('de')).toEqual({
      bids: [['german', 'de']],
      passed: ['it is in en, and the conversation in de'],
    });
  });

  test('is taken where the conversation is in it, or states none', async () => {
    expect((await chosen('en-GB')).bids).toEqual([['english', 'en']]);
    expect((await chosen(undefined)).bids).toEqual([['english', 'en']]);
  });
});
