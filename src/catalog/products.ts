import { readFileSync } from 'node:fs';

export type Money = { readonly amount: number; readonly currency: string };

export type Product = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly brand: string;
  readonly category: string;
  readonly price: Money;
  /** The price before the reduction. */
  readonly originalPrice?: Money;
  readonly merchant: { readonly name: string; readonly domain: string };
  readonly rating: number;
  readonly url: string;
  /** The price the merchant pays for a click, in USD. */
  readonly cpc: number;
};

/** One product per line, so that a change of a product is a change of one line. */
const FILE = new URL('products.jsonl', import.meta.url);

/** The catalogue that ships with Parley: invented products of invented brands. */
export function loadProducts(): readonly Product[] {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Product);
}
