import categories from './categories.json';

type Category = {
  /** In the IAB Content Taxonomy 1.0 (`cattax` 1). */
  readonly iab: string;
  /** What people call it, by language; the English name is the key. */
  readonly words: Readonly<Record<string, string>>;
};

const CATEGORIES: Readonly<Record<string, Category>> = categories;

/** The IAB categories of an offer, which publishers can block. Empty for an unknown catalogue category. */
export function adCategories(category: string): readonly string[] {
  const id = CATEGORIES[category]?.iab;
  return id === undefined ? [] : [id];
}

/** What a category is called in a language: the words that a search finds it by. */
export function categoryWords(category: string, language: string): string {
  return language === 'en' ? category : (CATEGORIES[category]?.words[language] ?? '');
}
