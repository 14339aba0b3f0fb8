import { afterAll, describe, expect, test } from 'bun:test';
import { createFindImage, imagePath } from './images.ts';
import { loadProducts } from './products.ts';
import { startCatalog } from './server.ts';

const catalog = startCatalog({ host: '127.0.0.1', port: 0 });
afterAll(() => catalog.stop());

const get = (path: string, init?: RequestInit) => fetch(`${catalog.url}${path}`, init);

describe('search', () => {
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
