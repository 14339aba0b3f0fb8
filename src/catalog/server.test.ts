import { afterAll, describe, expect, test } from 'bun:test';
import { createFindImage, imagePath } from './images.ts';
import { loadProducts } from './products.ts';
import { startCatalog } from './server.ts';

const catalog = startCatalog({ host: '127.0.0.1', port: 0 });
afterAll(() => catalog.stop());

type Answer = { readonly ads: readonly Readonly<Record<string, unknown>>[] };

const get = (path: string, init?: RequestInit) => fetch(`${catalog.url}${path}`, init);

describe('search', () => {
  test('answers in the upstream contract, pictures included', async () => {
    const response = await get('/v1/ads/search?query=trail%20shoes&maxOfferPrice=150');
    expect(response.status).toBe(200);
    const { ads } = (await response.json()) as Answer;
    expect(ads.length).toBeGreaterThan(5);
    expect(ads[0]).toEqual({
      id: expect.any(String),
      language: 'en',
      title: expect.stringContaining('Trail'),
      description: expect.any(String),
      brand: expect.any(String),
      imageUrl: expect.stringMatching(/\/images\/run-\d+\.svg$/),
      imageWidth: 1200,
      imageHeight: 1200,
      price: { amount: expect.any(Number), currency: 'USD' },
      originalPrice: { amount: expect.any(Number), currency: 'USD' },
      merchant: { name: expect.any(String), domain: expect.stringMatching(/\.example$/) },
      rating: expect.any(Number),
      url: expect.stringMatching(/^https:/),
      cpc: expect.any(Number),
      cat: ['IAB17-30'],
    });
  });

  test.each([
    ['', 'query: '],
    ['query=%20,', 'query: '],
    ['query=a&minOfferPrice=cheap', 'minOfferPrice: '],
    ['query=a&minOfferPrice=', 'minOfferPrice: '],
    ['query=a&maxOfferPrice=-1', 'maxOfferPrice: '],
    ['query=a&minOfferPrice=3&maxOfferPrice=2', 'minOfferPrice: '],
  ])('"%s" is refused with a sentence', async (parameters, error) => {
    const response = await get(`/v1/ads/search?${parameters}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.stringContaining(error) });
  });
});

describe('pictures', () => {
  test('every product has one, without references to anything outside it', () => {
    const products = loadProducts();
    const findImage = createFindImage(products);
    for (const product of products) {
      const svg = findImage(imagePath(product)) ?? '';
      expect(svg).toMatch(/^<svg .*<\/svg>$/);
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/href|url\(|http|&/);
    }
  });

  test('a path that names no product has no picture', async () => {
    for (const path of ['/images/run-999.svg', '/images/../products.jsonl', '/images/', '/x']) {
      expect((await get(path)).status).toBe(404);
    }
  });
});

test('the health check answers 200, and a wrong method gets a 405 with the allowed ones', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  const refused = await get('/v1/ads/search?query=a', { method: 'POST' });
  expect(refused.status).toBe(405);
  expect(refused.headers.get('allow')).toBe('GET, HEAD');
});
