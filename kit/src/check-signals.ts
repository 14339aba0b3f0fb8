import { startLimit } from './call-exchange.ts';
import type { Settings } from './options.ts';
import { isRecord, listOf, numberIn, safeText } from './safe-text.ts';
import { wordsToldInPrivate } from './signals/private-words.ts';
import { withoutForms } from './signals/secret-forms.ts';
import {
  CATEGORIES_MAX,
  type Intent,
  type Message,
  type SensitiveClassFound,
  type Signals,
  UNWANTED_REASONS,
} from './signals/signals.ts';
import { tokenize } from './signals/tokens.ts';

/** The part of the whole time limit that `extract` may take, so that the exchange can still be asked. */
const EXTRACT_SHARE = 0.5;

/** By the publisher's own model; null where it fails, takes too long, or gives something else than signals. */
export async function extractSignals(
  messages: readonly Message[],
  { extract, timeoutMs }: Settings,
  signal: AbortSignal,
): Promise<Signals | null> {
  if (extract === undefined) return null;
  const limit = startLimit(timeoutMs * EXTRACT_SHARE, signal);
  try {
    const extracted = extract(messages, { signal: limit.signal }).then((signals) =>
      checkSignals(signals, wordsToldInPrivate(messages)),
    );
    return await Promise.race([extracted, limit.reached.then(() => null)]);
  } catch {
    return null;
  } finally {
    limit.clear();
  }
}

/**
 * What a publisher's own model made of a conversation, held to the form of `Signals`. Null where a part
 * has the wrong type: a model that misunderstood its task is not to be believed in the rest.
 */
export function checkSignals(
  value: unknown,
  toldInPrivate: ReadonlySet<string> = new Set(),
): Signals | null {
  if (!isRecord(value)) return null;
  const keywords = texts(value.keywords, KEYWORDS_MAX);
  const price = orNull(value.price, readPrice);
  const intent = orNull(value.intent, readIntent);
  const sentiment = orNull(value.sentiment, readSentiment);
  const funnel = orNull(value.funnel, readFunnel);
  const sensitive = orNull(value.sensitive, readSensitive);
  if (
    keywords === undefined ||
    price === undefined ||
    intent === undefined ||
    sentiment === undefined ||
    funnel === undefined ||
    sensitive === undefined
  ) {
    return null;
  }
  const isOpen = (text: string) => !isPrivate(text, toldInPrivate);
  return {
    keywords: keywords.filter(isOpen),
    categories: categoriesOf(value.categories),
    price,
    intent: intent === null || !isOpen(intent.value) ? null : openIntent(intent, isOpen),
    sentiment,
    funnel,
    sensitive,
    unwanted: readUnwanted(value.unwanted),
    language: languageOf(value.language),
    sources: {},
  };
}

const KEYWORDS_MAX = 10;
const LENGTH_MAX = 64;

/** Undefined is a fault, null is "nothing of the kind was said". */
function orNull<T>(
  value: unknown,
  read: (value: Readonly<Record<string, unknown>>) => T | undefined,
) {
  if (value === null || value === undefined) return null;
  return isRecord(value) ? read(value) : undefined;
}

function texts(value: unknown, itemsMax: number): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const read = listOf(value, itemsMax).map((item) =>
    safeText(item, LENGTH_MAX)?.replaceAll(',', ' '),
  );
  return read.every((item) => item !== undefined) ? read : undefined;
}

/** Ruling 67: what is private by its form, or was told by the user as something private, stays on this server. */
function isPrivate(text: string, toldInPrivate: ReadonlySet<string>): boolean {
  return (
    /@|:\/\/|www\.|(?:\d[\s().+-]*){7}/i.test(text) ||
    withoutForms(text) !== text ||
    tokenize(text).some(({ key }) => toldInPrivate.has(key))
  );
}

function openIntent(intent: Intent, isOpen: (text: string) => boolean): Intent {
  const { topics, signals } = intent;
  return { ...intent, topics: topics.filter(isOpen), signals: signals.filter(isOpen) };
}

function readPrice(price: Readonly<Record<string, unknown>>): Signals['price'] | undefined {
  const [min, max] = [price.min ?? null, price.max ?? null].map((bound) =>
    bound === null ? null : (numberIn(bound, 0, 1e12) ?? undefined),
  );
  if (min === undefined || max === undefined) return undefined;
  if (min === null && max === null) return null;
  if (min !== null && max !== null && min > max) return undefined;
  const currency = typeof price.currency === 'string' ? price.currency.toUpperCase() : '';
  return {
    ...(min === null ? {} : { min }),
    ...(max === null ? {} : { max }),
    ...(/^[A-Z]{3}$/.test(currency) ? { currency } : {}),
  };
}

const TOPICS_MAX = 10;

function readIntent(intent: Readonly<Record<string, unknown>>): Signals['intent'] | undefined {
  const value = safeText(intent.value, LENGTH_MAX);
  const confidence = numberIn(intent.confidence, 0, 1);
  const topics = texts(intent.topics ?? [], TOPICS_MAX);
  const signals = texts(intent.signals ?? [], TOPICS_MAX);
  return value === null || confidence === null || topics === undefined || signals === undefined
    ? undefined
    : { value, confidence, topics, signals };
}

function readSentiment(
  sentiment: Readonly<Record<string, unknown>>,
): Signals['sentiment'] | undefined {
  const { value } = sentiment;
  const score = numberIn(sentiment.score, -1, 1);
  if (score === null) return undefined;
  return value === 'positive' || value === 'neutral' || value === 'negative'
    ? { value, score }
    : undefined;
}

function readFunnel(funnel: Readonly<Record<string, unknown>>): Signals['funnel'] | undefined {
  const stage = safeText(funnel.stage, LENGTH_MAX);
  const progress = numberIn(funnel.progress, 0, 1);
  return stage === null || progress === null ? undefined : { stage, progress };
}

const CLASSES_MAX = 10;

function readSensitive(found: Readonly<Record<string, unknown>>): Signals['sensitive'] | undefined {
  const gravest = readClass(found);
  const others = listOf(found.others ?? [], CLASSES_MAX).map(readClass);
  if (gravest === undefined || others.includes(undefined)) return undefined;
  return { ...gravest, others: others.filter((other) => other !== undefined) };
}

function readClass(found: unknown): SensitiveClassFound | undefined {
  const name = isRecord(found) ? safeText(found.class, LENGTH_MAX) : null;
  return name === null || !isRecord(found)
    ? undefined
    : { class: name, words: texts(found.words ?? [], TOPICS_MAX) ?? [] };
}

/** A model that was written before there was such a signal gives none. */
function readUnwanted(value: unknown): Signals['unwanted'] {
  const given = isRecord(value) ? value.reason : undefined;
  const reason = UNWANTED_REASONS.find((one) => one === given);
  return reason === undefined ? null : { reason, words: [] };
}

/** Of the IAB Content Taxonomy 1.0; anything else that a model says is left out. */
function categoriesOf(value: unknown): readonly string[] {
  const said = Array.isArray(value) ? listOf(value, CATEGORIES_MAX) : [];
  return said.flatMap((id) =>
    typeof id === 'string' && /^IAB\d{1,2}(?:-\d{1,2})?$/.test(id) ? [id] : [],
  );
}

function languageOf(value: unknown): string {
  return typeof value === 'string' && /^[a-z]{2,3}$/i.test(value) ? value.toLowerCase() : '';
}
