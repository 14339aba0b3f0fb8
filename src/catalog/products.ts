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

/** The IAB Content Taxonomy 1.0 category (`cattax` 1) of each category of the catalogue. */
const AD_CATEGORIES: Readonly<Record<string, string>> = {
  'Baby and strollers': 'IAB6-2',
  Bikes: 'IAB17-3',
  Books: 'IAB1-1',
  Camping: 'IAB20-9',
  'Coffee machines': 'IAB8-6',
  Cookware: 'IAB10',
  Fitness: 'IAB7-1',
  Garden: 'IAB10-4',
  Headphones: 'IAB19',
  'Home appliances': 'IAB10-1',
  Laptops: 'IAB19',
  'Luggage and bags': 'IAB18-6',
  'Mattresses and bedding': 'IAB10',
  'Office chairs and desks': 'IAB10-7',
  'Outdoor clothing': 'IAB18-5',
  'Pet food and supplies': 'IAB16',
  'Phones and tablets': 'IAB19-6',
  'Running shoes': 'IAB17-30',
  Skincare: 'IAB18-1',
  'Toys and board games': 'IAB9-5',
};

/** The IAB categories of an offer, which publishers can block. Empty for an unknown catalogue category. */
export function adCategories(category: string): readonly string[] {
  const id = AD_CATEGORIES[category];
  return id === undefined ? [] : [id];
}
