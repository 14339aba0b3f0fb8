import type { Limits } from '../limits/limiter.ts';
import { IMPS_MAX } from '../openrtb/bid-request.ts';
import { CONTENT_CATEGORIES, CONTENT_TAXONOMIES } from '../openrtb/categories.ts';
import { KNOWN_FORMATS } from '../openrtb/formats.ts';
import { NATIVE_VERSIONS } from '../openrtb/native-request.ts';
import { KEYWORDS_MAX } from '../openrtb/product-search.ts';
import { openApiDocument } from './openapi.ts';
import { BODY_BYTES_MAX } from './read-body.ts';

export type Document = { readonly json: string; readonly maxAgeSec: number };

/** What `GET` finds on the public port, by path; serialised once. */
export type Documents = ReadonlyMap<string, Document>;

const HOUR_SEC = 3600;
const DAY_SEC = 24 * HOUR_SEC;

export type DocumentFacts = {
  readonly publicUrl: string;
  readonly timeoutMs: number;
  readonly limits: Limits;
};

export function createDocuments(facts: DocumentFacts): Documents {
  const document = (value: unknown, maxAgeSec: number): Document => ({
    json: JSON.stringify(value),
    maxAgeSec,
  });
  return new Map([
    ['/healthz', document({ status: 'ok' }, 0)],
    ['/openapi.json', document(openApiDocument(facts.publicUrl), HOUR_SEC)],
    // The lifetimes that the spec recommends to clients.
    ['/capabilities', document(capabilities(facts), HOUR_SEC)],
    ['/formats', document({ formats: KNOWN_FORMATS }, DAY_SEC)],
    [
      '/categories',
      document({ taxonomies: CONTENT_TAXONOMIES, categories: CONTENT_CATEGORIES }, 7 * DAY_SEC),
    ],
  ]);
}

function capabilities({ timeoutMs, limits }: DocumentFacts) {
  return {
    openrtb: '2.6',
    native: NATIVE_VERSIONS,
    mediaTypes: ['native'],
    auctionTypes: [1, 2],
    currencies: ['USD'],
    extensions: ['ext.service', 'imp.ext.service.adcpFormats', 'imp.ext.service_product_search'],
    integrationLevels: {
      1: 'OpenRTB',
      2: 'with declared formats',
      3: 'with context signals',
      4: 'with every extension',
    },
    testMode: true,
    contentEncodings: ['gzip'],
    timeoutMs,
    limits: {
      globalPerSecond: limits.globalPerSecond,
      publisherPerSecond: limits.publisherPerSecond,
      ipPerSecond: limits.ipPerSecond,
      bodyBytes: BODY_BYTES_MAX,
      impressions: IMPS_MAX,
      keywords: KEYWORDS_MAX,
    },
  };
}
