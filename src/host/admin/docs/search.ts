import { type Section, sectionsOf } from './markdown.ts';
import type { Page } from './pages.ts';

const QUERY_LENGTH_MAX = 100;
const RESULTS_MAX = 20;
const EXCERPT_LENGTH = 200;

type PageSection = Pick<Page, 'path' | 'title'> & Section;

export type SearchResult = Pick<PageSection, 'path' | 'title' | 'heading' | 'anchor'> & {
  readonly excerpt: string;
};

/** A word counts most in a heading, then in the title of the page, then in the text. */
const HEADING_WEIGHT = 10;
const TITLE_WEIGHT = 6;
/** Where the words stand side by side. */
const PHRASE_WEIGHT = 8;
const MENTIONS_MAX = 4;

/** The sections that have every word, the best first. */
export function search(pages: readonly Page[], query: string): readonly SearchResult[] {
  const phrase = query.slice(0, QUERY_LENGTH_MAX).toLowerCase().trim();
  const words = phrase.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  return pages
    .flatMap(({ path, title, markdown }) =>
      sectionsOf(markdown).map((section) => ({ path, title, ...section })),
    )
    .map((section) => ({ ...section, score: scoreOf(section, words, phrase) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, RESULTS_MAX)
    .map(({ text, ...section }) => ({ ...section, excerpt: excerptOf(text, words) }));
}

function scoreOf(section: PageSection, words: readonly string[], phrase: string): number {
  const heading = section.heading.toLowerCase();
  const title = section.title.toLowerCase();
  const text = section.text.toLowerCase();
  let score = 0;
  for (const word of words) {
    const mentions = Math.min(text.split(word).length - 1, MENTIONS_MAX);
    const found =
      (heading.includes(word) ? HEADING_WEIGHT : 0) +
      (title.includes(word) ? TITLE_WEIGHT : 0) +
      mentions;
    if (found === 0) return 0;
    score += found;
  }
  return heading.includes(phrase) || text.includes(phrase) ? score + PHRASE_WEIGHT : score;
}

function excerptOf(text: string, words: readonly string[]): string {
  const plain = text.replace(/[`*|#>]+|\]\([^)]*\)|!?\[/g, ' ').replace(/\s+/g, ' ');
  const at = plain.toLowerCase().indexOf(words[0] ?? '');
  const start = Math.max(0, at - EXCERPT_LENGTH / 4);
  return plain.slice(start, start + EXCERPT_LENGTH).trim();
}
