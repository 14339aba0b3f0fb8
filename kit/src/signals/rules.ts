import { SUBJECTS } from '../../../src/language/lexicon/subjects.ts';
import { type Detected, detectLanguages, UNKNOWN } from './detect-language.ts';
import { carryOver, decideIntent, funnelOf, type IntentScores, NO_INTENT } from './intent.ts';
import { chooseKeywords } from './keywords.ts';
import { withoutMisspellings } from './misspelt.ts';
import { withoutAddresses } from './private-words.ts';
import { isShopping, type Reading, readMessage, withoutContainers } from './reading.ts';
import { withoutSecrets } from './secrets.ts';
import { findSensitive } from './sensitive.ts';
import { findSentiment, NO_FEELING } from './sentiment.ts';
import {
  CATEGORIES_MAX,
  type Message,
  type Signals,
  SOURCES_MAX,
  TOPICS_MAX,
  textsOfUser,
} from './signals.ts';
import { type Token, tokenize } from './tokens.ts';
import { findUnwanted } from './unwanted.ts';
import type { Wanted } from './wanted.ts';

/**
 * Reads a conversation by rules that anyone can read here. Only what the user wrote counts; what the
 * assistant offers is nobody's wish.
 */
export function rules(messages: readonly Message[]): Signals {
  const texts = textsOfUser(messages);
  const tokens = texts.map((text) => tokenize(withoutSecrets(withoutAddresses(text))));
  const languages = detectLanguages(tokens);
  const sensitive = findSensitive(texts, languages, tokens);
  const { language, because: languageWords } = languages.at(-1) ?? UNKNOWN;
  // Nobody in distress is shopping, whatever words they use; and nobody knows what the others say.
  const isRead = sensitive?.class !== 'crisis' && language !== null;
  const topic = isRead ? currentTopic(readAll(tokens, languages)) : [];
  const intent = decideIntent(intentOf(topic));
  const named = chooseKeywords(topic, intent.value);
  const { price = null, because: priceWords = [] } =
    topic.find((reading) => reading.price)?.price ?? {};
  const { sentiment, because: feelings } =
    language === null
      ? NO_FEELING
      : findSentiment(tokens.at(-1) ?? [], language, topic[0]?.trouble);
  const unwanted =
    language === null
      ? null
      : findUnwanted(tokens.at(-1) ?? [], language, {
          isWish: named.length > 0 && WISHES.has(intent.value),
          sentiment,
          text: texts.at(-1) ?? '',
        });
  const wanted = WISHLESS.has(unwanted?.reason ?? '') ? [] : named;
  const keywords = wanted.map(({ text }) => text);
  const behaviours = behavioursOf(topic);
  const names = [
    ...(price === null ? [] : ['price_mentioned']),
    ...behaviours.map(({ name }) => name),
  ];
  return {
    keywords,
    categories: categoriesOf(wanted),
    price,
    intent: {
      value: intent.value,
      confidence: intent.confidence,
      topics: topicsOf(wanted),
      signals: names,
    },
    sentiment,
    funnel: funnelOf(intent.value, names, price),
    sensitive,
    unwanted,
    language: language?.code ?? '',
    sources: {
      keywords,
      price: priceWords,
      intent: short(intent.because),
      sentiment: short(feelings),
      funnel: short([...behaviours.map(({ because }) => because), ...priceWords]),
      sensitive: short(sensitive?.words ?? []),
      unwanted: short(unwanted?.words ?? []),
      language: short(languageWords),
    },
  };
}

/** Whoever greets, studies or writes code wants none of the things that are named in it. */
const WISHLESS: ReadonlySet<string> = new Set(['greeting', 'homework', 'code']);

/** Of which an ad can be a part. */
const WISHES: ReadonlySet<string> = new Set(['purchase_inquiry', 'comparison']);

/** Ruling 66: a message in a language that is not read is passed over. */
function readAll(
  messages: readonly (readonly Token[])[],
  languages: readonly Detected[],
): readonly Reading[] {
  const read = messages.flatMap((tokens, at) => {
    const language = languages[at]?.language ?? null;
    if (language === null) return [];
    const spelled = withoutMisspellings(tokens, language);
    return { tokens: withoutContainers(spelled, language), language };
  });
  const isForSale = read.some(({ tokens, language }) => isShopping(tokens, language));
  return read.map(({ tokens, language }) => readMessage(tokens, language, isForSale));
}

/** The messages from the last new topic on, the newest first. */
function currentTopic(readings: readonly Reading[]): readonly Reading[] {
  const start = readings.findLastIndex(({ isNewTopic }) => isNewTopic);
  return readings.slice(Math.max(0, start)).reverse();
}

/** Below, a message says too little by itself: "in red?" */
const SCORE_MIN = 3;
const SHARE_OF_EARLIER = 0.6;

function intentOf([newest, ...earlier]: readonly Reading[]): IntentScores {
  if (newest === undefined) return NO_INTENT;
  if (Math.max(...Object.values(newest.scores.scores)) >= SCORE_MIN || earlier.length === 0) {
    return newest.scores;
  }
  return carryOver(newest.scores, intentOf(earlier), SHARE_OF_EARLIER);
}

/** Whoever was ready to buy two messages ago may not be now. */
function behavioursOf([newest, ...earlier]: readonly Reading[]) {
  const found = new Map((newest?.behaviours ?? []).map((behaviour) => [behaviour.name, behaviour]));
  for (const behaviour of earlier.flatMap(({ behaviours }) => behaviours)) {
    if (behaviour.name !== 'ready_to_buy' && !found.has(behaviour.name))
      found.set(behaviour.name, behaviour);
  }
  return [...found.values()];
}

const BROAD_TOPICS_MAX = 2;

/** Broad topics first, then the phrases themselves. */
function topicsOf(wanted: readonly Wanted[]): readonly string[] {
  const broad = new Set(wanted.flatMap(({ topic }) => topic ?? []));
  const topics = [...[...broad].slice(0, BROAD_TOPICS_MAX), ...wanted.map(({ text }) => text)];
  return [...new Set(topics)].slice(0, TOPICS_MAX);
}

/** Where the things stand in the IAB Content Taxonomy 1.0. Nothing grave is among them: nobody sells it. */
function categoriesOf(wanted: readonly Wanted[]): readonly string[] {
  const categories = wanted.flatMap(({ subject, hasShops }) =>
    hasShops ? (SUBJECTS[subject ?? -1]?.categories.slice(0, 1) ?? []) : [],
  );
  return [...new Set(categories)].slice(0, CATEGORIES_MAX);
}

function short(words: readonly string[]): readonly string[] {
  return [...new Set(words)].slice(0, SOURCES_MAX);
}

/** What somebody could say, so that all that is made when it is first needed is made. */
const SAID = [
  'I am looking for trail running shoes under $150, not Nike',
  'Ich suche ein Zelt für zwei Personen unter 200 €',
  'Je cherche une machine à café à moins de 200 €',
  'Busco unas zapatillas para correr por menos de 100 €',
  'Cerco una tenda per due persone a meno di 200 €',
  'Procuro uns ténis de corrida por menos de 100 €',
  'Ik zoek een tent voor twee personen onder de 200 €',
];

let isDone = false;

/** Compiles the word lists, once for the program. */
export function prepareRules(): void {
  if (isDone) return;
  isDone = true;
  for (const content of SAID) rules([{ role: 'user', content }]);
}
