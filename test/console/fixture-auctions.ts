import type { AuctionRecord } from '../../src/console/auctions/api.ts';

/** An auction with everything in it that a page can show. */
export const FULL_AUCTION: AuctionRecord = {
  requestId: 'full',
  id: 'chat-1',
  time: new Date().toISOString(),
  publisher: 'pub-1',
  isTest: false,
  tookMs: 131.4,
  deadlineMs: 200,
  outcome: 'bid',
  warnings: [{ code: 'REQUEST_REPAIRED', field: 'imp[0].bidfloor', repair: 'floor-rounded-up' }],
  partners: [
    { name: 'house', latencyMs: 0.4, answer: 'bids', bids: 1, withheld: {}, withheldDeals: [] },
    {
      name: 'acme',
      latencyMs: 131,
      answer: 'bids',
      bids: 1,
      withheld: { ids: 'US Privacy: opted out of sale' },
      withheldDeals: [],
    },
    {
      name: 'slow',
      latencyMs: 200,
      answer: 'timeout',
      withheld: { geo: 'COPPA' },
      withheldDeals: [],
    },
    {
      name: 'strict',
      latencyMs: 0,
      answer: 'skipped',
      reason: 'no-consent',
      withheld: { call: 'GDPR: this partner needs consent' },
      withheldDeals: [],
    },
    {
      name: 'odd',
      latencyMs: 40,
      answer: 'malformed',
      reason: 'HTTP status 500',
      body: '{"error":"no adapter for this account"}',
      withheld: {},
      withheldDeals: [],
    },
  ],
  sensitive: null,
  strayBids: [],
  imps: [
    {
      id: '1',
      floor: 0.5,
      winner: {
        partner: 'acme',
        seat: 'seat-9',
        price: 4.2,
        format: 'native_product_card',
        ad: {
          link: { url: 'https://advertiser.example/shoes' },
          assets: [
            { id: 1, title: { text: 'Shoes that hold' } },
            { id: 2, data: { type: 1, value: 'An advertiser' } },
            { id: 3, data: { type: 12, value: 'Have a look' } },
          ],
        },
        notCalled: [],
      },
      noBidReason: null,
      bids: [
        {
          partner: 'acme',
          seat: 'seat-9',
          id: 'b1',
          price: 4.2,
          cur: 'USD',
          adomain: ['advertiser.example'],
          crid: null,
          code: 0,
          fate: 'won',
        },
        {
          partner: 'house',
          seat: 'seat-1',
          id: 'b2',
          price: 0.3,
          cur: 'USD',
          adomain: ['other.example'],
          crid: null,
          code: 100,
          fate: '0.3 is below the floor of 0.5 USD',
        },
      ],
    },
  ],
};

/** An ad that would harm whoever draws it without care. */
export const HOSTILE_AUCTION: AuctionRecord = {
  ...FULL_AUCTION,
  requestId: 'hostile',
  imps: FULL_AUCTION.imps.map((imp) => ({
    ...imp,
    winner: imp.winner && {
      ...imp.winner,
      ad: {
        link: { url: 'javascript:document.title="harmed"' },
        assets: [
          { id: 1, title: { text: '<img src=x onerror=alert(1)>' } },
          { id: 2, img: { url: 'javascript:alert(1)', type: 3 } },
        ],
      },
    },
  })),
};
