import { expect, test } from 'bun:test';
import { loadProducts } from './products.ts';
import { createSearch } from './search.ts';
import wantedByLanguage from './search-languages.json';

const search = createSearch(loadProducts());

/** What people of a language call things, in the plural and with accents or without, by the category that they mean. */
const ROWS = Object.entries(wantedByLanguage).flatMap(([language, wanted]) =>
  Object.entries(wanted).flatMap(([category, keywords]) =>
    keywords.split(', ').map((keyword) => [keyword, category, language] as const),
  ),
);

test.each(ROWS)('"%s" finds %s first, among products in %s', (keyword, category, language) => {
  const [first] = search({ keywords: [keyword] }).filter((one) => one.language === language);
  expect(first?.category).toBe(category);
});
