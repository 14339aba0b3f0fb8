import { readKeywords } from '../../core/openrtb/product-search.ts';
import { preview } from '../../lib/preview.ts';
import { serverUrl } from '../../lib/server-url.ts';
import { adCategories } from './categories.ts';
import {
  createFindImage,
  IMAGE_CONTENT_TYPE,
  IMAGE_MAX_AGE_SEC,
  IMAGE_SIDE,
  imagePath,
} from './images.ts';
import { loadProducts, type Product } from './products.ts';
import { type CatalogQuery, createSearch } from './search.ts';

type CatalogOptions = {
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
  /** The base URL of the pictures. If absent, the address that the client called. */
  readonly imageBaseUrl?: string;
};

export type Catalog = ReturnType<typeof startCatalog>;

const ALLOWED_METHODS = 'GET, HEAD';

/** Starts the product service on the shipped catalogue. */
export function startCatalog({ host, port, imageBaseUrl }: CatalogOptions) {
  const products = loadProducts();
  const search = createSearch(products);
  const findImage = createFindImage(products);

  const answer = (request: Request): Response => {
    const { method } = request;
    const url = URL.parse(request.url);
    if (url === null) return failure(400, 'expected a host name in the header Host');
    const { origin, pathname, searchParams } = url;
    const image = findImage(pathname);
    const isKnown = image !== undefined || PATHS.includes(pathname);
    if (!isKnown) return failure(404, `expected one of ${PATHS.join(', ')}, but got ${pathname}`);
    if (method !== 'GET' && method !== 'HEAD') {
      return failure(405, `expected GET, but got ${method}`, { allow: ALLOWED_METHODS });
    }
    if (image !== undefined) return imageResponse(image);
    if (pathname === '/healthz') return Response.json({ status: 'ok' });

    const query = readQuery(searchParams);
    if (typeof query === 'string') return failure(400, query);
    const imageBase = imageBaseUrl ?? origin;
    return Response.json({ ads: search(query).map((product) => toAd(product, imageBase)) });
  };

  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    reusePort: false,
    fetch: answer,
  });
  const openPort = server.port ?? port;
  return { url: serverUrl(host, openPort), port: openPort, stop: () => server.stop(true) };
}

const PATHS: readonly string[] = ['/v1/ads/search', '/healthz'];

/** The product as the API returns it, with IAB categories instead of the catalogue's, and without what only the search reads. */
function toAd({ category, alsoCalled: _, ...product }: Product, imageBase: string) {
  return {
    ...product,
    cat: adCategories(category),
    imageUrl: `${imageBase}${imagePath(product)}`,
    imageWidth: IMAGE_SIDE,
    imageHeight: IMAGE_SIDE,
  };
}

function imageResponse(svg: string): Response {
  const headers = {
    'content-type': IMAGE_CONTENT_TYPE,
    'cache-control': `public, max-age=${IMAGE_MAX_AGE_SEC}`,
  };
  return new Response(svg, { headers });
}

function failure(
  status: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ error: reason }, { status, headers });
}

/** The parameters of `/v1/ads/search`, or a sentence that names the fault; others are ignored. */
function readQuery(parameters: URLSearchParams): CatalogQuery | string {
  const { keywords } = readKeywords(parameters.get('query') ?? '');
  if (keywords.length === 0) return 'query: expected one or more keywords, separated by commas';
  const priceMin = readPrice(parameters, 'minOfferPrice');
  if (typeof priceMin === 'string') return priceMin;
  const priceMax = readPrice(parameters, 'maxOfferPrice');
  if (typeof priceMax === 'string') return priceMax;
  if (priceMin !== undefined && priceMax !== undefined && priceMin > priceMax) {
    return `minOfferPrice: expected at most maxOfferPrice ${priceMax}, but got ${priceMin}`;
  }
  return { keywords, priceMin, priceMax };
}

/** The price, undefined if absent, or a sentence that names the fault. */
function readPrice(parameters: URLSearchParams, name: string): number | string | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  return /^\d+(?:\.\d+)?$/.test(text)
    ? Number(text)
    : `${name}: expected a number of at least 0, but got ${preview(text)}`;
}
