import type { Page, Section } from './pages.ts';

const QUERY_LENGTH_MAX = 100;
const RESULTS_MAX = 20;
const EXCERPT_LENGTH = 200;

export type SearchResult = Pick<Page, 'path' | 'title'> & Section;

/** A word counts most in a heading, then in the title of the page, then in the text. */
const HEADING_WEIGHT = 10;
const TITLE_WEIGHT = 6;
/** Where the words stand side by side. */
const PHRASE_WEIGHT = 8;
const MENTIONS_MAX = 4;

/** The sections that have every word, the best first. Of their texts, the part around the first word. */
export function search(pages: readonly Page[], query: string): readonly SearchResult[] {
  const phrase = query.slice(0, QUERY_LENGTH_MAX).toLowerCase().trim();
  const words = phrase.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  return pages
    .flatMap(({ path, title, sections }) =>
      sections.map((section) => ({ path, title, ...section })),
    )
    .map((section) => ({ section, score: scoreOf(section, words, phrase) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, RESULTS_MAX)
    .map(({ section }) => ({ ...section, text: excerptOf(section.text, words) }));
}

function scoreOf(section: SearchResult, words: readonly string[], phrase: string): number {
  const heading = section.heading.toLowerCase();
  const title = section.title.toLowerCase();
  const text = section.text.toLowerCase();
  const scores = words.map((word) => {
    const mentions = Math.min(text.split(word).length - 1, MENTIONS_MAX);
    const named = heading.includes(word) ? HEADING_WEIGHT : 0;
    return named + (title.includes(word) ? TITLE_WEIGHT : 0) + mentions;
  });
  if (scores.includes(0)) return 0;
  const isPhrase = heading.includes(phrase) || text.includes(phrase);
  return scores.reduce((sum, score) => sum + score, isPhrase ? PHRASE_WEIGHT : 0);
}

function excerptOf(text: string, [word = '']: readonly string[]): string {
  const start = Math.max(0, text.toLowerCase().indexOf(word) - EXCERPT_LENGTH / 4);
  return text.slice(start, start + EXCERPT_LENGTH).trim();
}
