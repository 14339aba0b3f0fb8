import type { Product } from './products.ts';

export type CatalogQuery = {
  readonly keywords: readonly string[];
  /** Inclusive, like `priceMax`. */
  readonly priceMin?: number | undefined;
  readonly priceMax?: number | undefined;
};

export const RESULTS_MAX = 20;

/** Each score exceeds the sum of those below it, so that a word in the title outranks the same word in other fields. */
const DESCRIPTION_SCORE = 1;
const FIELD_SCORES = [
  ['title', 8],
  ['category', 4],
  ['brand', 2],
  ['description', DESCRIPTION_SCORE],
] as const;

/** The score of a word in each product that has it, by the product's position in the catalogue. */
type Postings = ReadonlyMap<number, number>;

/** Builds the index once. A search then reads only the products that have one of its words. */
export function createSearch(products: readonly Product[]) {
  const index = indexWords(products);
  return (query: CatalogQuery): readonly Product[] => {
    const { keywords, priceMin = 0, priceMax = Number.POSITIVE_INFINITY } = query;
    const scores = new Map<number, number>();
    for (const keyword of keywords) {
      const words = wordsOf(keyword);
      for (const [position, score] of matchKeyword(index, words)) {
        // A single word in a description is chance: "driver" is no wish for headphones with big drivers.
        if (words.length === 1 && score === DESCRIPTION_SCORE) continue;
        scores.set(position, (scores.get(position) ?? 0) + score);
      }
    }
    return [...scores]
      .sort(([positionA, a], [positionB, b]) => b - a || positionA - positionB)
      .flatMap(([position]) => products[position] ?? [])
      .filter(({ price }) => price.amount >= priceMin && price.amount <= priceMax)
      .slice(0, RESULTS_MAX);
  };
}

function indexWords(products: readonly Product[]): ReadonlyMap<string, Postings> {
  const index = new Map<string, Map<number, number>>();
  for (const [position, product] of products.entries()) {
    for (const [field, score] of FIELD_SCORES) {
      for (const word of new Set(wordsOf(product[field]))) {
        const postings = index.get(word) ?? new Map<number, number>();
        postings.set(position, (postings.get(position) ?? 0) + score);
        index.set(word, postings);
      }
    }
  }
  return index;
}

const NONE: Postings = new Map();

/** The products that have every word of a keyword. */
function matchKeyword(
  index: ReadonlyMap<string, Postings>,
  [first, ...others]: readonly string[],
): Postings {
  if (first === undefined) return NONE;
  let matches = index.get(first) ?? NONE;
  for (const word of others) {
    const postings = index.get(word) ?? NONE;
    const both = new Map<number, number>();
    for (const [position, score] of matches) {
      const added = postings.get(position);
      if (added !== undefined) both.set(position, score + added);
    }
    matches = both;
  }
  return matches;
}

/** The words of a text, normalised for comparison: without case, accents, punctuation or plural. */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .normalize('NFKD')
    // Remove the possessive, so that "women" finds "Women's", then the accents.
    .replace(/['’]s\b/g, '')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return (plain.match(/[\p{Letter}\p{Number}]+/gu) ?? []).map(singular);
}

/** Shorter words keep their final s: "gps", "usb" and "bus" are not plurals. */
const SINGULAR_LETTERS_MAX = 3;

function singular(word: string): string {
  if (word.length <= SINGULAR_LETTERS_MAX) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
