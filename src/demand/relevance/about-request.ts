import { type About, createAboutReader, sensesOfTopic } from '../../lexicon/about.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { lexiconOf } from '../../lexicon/lexicons.ts';
import { perObject } from '../../lib/lookup.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { ValidRequest } from '../../openrtb/validate.ts';
import { fold } from '../words.ts';
import { languageOf } from './language-of.ts';
import { addCategories, likeliestLexicon, type ReadPhrase, readPhrase } from './read-phrase.ts';

/** What a request tells of its conversation. */
export type ConversationWords = {
  /** ISO 639-1, or '' where it is not stated. */
  readonly language: string;
  readonly keywords: readonly string[];
  readonly topics: readonly string[];
  readonly siteCategories: readonly unknown[];
  readonly contentCategories: readonly unknown[];
  readonly title: string;
};

/** Topics and keywords that are read; a request has at most ten keywords. */
const TOPICS_MAX = 10;
/** Words of one request that are looked up. */
const WORDS_MAX = 32;

const KEYWORD = 1;
const TOPIC = 0.7;
const CONTENT_CATEGORY = 1.5;
/** What the whole site is about says little of one conversation. */
const SITE_CATEGORY = 0.3;
const TITLE = 0.5;

/** One for all: it is empty between two requests. */
const reader = createAboutReader();

/** What a conversation is about, or undefined where nothing is known of it. It costs a few microseconds. */
export function aboutConversation(given: ConversationWords): About | undefined {
  const { language, keywords, topics, title } = given;
  const phrases = keywords.map((keyword) => readPhrase(keyword, language));
  const lexicon = lexiconFor(language, phrases);
  // The language is known to be one that has no lexicon.
  if (lexicon === 'none') return undefined;
  let wordsLeft = WORDS_MAX;
  const add = ({ words, main }: ReadPhrase, weight: number): void => {
    if (lexicon === undefined || wordsLeft <= 0) return;
    const read = words.length > wordsLeft ? words.slice(0, wordsLeft) : words;
    wordsLeft -= read.length;
    reader.addPhrase(read, main, lexicon, weight);
  };
  for (const phrase of phrases) add(phrase, KEYWORD);
  for (const topic of topics.slice(0, TOPICS_MAX)) {
    const senses = sensesOfTopic(fold(topic));
    if (senses.length > 0) reader.addSenses(senses, TOPIC);
    else add(readPhrase(topic, language), TOPIC);
  }
  addCategories(reader, given.contentCategories, CONTENT_CATEGORY);
  if (title !== '') add(readPhrase(title, language), TITLE);
  addCategories(reader, given.siteCategories, SITE_CATEGORY);
  return reader.finish();
}

function lexiconFor(
  language: string,
  phrases: readonly ReadPhrase[],
): Lexicon | undefined | 'none' {
  if (language !== '') return lexiconOf(language) ?? 'none';
  return likeliestLexicon(phrases.flatMap(({ words }) => words).slice(0, WORDS_MAX));
}

type Known = { readonly about: About | undefined };

/** Read at most once for each request, and only where somebody asks. */
const readOnce = perObject(
  (request: ValidRequest): Known => ({ about: aboutConversation(wordsOf(request)) }),
);

export function aboutRequest(request: ValidRequest): About | undefined {
  return readOnce(request).about;
}

const NOTHING: readonly unknown[] = [];

function wordsOf(request: ValidRequest): ConversationWords {
  const { wire, keywords } = request;
  const channel = wire.site ?? wire.app;
  const { content } = (channel ?? {}) as { readonly content?: unknown };
  const { cat, title } = isObject(content) ? content : {};
  return {
    language: languageOf(request),
    keywords,
    topics: wire.ext?.service?.intent?.topics ?? [],
    siteCategories: channel?.cat ?? NOTHING,
    contentCategories: Array.isArray(cat) ? cat : NOTHING,
    title: typeof title === 'string' ? title : '',
  };
}
