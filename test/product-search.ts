import { afterEach } from 'bun:test';
import type {
  HttpCall,
  HttpPartner,
  PartnerReply,
  Solicitation,
} from '../src/core/auction/partner.ts';
import { validate } from '../src/core/openrtb/validate.ts';
import { PRODUCT_SEARCH } from '../src/demand/product-search/kind.ts';
import { createRateBook, type RateBook } from '../src/demand/rate-book.ts';
import { Refusal } from '../src/lib/refusal.ts';
import { auctionTerms } from './auction-terms.ts';

/** What product-search tests share: an upstream that remembers, a question, and the auction's part of a call. */

export type Upstream = {
  readonly url: string;
  /** The path and query string of each call, exactly as it came over the wire. */
  readonly calls: string[];
  readonly stop: () => Promise<void>;
};

export function startUpstream(answer: (url: URL) => Response): Upstream {
  const calls: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      calls.push(request.url.slice(new URL(request.url).origin.length));
      return answer(new URL(request.url));
    },
  });
  return { url: server.url.origin, calls, stop: () => server.stop(true) };
}

/** Upstreams that end after the test that has started them. */
export function testUpstreams() {
  const stops: Upstream['stop'][] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  const upstream = (answer: (url: URL) => Response): Upstream => {
    const started = startUpstream(answer);
    stops.push(started.stop);
    return started;
  };
  return {
    upstream,
    upstreamOf: (...ads: readonly unknown[]) => upstream(() => Response.json({ ads })),
  };
}

/** The impression and the product of each bid. */
export function wonProducts(
  reply: PartnerReply,
): readonly (readonly [string, string | undefined])[] {
  return reply.kind === 'bids' ? reply.bids.map(({ impid, crid }) => [impid, crid] as const) : [];
}

export function createTestPartner(
  url: string,
  {
    clickRate = 0.01,
    nowMs = Date.now,
    rates = createRateBook(),
    catalogUrl,
    ...entry
  }: {
    clickRate?: number;
    nowMs?: () => number;
    rates?: RateBook;
    cacheSeconds?: number;
    catalogUrl?: string;
  } = {},
): HttpPartner {
  return PRODUCT_SEARCH.create(
    { name: 'shop', kind: 'product-search', url, clickRate, acceptsTest: true, ...entry },
    { catalogUrl, rates, nowMs },
  );
}

export const TITLE_ASSET = { id: 1, required: 1, title: { len: 60 } };

export type Question = {
  readonly keywords?: string;
  readonly language?: string;
  /** The product-search extension of each impression; undefined: it has none. */
  readonly filters?: readonly unknown[];
  readonly assets?: readonly object[];
};

/** A request that went through validation, as the auction would ask it. */
export function solicit(question: Question): Solicitation {
  const { keywords = 'trail shoes', filters = [undefined], assets = [TITLE_ASSET] } = question;
  const content =
    question.language === undefined ? {} : { content: { language: question.language } };
  const request = validate({
    id: 'request',
    imp: filters.map((filter, index) => ({
      id: `imp-${index}`,
      native: { request: JSON.stringify({ ver: '1.2', assets }) },
      ...(filter === undefined ? {} : { ext: { service_product_search: filter } }),
    })),
    site: { keywords, ...content },
  });
  if (request instanceof Refusal) throw new Error(request.details.reason);
  const imps = request.imps.map((imp) => ({ ...imp, floorMicros: 0, acceptedFormats: undefined }));
  return {
    request,
    imps,
    withheldDeals: [],
    auction: auctionTerms(),
  };
}

/** Asks the partner and makes its calls, as the auction does. */
export async function inquire(
  partner: HttpPartner,
  solicitation: Solicitation,
): Promise<PartnerReply> {
  const inquiry = partner.ask(solicitation, 500);
  if ('kind' in inquiry) return inquiry;
  return inquiry.read(await Promise.all(inquiry.calls.map(send)));
}

async function send({ method, url, headers }: HttpCall) {
  const response = await fetch(url, { method, headers: { ...headers } });
  return { status: response.status, text: await response.text() };
}

/** An offer in the shape of the upstream contract. */
export function ad(change: Readonly<Record<string, unknown>> = {}) {
  return {
    id: 'p-1',
    title: 'Scree 3 Trail Running Shoes',
    description: 'Grippy shoes for technical paths.',
    brand: 'Fellmark',
    imageUrl: 'https://img.shop.example/p-1.jpg',
    imageWidth: 1200,
    imageHeight: 1200,
    price: { amount: 119.95, currency: 'USD' },
    merchant: { name: 'Stridehouse', domain: 'stridehouse.example' },
    rating: 4.4,
    url: 'https://stridehouse.example/p/scree-3',
    cpc: 0.5,
    ...change,
  };
}

export function priced(id: string, amount: number) {
  return ad({ id, price: { amount, currency: 'USD' } });
}
