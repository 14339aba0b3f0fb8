import { lexiconOf } from '../../language/lexicon/lexicons.ts';
import { categoryWords } from './categories.ts';
import type { Product } from './products.ts';
import { createWordReader, type SearchWord } from './read-words.ts';

export type CatalogQuery = {
  readonly keywords: readonly string[];
  /** Inclusive, like `priceMax`. */
  readonly priceMin?: number | undefined;
  readonly priceMax?: number | undefined;
};

export const RESULTS_MAX = 20;
/** Nobody says what language a query is in, so that each has this many places, whatever is before them. */
const RESULTS_OF_A_LANGUAGE_MIN = 5;

/** Each score exceeds the sum of those below it, so that a word in the title outranks the same word in other fields. */
const DESCRIPTION_SCORE = 1;
const FIELD_SCORES = [
  [({ title }: Product) => title, 8],
  [kindOf, 4],
  [({ brand }: Product) => brand, 2],
  [({ description }: Product) => description, DESCRIPTION_SCORE],
] as const;

function kindOf({ category, language, alsoCalled = '' }: Product): string {
  return `${categoryWords(category, language)}, ${alsoCalled}`;
}

/** The score of a word in each product that has it, by the product's position in the catalogue. */
type Postings = ReadonlyMap<number, number>;

/** Builds the index once. A search then reads only the products that have one of its words. */
export function createSearch(products: readonly Product[]) {
  const languages = new Set(products.map(({ language }) => language));
  const indexes = Array.from(languages, (language) => indexLanguage(products, language));
  return (query: CatalogQuery): readonly Product[] => {
    const { keywords, priceMin = 0, priceMax = Number.POSITIVE_INFINITY } = query;
    const found = indexes
      .map((find) => findAll(find, keywords))
      // The language that knows the most keywords is the one they are in; if several do, the first of the catalogue.
      .sort((a, b) => b.known - a.known)
      .flatMap(({ positions }) => positions.flatMap((position) => products[position] ?? []))
      .filter(({ price }) => price.amount >= priceMin && price.amount <= priceMax);
    return bestOf(found);
  };
}

/** What the keywords find in one language, the best first, and how many of them find something. */
function findAll(find: (keyword: string) => Postings, keywords: readonly string[]) {
  const scores = new Map<number, number>();
  let known = 0;
  for (const keyword of keywords) {
    const matches = find(keyword);
    if (matches.size > 0) known++;
    for (const [position, score] of matches) {
      scores.set(position, (scores.get(position) ?? 0) + score);
    }
  }
  const positions = [...scores]
    .sort(([positionA, a], [positionB, b]) => b - a || positionA - positionB)
    .map(([position]) => position);
  return { known, positions };
}

/** The first twenty, and the first of each language. */
function bestOf(found: readonly Product[]): readonly Product[] {
  const counts = new Map<string, number>();
  return found.filter(({ language }, rank) => {
    const count = counts.get(language) ?? 0;
    counts.set(language, count + 1);
    return rank < RESULTS_MAX || count < RESULTS_OF_A_LANGUAGE_MIN;
  });
}

/** Finds products of one language, by words that are read as words of it. */
function indexLanguage(products: readonly Product[], language: string) {
  const { readWords, readProduct } = createWordReader(language);
  const isThingFirst = lexiconOf(language)?.head === 'first';
  const thingOf = (words: readonly SearchWord[], count: number) =>
    isThingFirst ? words.slice(0, count) : words.slice(-count);
  const index = new Map<string, Map<number, number>>();
  for (const [position, product] of products.entries()) {
    if (product.language !== language) continue;
    for (const [textOf, score] of FIELD_SCORES) {
      for (const form of new Set(readProduct(textOf(product)).flat())) {
        const postings = index.get(form) ?? new Map<number, number>();
        postings.set(position, (postings.get(position) ?? 0) + score);
        index.set(form, postings);
      }
    }
  }
  return (keyword: string): Postings => {
    const words = readWords(keyword);
    // Where nothing has all of it, "battery lawnmower" is a wish for a lawnmower.
    for (let count = words.length; count > 1; count--) {
      const matches = matchKeyword(index, thingOf(words, count));
      if (matches.size > 0) return matches;
    }
    return namedBy(matchKeyword(index, thingOf(words, 1)));
  };
}

/** A single word in a description is chance: "driver" is no wish for headphones with big drivers. */
function namedBy(matches: Postings): Postings {
  return new Map([...matches].filter(([, score]) => score > DESCRIPTION_SCORE));
}

const NONE: Postings = new Map();

/** The products that have every word of a keyword. */
function matchKeyword(
  index: ReadonlyMap<string, Postings>,
  [first, ...others]: readonly SearchWord[],
): Postings {
  if (first === undefined) return NONE;
  let matches = matchWord(index, first);
  for (const word of others) {
    const postings = matchWord(index, word);
    const both = new Map<number, number>();
    for (const [position, score] of matches) {
      const added = postings.get(position);
      if (added !== undefined) both.set(position, score + added);
    }
    matches = both;
  }
  return matches;
}

/** The products that have the word in one of its forms, each with the score of the form that fits best. */
function matchWord(index: ReadonlyMap<string, Postings>, forms: SearchWord): Postings {
  const matches = new Map<number, number>();
  for (const form of forms) {
    for (const [position, score] of index.get(form) ?? NONE) {
      matches.set(position, Math.max(score, matches.get(position) ?? 0));
    }
  }
  return matches;
}
