import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, Price } from '../../kit/src/signals/signals.ts';

/** Lists may be widened by looking at `tune`; `measure` is only measured. */
export type Half = 'tune' | 'measure';

export const HALVES: readonly Half[] = ['tune', 'measure'];
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
type LanguageCode = (typeof LANGUAGES)[number];

/** A conversation and what a person reads in it. */
export type Conversation = {
  readonly messages: readonly Message[];
  readonly language: string;
  readonly intent: string;
  readonly price: Price | null;
  /** Phrases that have to be found, each in its longest form. */
  readonly keywords: readonly string[];
  /** Phrases that may be found. */
  readonly allowed?: readonly string[];
};

/** A conversation, and which ads a person would put beside it. */
export type JudgedConversation = Conversation & {
  readonly sensitive: string | null;
  /** Where somebody is in distress: whether they say so, or one has to infer it. */
  readonly distress?: 'outright' | 'hinted';
  readonly ad: 'wanted' | 'none';
  /** With `ad: none`. */
  readonly why?: string;
  /** The kinds of what the samples sell that are right here; none where they do not sell it. */
  readonly right: readonly string[];
  /** Those that nobody asked for and that do no harm. */
  readonly near: readonly string[];
};

export function readJudged(half: Half, language: LanguageCode): readonly JudgedConversation[] {
  return readLines(`messages/${half}/${language}.jsonl`);
}

/** What a bid request says, an ad that has one of its words, and whether it is about the same thing. */
export type Pair = {
  readonly language: string;
  readonly context: {
    readonly keywords: readonly string[];
    readonly topics: readonly string[];
    readonly categories: readonly string[];
    readonly intent: string;
  };
  readonly ad: {
    readonly title: string;
    readonly text: string;
    readonly keywords: readonly string[];
    readonly categories: readonly string[];
  };
  readonly verdict: 'fits' | 'off' | 'near';
};

export function readPairs(half: Half): readonly Pair[] {
  return readLines(`pairs/${half}.jsonl`);
}

/** What somebody wants to buy, and a pattern of the titles in the sample catalogue that are right; null: none is. */
export type Wish = {
  readonly language: string;
  readonly keywords: string;
  readonly right: string | null;
};

export function readWishes(half: Half): readonly Wish[] {
  return readLines(`products/${half}.jsonl`);
}

// The files are ours, and a test reads every line of them.
function readLines<T>(name: string): readonly T[] {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line));
}
