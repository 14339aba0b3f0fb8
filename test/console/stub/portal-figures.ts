import type {
  Earnings,
  EarningsFigures,
  IntegrationState,
  PortalAuction,
  PortalRequest,
  PortalRequests,
  PortalSnippets,
} from '../../../src/console/portal/api.ts';
import type { SupplyDocument } from '../../../src/supply/supply-document.ts';

/** What the pages of a publisher show, as a machine with traffic would answer. */

function figures(part: number): EarningsFigures {
  return {
    requests: Math.round(18_000 * part),
    impressions: Math.round(9000 * part),
    sold: Math.round(9600 * part),
    clicks: Math.round(81 * part),
    earnedUsd: 42.5 * part,
    fillRate: 0.53,
    ecpmUsd: 4.72,
  };
}

const NAMES = {
  format: ['display_card', 'sponsored_message', ''],
  placement: ['under-answer', 'sidebar'],
};

export function earningsOf(by: string, days: number): Earnings {
  const dayNames = Array.from({ length: days }, (_, index) =>
    new Date(Date.UTC(2026, 10, 15 - index)).toISOString().slice(0, 10),
  );
  const names = by === 'format' || by === 'placement' ? NAMES[by] : dayNames;
  return {
    from: dayNames.at(-1) ?? '',
    to: dayNames[0] ?? '',
    total: figures(days),
    before: { ...figures(days * 0.87), fillRate: 0.55, ecpmUsd: 4.71 },
    rows: names.map((name, index) => ({ name, ...figures(1 / (1 + index / 3)) })),
  };
}

const AT = '2026-11-15T09:15:02.000Z';

const REQUESTS: readonly PortalRequest[] = [
  row('req-sold', 'sold', 'Sold to ridgeline.example for a CPM of $4.20'),
  row('req-floor', 'no-bid', 'All bids were below the floor'),
  {
    ...row('req-refused', 'refused', 'expected a number, but got "0,50"'),
    field: 'imp[0].bidfloor',
  },
  { ...row('req-test', 'sold', 'Sold to the sample advertiser'), isTest: true },
];

function row(requestId: string, outcome: PortalRequest['outcome'], words: string): PortalRequest {
  return { requestId, at: AT, outcome, words, field: null, isTest: false };
}

export function requestsOf(outcome: string | null): PortalRequests {
  return {
    rows: REQUESTS.filter((one) => outcome === null || one.outcome === outcome),
    since: AT,
    sampled: null,
    refusalsToday: [
      {
        code: 'INVALID_FIELD_TYPE',
        words: 'send imp[0].bidfloor as a number, with a point and without quotes',
        count: 312,
      },
    ],
  };
}

/** undefined: it is not remembered. */
export function auctionOf(requestId: string): PortalAuction | undefined {
  const found = REQUESTS.find((one) => one.requestId === requestId);
  if (found === undefined) return undefined;
  const { at, outcome, words, field } = found;
  const sold = {
    cpmUsd: 4.2,
    owedCpmUsd: 3.36,
    advertiser: 'ridgeline.example',
    title: 'Grip for wet rock',
  };
  return {
    requestId,
    at,
    outcome,
    words,
    field,
    warnings:
      outcome === 'sold'
        ? [
            {
              code: 'MISSING_SIGNAL',
              field: 'ext.service.intent',
              reason: 'requests with an intent sell for more',
            },
          ]
        : [],
    askedPartners: outcome === 'refused' ? 0 : 3,
    bids: outcome === 'refused' ? 0 : 2,
    imps:
      outcome === 'refused'
        ? []
        : [
            {
              id: '1',
              placement: 'under-answer',
              sold: outcome === 'sold' ? sold : null,
              words: outcome === 'sold' ? null : 'All bids were below the floor of $2.00',
            },
          ],
  };
}

export const INTEGRATION: IntegrationState = {
  level: 2,
  meaning: 'Your requests say what the conversation is about.',
  next: [
    'send ext.service.intent, so that ads can answer what people want',
    'declare the formats that you can show in ext.service.adcpFormats',
  ],
  lastAt: AT,
};

export const snippetsOf = (publisher: string): PortalSnippets => ({
  rows: [
    {
      name: 'kit',
      title: 'With the kit',
      language: 'ts',
      text: `const parley = createParley({ url: 'https://ads.example', publisher: '${publisher}' });`,
    },
    {
      name: 'prebid-js',
      title: 'With Prebid.js',
      language: 'js',
      text: `{ bidder: 'parley', params: { publisherId: '${publisher}' } }`,
    },
    {
      name: 'curl',
      title: 'With curl',
      language: 'sh',
      text: `curl https://ads.example/openrtb2 -H 'Authorization: Bearer <your key>' \\\n  -H 'Content-Type: application/json' -d @request.json`,
    },
  ],
});

const LINE = 'ads.example, pub-1, DIRECT';

export function supplyOf(isChecked: boolean): SupplyDocument {
  return {
    publisher: 'pub-1',
    domain: 'ridge.example',
    adsTxt: {
      urls: ['https://ridge.example/ads.txt', 'https://ridge.example/app-ads.txt'],
      lines: [LINE],
    },
    adagents: {
      url: 'https://ridge.example/.well-known/adagents.json',
      entry: { url: 'https://ads.example', authorized_for: 'Native ads in conversations' },
    },
    mismatches: [],
    lastCheck: isChecked
      ? {
          at: new Date().toISOString(),
          result: 'line-missing',
          sentence: 'it names 14 other systems',
          files: [
            {
              file: 'ads.txt',
              url: 'https://ridge.example/ads.txt',
              result: 'line-missing',
              sentence: 'it names 14 other systems',
            },
            {
              file: 'adagents.json',
              url: 'https://ridge.example/.well-known/adagents.json',
              result: 'file-missing',
              sentence: 'the server answers 404',
            },
          ],
        }
      : null,
    held: null,
  };
}
