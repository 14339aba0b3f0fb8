import type { ValidRequest } from '../core/openrtb/validate.ts';
import { type About, createAboutReader, sensesOfTopic } from '../language/lexicon/about.ts';
import type { Lexicon } from '../language/lexicon/lexicon.ts';
import { lexiconOf } from '../language/lexicon/lexicons.ts';
import { perObject } from '../lib/lookup.ts';
import { isObject } from '../lib/schema-fault.ts';
import { rememberTexts } from '../lib/text.ts';
import { addCategories, entriesIn, likeliestLexicon, readPhrase } from './read-phrase.ts';
import { languageOf, NO_LANGUAGE_STATED } from './request-language.ts';
import { fold } from './words.ts';

/** What a request tells of its conversation. */
type ConversationWords = {
  /** ISO 639-1, or `NO_LANGUAGE_STATED`. */
  readonly language: string;
  readonly keywords: readonly string[];
  readonly topics: readonly string[];
  readonly siteCategories: readonly unknown[];
  readonly contentCategories: readonly unknown[];
  readonly title: string;
  readonly intent: string;
};

/** Intents of somebody who wants to buy: the thing counts more than what is told around it. */
const BUYING: readonly string[] = ['purchase_inquiry', 'comparison'];

/** Topics and keywords that are read; a request has at most ten keywords. */
const TOPICS_MAX = 10;
/** Words of one request that are looked up. */
const WORDS_MAX = 24;

const KEYWORD = 1;
const TOPIC = 1.5;
const CONTENT_CATEGORY = 2;
/** What the whole site is about says little of one conversation. */
const SITE_CATEGORY = 0.3;
const TITLE = 0.5;

/** One for all: it is empty between two requests. */
const reader = createAboutReader();

/** Of each language: people speak of the same things again and again. */
const REMEMBERED_PHRASES_MAX = 2000;
const REMEMBERED_LENGTH_MAX = 64;

const knownPhrases = perObject((lexicon: Lexicon) =>
  rememberTexts(REMEMBERED_PHRASES_MAX, REMEMBERED_LENGTH_MAX, (text) =>
    entriesIn(text, lexicon, WORDS_MAX),
  ),
);

/** What a conversation is about, or undefined where nothing is known of it. It costs a few microseconds. */
export function aboutConversation(given: ConversationWords): About | undefined {
  const { language, keywords, title } = given;
  const topics = given.topics.slice(0, TOPICS_MAX);
  const stated = lexiconOf(language);
  // The language is known to be one that has no lexicon.
  if (stated === undefined && language !== NO_LANGUAGE_STATED) return undefined;
  const lexicon = stated ?? likeliestLexicon(wordsIn([...keywords, ...topics, title]));
  const knownIn = lexicon && knownPhrases(lexicon);
  let wordsLeft = WORDS_MAX;
  const add = (text: string, weight: number): void => {
    if (lexicon === undefined || knownIn === undefined || wordsLeft <= 0) return;
    const known = knownIn(text);
    const { wordCount, entries } =
      known.wordCount <= wordsLeft ? known : entriesIn(text, lexicon, wordsLeft);
    wordsLeft -= wordCount;
    reader.addEntries(entries, weight);
  };
  for (const keyword of keywords) add(keyword, KEYWORD);
  for (const topic of topics) {
    const senses = sensesOfTopic(fold(topic));
    if (senses.length > 0) reader.addSenses(senses, TOPIC);
    else add(topic, TOPIC);
  }
  addCategories(reader, given.contentCategories, CONTENT_CATEGORY);
  if (title !== '') add(title, TITLE);
  addCategories(reader, given.siteCategories, SITE_CATEGORY);
  return reader.finish(BUYING.includes(given.intent) ? 'purchase' : 'talk');
}

/** Words by which the language is found. */
const GUESSED_WORDS_MAX = 12;

function wordsIn(texts: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (const text of texts) {
    if (words.length >= GUESSED_WORDS_MAX) break;
    words.push(...readPhrase(text, '', GUESSED_WORDS_MAX - words.length).words);
  }
  return words;
}

type KnownAbout = { readonly about: About | undefined };

/** Read at most once for each request, and only where somebody asks. */
const readOnce = perObject(
  (request: ValidRequest): KnownAbout => ({ about: aboutConversation(wordsOf(request)) }),
);

export function aboutRequest(request: ValidRequest): About | undefined {
  return readOnce(request).about;
}

const NOTHING: readonly unknown[] = [];

function wordsOf(request: ValidRequest): ConversationWords {
  const { wire, keywords } = request;
  const channel = wire.site ?? wire.app;
  const intent = wire.ext?.service?.intent;
  const { content } = (channel ?? {}) as { readonly content?: unknown };
  const { cat, title } = isObject(content) ? content : {};
  return {
    language: languageOf(request),
    keywords,
    topics: intent?.topics ?? [],
    intent: intent?.value ?? '',
    siteCategories: channel?.cat ?? NOTHING,
    contentCategories: Array.isArray(cat) ? cat : NOTHING,
    title: typeof title === 'string' ? title : '',
  };
}
