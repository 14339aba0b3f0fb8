import { expect, test } from 'bun:test';
import { readOffers } from '../demand/product-search/read-offers.ts';
import { adCategories, categoryWords } from './categories.ts';
import { loadProducts } from './products.ts';

const products = loadProducts();
const byLanguage = Map.groupBy(products, ({ language }) => language);

test('there are about 500 products in English and 140 in each other language, and no category has only a few', () => {
  expect([...byLanguage.keys()]).toEqual(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']);
  for (const [language, members] of byLanguage) {
    const isEnglish = language === 'en';
    expect(members.length).toBeGreaterThanOrEqual(isEnglish ? 450 : 100);
    expect(members.length).toBeLessThanOrEqual(isEnglish ? 550 : 150);
    const sizes = Map.groupBy(members, ({ category }) => category);
    expect(sizes.size).toBe(20);
    for (const { length } of sizes.values())
      expect(length).toBeGreaterThanOrEqual(isEnglish ? 15 : 4);
  }
});

test('every category has words in every language', () => {
  for (const { category, language } of products) {
    expect(categoryWords(category, language)).not.toBe('');
  }
});

test('every category has its counterpart in the taxonomy that block lists use', () => {
  for (const { category } of products) expect(adCategories(category)[0]).toMatch(/^IAB\d+(-\d+)?$/);
  expect(adCategories('Unheard of')).toEqual([]);
});

test('ids, titles and addresses are unique, and ids fit into an address', () => {
  for (const key of ['id', 'url'] as const) {
    expect(new Set(products.map((product) => product[key])).size).toBe(products.length);
  }
  for (const members of byLanguage.values()) {
    expect(new Set(members.map(({ title }) => title)).size).toBe(members.length);
  }
  for (const { id } of products) expect(id).toMatch(/^(?:[a-z]{2}-)?[a-z]{3}-\d{3}$/);
});

test('every address is https on the merchant’s own domain under .example', () => {
  for (const { url, merchant } of products) {
    expect(merchant.domain).toMatch(/^[a-z-]+\.example$/);
    expect(url).toStartWith(`https://${merchant.domain}/p/`);
  }
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

test('about a third of the products have a reduced price', () => {
  const reduced = products.filter(({ originalPrice }) => originalPrice !== undefined);
  expect(reduced.length / products.length).toBeCloseTo(1 / 3, 1);
});

test('a merchant keeps one name, and texts suit the lengths that placements ask for', () => {
  const names = new Map<string, string>();
  for (const { title, description, brand, merchant } of products) {
    expect(names.get(merchant.domain) ?? merchant.name).toBe(merchant.name);
    names.set(merchant.domain, merchant.name);
    expect(title.length).toBeLessThanOrEqual(70);
    expect(description.length).toBeLessThanOrEqual(140);
    expect(brand.length).toBeLessThanOrEqual(25);
  }
});

test('every product can be read as an offer by the product-search partner', () => {
  for (const product of products) {
    const text = JSON.stringify({ ads: [product] });
    expect(readOffers({ status: 200, text })).toMatchObject({ notes: [] });
  }
});
