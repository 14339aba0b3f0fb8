/// <reference path="./products-file.d.ts" />
import { readFileSync } from 'node:fs';
import file from './products.jsonl' with { type: 'file' };

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

/**
 * The catalogue that ships with Parley: invented products of invented brands. The file is imported, so that a
 * single-file executable contains it; it has one product per line, so that a change of a product is a change of one line.
 */
export function loadProducts(): readonly Product[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Product);
}
