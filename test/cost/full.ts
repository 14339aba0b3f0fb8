import { answerOf, bidOf, REQUEST_ID, requestOf } from './containers.ts';
import { PARTNERS, seatsOf } from './flow.ts';

/**
 * A request and answers in which every list is long that is compared with one of the other side. Nothing matches
 * before the last item, and no rule drops a bid, so that all lists are read to their ends.
 */

const LENGTH = 3000;
const ASSETS = 500;
const SEAT = 'seat';
/** Of the partners of the flow, and the one that they bid for. */
const SEATS = [...Array.from({ length: PARTNERS - 2 }, (_, i) => `dsp-${i}`), SEAT];
const SPONSORED = 1;
const many = (count: number, item: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => item(index));
const names = (prefix: string, last: readonly string[] = []) => [
  ...many(LENGTH, (index) => `${prefix}${index}`),
  ...last,
];

const native = {
  assets: [
    ...many(ASSETS - 1, (id) => ({ id, title: { len: 90 } })),
    { id: ASSETS - 1, data: { type: SPONSORED } },
  ],
  eventtrackers: many(100, () => ({ event: 1, methods: [1, 2] })),
};

const deals = many(1000, (index) => ({
  id: `deal-${index}`,
  wseat: ['x', ...SEATS],
  wadomain: ['a.example', 'ad.example'],
}));

export const FULL_REQUEST = JSON.stringify({
  id: REQUEST_ID,
  imp: [
    {
      id: '1',
      native: { request: JSON.stringify(native), battr: many(1000, (index) => 1000 + index) },
      pmp: { deals },
      ext: {
        service: {
          adcpFormats: many(1000, () => ({
            agent_url: 'https://creative.adcontextprotocol.org',
            id: 'native_mention',
          })),
        },
      },
    },
  ],
  badv: names('b.example'),
  bcat: names('IAB99-'),
  acat: names('IAB98-', ['IAB1']),
  bapp: names('app'),
  bseat: names('seat'),
  wseat: names('seat', [SEAT]),
  wlang: names('l', ['en']),
});

/** As many deals as a request may have. One is for all partners, and no other for anybody. */
export const DEALS_OF_OTHERS = JSON.stringify({
  ...requestOf(),
  imp: many(10, (imp) => ({
    ...requestOf().imp[0],
    id: `${imp}`,
    pmp: {
      deals: many(1000, (deal) => ({
        id: `${deal}`,
        wseat: imp === 0 && deal === 0 ? SEATS.flatMap(seatsOf) : ['z'],
      })),
    },
  })),
});

/** The requests that a single list is filled in are compared with this. */
const LISTS = {
  adomain: many(60, (index) => (index === 59 ? 'ad.example' : `d${index}.example`)),
  cat: many(60, (index) => (index === 59 ? 'IAB1' : `IAB2-${index}`)),
  attr: many(60, (index) => index),
  language: 'en',
  bundle: 'bundle',
};

const BRAND = { id: ASSETS - 1, data: { value: 'Brand' } };
const adWith = (assets: readonly unknown[]) => ({
  assets: [...assets, BRAND],
  link: { url: 'https://ad.example/', clicktrackers: many(200, () => 'https://ad.example/c') },
  imptrackers: many(200, () => 'https://ad.example/i'),
  eventtrackers: many(200, () => ({ event: 1, method: 1, url: 'https://ad.example/e' })),
});

const DEAL = { dealid: 'deal-999' };

/** As many bids as an answer may have, each with long lists. */
export const MANY_BIDS = manyBids(bidOf());

/** The same on the last deal of the full request. */
export const MANY_DEAL_BIDS = manyBids({
  ...bidOf({
    assets: [BRAND, { id: 1, title: { text: 'x' } }],
    link: { url: 'https://a.example' },
  }),
  ...DEAL,
});

function manyBids(bid: object): string {
  return JSON.stringify(answerOf(...many(100, (index) => ({ ...bid, ...LISTS, id: `b${index}` }))));
}

const LONG_VALUE = { adid: '€'.repeat(512) };
const LINKED_ASSETS = 72;

/** For the ad with links full of macros. */
export const LINKED_REQUEST = JSON.stringify(
  requestOf({ assets: many(LINKED_ASSETS, (id) => ({ id, title: { len: 9 } })) }),
);

/** One bid with macros in the links of its assets, whose value is much longer than they are. */
export const MACROS_IN_LINKS = JSON.stringify(
  answerOf(
    bidOf(
      {
        assets: many(LINKED_ASSETS, (id) => ({
          id,
          title: { text: 'x' },
          link: { url: withMacros(200, id) },
        })),
        link: { url: 'https://ad.example/' },
      },
      LONG_VALUE,
    ),
  ),
);

/** The same in trackers that this server would call. */
export const MACROS_IN_TRACKERS = JSON.stringify(
  answerOf(
    bidOf(
      {
        assets: [{ id: 1, title: { text: 'x' } }],
        link: { url: 'https://ad.example/' },
        imptrackers: many(200, (index) => withMacros(72, index)),
      },
      LONG_VALUE,
    ),
  ),
);

function withMacros(count: number, index: number): string {
  return `https://ad.example/${index}?${'${AUCTION_AD_ID}'.repeat(count)}`;
}

/** One bid whose ad has all assets, in the reverse order, and as many trackers as it may have. */
export const LARGE_BID = JSON.stringify(
  answerOf(
    bidOf(adWith(many(ASSETS - 1, (index) => ({ id: ASSETS - 2 - index, title: { text: 'x' } }))), {
      ...LISTS,
      ...DEAL,
    }),
  ),
);
