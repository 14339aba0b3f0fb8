/// <reference path="./products-file.d.ts" />
import { readFileSync } from 'node:fs';
import de from './products/de.jsonl' with { type: 'file' };
import en from './products/en.jsonl' with { type: 'file' };
import es from './products/es.jsonl' with { type: 'file' };
import fr from './products/fr.jsonl' with { type: 'file' };
import it from './products/it.jsonl' with { type: 'file' };
import nl from './products/nl.jsonl' with { type: 'file' };
import pt from './products/pt.jsonl' with { type: 'file' };

export type Money = { readonly amount: number; readonly currency: string };

export type Product = {
  readonly id: string;
  /** Of title and description, as ISO 639-1 has it. */
  readonly language: string;
  readonly title: string;
  readonly description: string;
  readonly brand: string;
  /** In English, whatever the language of the product: `categories.ts` has its words in others. */
  readonly category: string;
  /** Other words that people use for it; only the search reads them. */
  readonly alsoCalled?: string;
  readonly price: Money;
  /** The price before the reduction. */
  readonly originalPrice?: Money;
  readonly merchant: { readonly name: string; readonly domain: string };
  readonly rating: number;
  readonly url: string;
  /** The price the merchant pays for a click, in USD. */
  readonly cpc: number;
};

/** By language. English comes first: among equally good products of an unknown language, it is found first. */
const FILES = { en, de, fr, es, it, pt, nl } as const;

/**
 * The catalogue that ships with Parley: invented products of invented brands. The files are imported, so that a
 * single-file executable contains them; they have one product per line, so that a change of a product is a change of one line.
 */
export function loadProducts(): readonly Product[] {
  return Object.entries(FILES).flatMap(([language, file]) => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line): Product => ({ language, ...JSON.parse(line) }));
  });
}
