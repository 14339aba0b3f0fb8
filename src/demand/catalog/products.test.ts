import { expect, test } from 'bun:test';
import { readOffers } from '../product-search/read-offers.ts';
import { adCategories } from './categories.ts';
import { loadProducts } from './products.ts';

const products = loadProducts();

test('every category has its counterpart in the taxonomy that block lists use', () => {
  for (const { category } of products) expect(adCategories(category)[0]).toMatch(/^IAB\d+(-\d+)?$/);
  expect(adCategories('Unheard of')).toEqual([]);
});

test('prices are dollars or euros with cents, a reduced price is below the original, clicks pay 0.10 to 1.50', () => {
  for (const { language, price, originalPrice, cpc, rating } of products) {
    expect(price.currency).toBe(language === 'en' ? 'USD' : 'EUR');
    expect(price.amount).toBeGreaterThan(5);
    expect(price.amount).toBeLessThan(5000);
    expect(price.amount).toBe(Number(price.amount.toFixed(2)));
    if (originalPrice !== undefined) {
      expect(originalPrice.currency).toBe(price.currency);
      expect(originalPrice.amount).toBeGreaterThan(price.amount);
      expect(originalPrice.amount).toBeLessThan(price.amount * 2);
    }
    expect(cpc).toBeGreaterThanOrEqual(0.1);
    expect(cpc).toBeLessThanOrEqual(1.5);
    expect(rating).toBeGreaterThanOrEqual(3);
    expect(rating).toBeLessThanOrEqual(5);
  }
});

test('every product can be read as an offer by the product-search partner', () => {
  for (const product of products) {
    const text = JSON.stringify({ ads: [product] });
    expect(readOffers({ status: 200, text })).toMatchObject({ notes: [] });
  }
});
