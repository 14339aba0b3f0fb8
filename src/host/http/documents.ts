import type { Limits } from '../../core/exchange/limiter.ts';
import { IMPS_MAX } from '../../core/openrtb/bid-request.ts';
import { CONTENT_CATEGORIES, CONTENT_TAXONOMIES } from '../../core/openrtb/category-match.ts';
import type { KnownFormat } from '../../core/openrtb/known-formats.ts';
import { NATIVE_VERSIONS } from '../../core/openrtb/native-request.ts';
import { KEYWORDS_MAX } from '../../core/openrtb/product-search.ts';
import { perObject } from '../../lib/lookup.ts';
import { escapedHtml } from '../../lib/text.ts';
import { ADCP_PATH } from './buyer-calls.ts';
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

/** `brand.json` of AdCP: which agents are those of a company, and with which keys they sign. */
export const BRAND_PATH = '/.well-known/brand.json';
/** Where verifiers look for the keys of an agent unless `brand.json` says otherwise. */
const JWKS_PATH = '/.well-known/jwks.json';

/** Who sells here to AI buyers, and how they know its messages. */
function agentDocuments({ publicUrl, agent }: DocumentFacts): readonly [string, Document][] {
  if (agent === undefined) return [];
  return [
    [BRAND_PATH, json(brandDocument(publicUrl, agent.url), HOUR_SEC)],
    [JWKS_PATH, json(agent.keys, HOUR_SEC)],
  ];
}

/** The file of an exchange that sells to AI buyers: for its own domain, and for that of its operator. */
function brandDocument(publicUrl: string, agentUrl: string) {
  return {
    version: '1.0',
    agents: [
      {
        type: 'sales',
        id: 'parley_sales',
        url: agentUrl,
        description: 'Sells native ads in conversations.',
        jwks_uri: `${publicUrl}${JWKS_PATH}`,
      },
    ],
  };
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

const FOR_AGENTS = `
  <li><code>POST ${ADCP_PATH}</code> sells to AI buyers by the Ad Context Protocol (AdCP) over MCP, with a token.</li>`;

/** What a person sees who opens the public port in a browser. */
function frontPage(publicUrl: string, sellsToAgents: boolean): string {
  const url = escapedHtml(publicUrl);
  const forAgents = sellsToAgents ? FOR_AGENTS : '';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Parley exchange</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; }
  pre { overflow-x: auto; padding: 1rem; border: 1px solid #8888; border-radius: 6px; }
</style>
<h1>This is a Parley exchange</h1>
<p>It sells native ads in conversations over OpenRTB 2.6. Programs send bid requests here; there is nothing to click.</p>
<pre>curl ${url}/openrtb2 -H 'Content-Type: application/json' -d @request.json</pre>
<ul>
  <li><code>POST /openrtb2</code> takes bid requests as the specification has them,
      <code>POST /openrtb2/auction</code> repairs what common clients send.</li>${forAgents}
  <li><a href="/openapi.json">/openapi.json</a> describes requests, answers and errors.</li>
  <li><a href="/capabilities">/capabilities</a>, <a href="/formats">/formats</a> and
      <a href="/categories">/categories</a> say what is supported.</li>
  <li><a href="/sellers.json">/sellers.json</a> lists the publishers that are sold here.</li>
  <li><a href="/readyz">/readyz</a> and <a href="/healthz">/healthz</a> are for load balancers.</li>
</ul>
<p>Operators find the console on the admin port, which is not open to the public.</p>
</html>
`;
}
