export type Message = {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string;
};

/** What a conversation says about its user's wish. This, and no message, leaves the publisher's server. */
export type Signals = {
  /** What one would type into a product search: at most `KEYWORDS_MAX` phrases, the newest first. */
  readonly keywords: readonly string[];
  /** What the keywords are about: at most `CATEGORIES_MAX` ids of the IAB Content Taxonomy 1.0. */
  readonly categories: readonly string[];
  readonly price: Price | null;
  readonly intent: Intent | null;
  readonly sentiment: Sentiment | null;
  readonly funnel: Funnel | null;
  readonly sensitive: Sensitive | null;
  /** Why nobody should put an ad beside the last message. */
  readonly unwanted: Unwanted | null;
  /** ISO 639-1 */
  readonly language: string;
  /** For each signal, the words of the conversation it was read from. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
};

/** The gravest class that the conversation speaks of, and the others, the graver first. */
export type Sensitive = SensitiveClassFound & { readonly others: readonly SensitiveClassFound[] };

export type SensitiveClassFound = { readonly class: string; readonly words: readonly string[] };

/** A greeting, school work, a program, a complaint about a product, a refund, or a child. */
export type Unwanted = {
  readonly reason: (typeof UNWANTED_REASONS)[number];
  readonly words: readonly string[];
};

export const UNWANTED_REASONS = [
  'greeting',
  'homework',
  'code',
  'complaint',
  'refund',
  'child',
] as const;

export type Price = {
  readonly min?: number;
  readonly max?: number;
  /** ISO 4217; absent where none is named. */
  readonly currency?: string;
};

export type Intent = {
  readonly value: string;
  readonly confidence: number;
  readonly topics: readonly string[];
  readonly signals: readonly string[];
};

export type Sentiment = {
  readonly value: 'positive' | 'neutral' | 'negative';
  /** -1 to 1 */
  readonly score: number;
};

export type Funnel = { readonly stage: string; readonly progress: number };

export const INTENTS = [
  'support_request',
  'objection_handling',
  'comparison',
  'purchase_inquiry',
  'information_seeking',
] as const;
export type IntentValue = (typeof INTENTS)[number];

/** Of a longer conversation, the last messages are read. */
export const MESSAGES_MAX = 20;
/** Of a longer message, the end is read: people ask last. */
export const MESSAGE_CHARACTERS_MAX = 4000;
/** Of all messages together; the newest are read. */
const CHARACTERS_MAX = 12_000;
export const KEYWORDS_MAX = 10;
export const KEYWORD_WORDS_MAX = 4;
export const KEYWORD_CHARACTERS_MAX = 60;
export const CATEGORIES_MAX = 3;
export const TOPICS_MAX = 5;
/** Of each signal's sources. */
export const SOURCES_MAX = 8;

/** What the user wrote, as far as it is read; the newest last. */
export function textsOfUser(messages: readonly Message[]): readonly string[] {
  const texts: string[] = [];
  let left = CHARACTERS_MAX;
  for (const { role, content } of messages.slice(-MESSAGES_MAX).reverse()) {
    if (role !== 'user' || left === 0) continue;
    const text = content.slice(-Math.min(left, MESSAGE_CHARACTERS_MAX));
    left -= text.length;
    if (text.trim() !== '') texts.unshift(text);
  }
  return texts;
}
