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

  test('answers with products in the language of the words', async () => {
    const { ads } = (await (await get('/v1/ads/search?query=Laufschuhe')).json()) as Answer;
    expect(ads.length).toBeGreaterThan(3);
    for (const ad of ads) {
      expect(ad).toMatchObject({ language: 'de', price: { currency: 'EUR' } });
      expect(ad).not.toHaveProperty('alsoCalled');
    }
  });

  test('keywords are separated by commas, and a product has to match one of them', async () => {
    const { ads } = (await (
      await get('/v1/ads/search?query=tent%2Cstroller&minOfferPrice=300')
    ).json()) as Answer;
    const titles = ads.map(({ title }) => title).join();
    expect(titles).toContain('Tent');
    expect(titles).toContain('Stroller');
  });

  test('nothing found is an empty list, not an error', async () => {
    const response = await get('/v1/ads/search?query=submarine');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ads: [] });
  });

  const BAD_PARAMETERS = {
    '': 'query: expected one or more keywords, separated by commas',
    'query=%20,': 'query: expected one or more keywords, separated by commas',
    'query=a&minOfferPrice=cheap':
      'minOfferPrice: expected a number of at least 0, but got "cheap"',
    'query=a&minOfferPrice=': 'minOfferPrice: expected a number of at least 0, but got ""',
    'query=a&maxOfferPrice=-1': 'maxOfferPrice: expected a number of at least 0, but got "-1"',
    'query=a&minOfferPrice=3&maxOfferPrice=2':
      'minOfferPrice: expected at most maxOfferPrice 2, but got 3',
  };

  for (const [parameters, error] of Object.entries(BAD_PARAMETERS)) {
    test(`"${parameters}" is refused with a sentence`, async () => {
      const response = await get(`/v1/ads/search?${parameters}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ error });
    });
  }
});

describe('pictures', () => {
  test('the picture of an ad is where the ad says, an SVG of the stated size', async () => {
    const { ads } = (await (await get('/v1/ads/search?query=laptop')).json()) as Answer;
    const response = await fetch(String(ads[0]?.imageUrl));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('cache-control')).toContain('max-age=');
    expect(await response.text()).toMatch(/^<svg [^>]*width="1200" height="1200"/);
  });

  test('every product has one, without references to anything outside it', () => {
    const products = loadProducts();
    const findImage = createFindImage(products);
    for (const product of products) {
      const svg = findImage(imagePath(product)) ?? '';
      expect(svg).toMatch(/^<svg .*<\/svg>$/);
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/href|url\(|http|&/);
    }
  });

  test('a picture shows the initials of at most two words of the brand', () => {
    const [product] = loadProducts();
    if (product === undefined) throw new Error('expected products');
    const lettersOf = (brand: string) => {
      const svg = createFindImage([{ ...product, brand }])(imagePath(product)) ?? '';
      return />([^<]*)<\/text>/.exec(svg)?.[1];
    };
    expect(lettersOf('north & west trail')).toBe('NW');
    expect(lettersOf('Élan')).toBe('É');
    expect(lettersOf('42')).toBe('');
  });

  test('the base URL of pictures can be set', async () => {
    const behind = startCatalog({
      host: '127.0.0.1',
      port: 0,
      imageBaseUrl: 'https://bid.example.com',
    });
    const response = await fetch(`${behind.url}/v1/ads/search?query=tent`);
    const { ads } = (await response.json()) as Answer;
    await behind.stop();
    expect(ads[0]?.imageUrl).toMatch(/^https:\/\/bid\.example\.com\/images\/cmp-\d+\.svg$/);
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

test('a port that another catalogue listens on is refused, not shared', () => {
  expect(() => startCatalog({ host: '127.0.0.1', port: catalog.port })).toThrow('in use');
});
