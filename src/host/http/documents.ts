import type { Limits } from '../../core/exchange/limiter.ts';
import { IMPS_MAX } from '../../core/openrtb/bid-request.ts';
import { CONTENT_CATEGORIES, CONTENT_TAXONOMIES } from '../../core/openrtb/categories.ts';
import type { KnownFormat } from '../../core/openrtb/known-formats.ts';
import { NATIVE_VERSIONS } from '../../core/openrtb/native-request.ts';
import { KEYWORDS_MAX } from '../../core/openrtb/product-search.ts';
import { perObject } from '../../lib/lookup.ts';
import { BRAND_PATH, brandDocument, JWKS_PATH } from '../../parts/adcp/brand.ts';
import { frontPage } from './front-page.ts';
import { gzippedOnce } from './gzip.ts';
import { openApiDocument } from './openapi.ts';
import { BODY_BYTES_MAX } from './read-body.ts';
import type { Document } from './reply.ts';

const HOUR_SEC = 3600;
const DAY_SEC = 24 * HOUR_SEC;
const HTML = 'text/html; charset=utf-8';

type DocumentFacts = {
  readonly publicUrl: string;
  readonly timeoutMs: number;
  readonly currencies: readonly string[];
  readonly limits: Limits;
  /** The same list until one of them changes. */
  readonly sellers: () => readonly SellerPublisher[];
  readonly formats: readonly KnownFormat[];
  /** Where AI buyers call, and the keys that sign messages to them. undefined: nothing is sold to them. */
  readonly agent: { readonly url: string; readonly keys: object } | undefined;
};

export type Documents = ReturnType<typeof createDocuments>;

/** What `GET` finds on the public port. Descriptions are made and compressed once, those of sellers when they have changed. */
export function createDocuments(facts: DocumentFacts) {
  const fixed: ReadonlyMap<string, Document> = new Map([
    [
      '/',
      {
        body: frontPage(facts.publicUrl, facts.agent !== undefined),
        contentType: HTML,
        maxAgeSec: HOUR_SEC,
      },
    ],
    ['/healthz', json({ status: 'ok' }, 0)],
    ['/openapi.json', json(openApiDocument(facts.publicUrl), HOUR_SEC)],
    // The lifetimes that the spec recommends to clients.
    ['/capabilities', json(capabilities(facts), HOUR_SEC)],
    ['/formats', json({ formats: facts.formats }, DAY_SEC)],
    [
      '/categories',
      json({ taxonomies: CONTENT_TAXONOMIES, categories: CONTENT_CATEGORIES }, 7 * DAY_SEC),
    ],
    ...agentDocuments(facts),
  ]);
  const sellersJson = perObject((sellers: readonly SellerPublisher[]) =>
    json(sellersDocument(sellers), HOUR_SEC),
  );
  return {
    paths: [...fixed.keys(), SELLERS_PATH],
    find(path: string): Document | undefined {
      if (path === SELLERS_PATH) return sellersJson(facts.sellers());
      return fixed.get(path);
    },
  };
}

/** Who sells here to AI buyers, and how they know its messages. */
function agentDocuments({ publicUrl, agent }: DocumentFacts): readonly [string, Document][] {
  if (agent === undefined) return [];
  return [
    [BRAND_PATH, json(brandDocument(publicUrl, agent.url), HOUR_SEC)],
    [JWKS_PATH, json(agent.keys, HOUR_SEC)],
  ];
}

function json(value: unknown, maxAgeSec: number): Document {
  const body = JSON.stringify(value);
  return { body, gzipped: gzippedOnce(body), contentType: 'application/json', maxAgeSec };
}

const SELLERS_PATH = '/sellers.json';

/** A publisher, as far as `/sellers.json` needs it. */
export type SellerPublisher = {
  readonly id: string;
  readonly seller: {
    readonly name: string;
    readonly domain: string;
    readonly type: 'publisher' | 'intermediary' | 'both';
  };
};

/** IAB sellers.json 1.0: the publishers that have agreed to it. `seller_id` is the `sid` of their supply chains. */
function sellersDocument(publishers: readonly SellerPublisher[]) {
  return {
    version: '1.0',
    sellers: publishers.map(({ id, seller }) => ({
      seller_id: id,
      name: seller.name,
      domain: seller.domain,
      seller_type: seller.type.toUpperCase(),
    })),
  };
}

function capabilities({ timeoutMs, currencies, limits }: DocumentFacts) {
  return {
    openrtb: '2.6',
    native: NATIVE_VERSIONS,
    mediaTypes: ['native'],
    auctionTypes: [1, 2],
    currencies,
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
