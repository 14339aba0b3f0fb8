import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, Price } from '../../src/signals/signals.ts';

export type Half = 'tune' | 'measure' | 'fresh';

/** A conversation and what a person reads in it. */
export type Conversation = {
  readonly half: Half;
  readonly messages: readonly Message[];
  readonly language: string;
  readonly intent: string;
  readonly sentiment: string;
  readonly funnel: string;
  readonly price: Price | null;
  /** Phrases that have to be found, each in its longest form. */
  readonly keywords: readonly string[];
  /** Phrases that may be found. */
  readonly allowed?: readonly string[];
};

export function readConversations(half: Half): readonly Conversation[] {
  return readLines(`${half}.jsonl`);
}

/** A sentence and the sensitive class that a person sees in it. */
export type Sentence = {
  readonly half: Half;
  readonly text: string;
  readonly sensitive: string | null;
};

export function readSentences(half: Half): readonly Sentence[] {
  return readLines<Sentence>('sensitive.jsonl').filter((sentence) => sentence.half === half);
}

// The files are ours, and a test reads every line of them.
function readLines<T>(name: string): readonly T[] {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line));
}
