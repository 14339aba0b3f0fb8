import type { CompiledLists } from './compile-lists.ts';
import { type Found, readPhrases } from './read-phrases.ts';
import { type TextKind, type Token, tokenize } from './tokenize.ts';
import { EXCEPTION_BIT, type Topic } from './topics.ts';
import type { SensitiveClass } from './word-list.ts';

export type SensitiveMatch = {
  readonly class: SensitiveClass;
  readonly topic: string;
  /** The words that matched, as they stand in the text. */
  readonly words: string;
};

/** Matched words are shown to people; invisible characters between letters can make them long. */
export const WORDS_LENGTH_MAX = 200;

/** The phrases of these topics in one text, without those inside an exception: one match for each topic. */
export function matchesIn(
  text: string,
  kind: TextKind,
  bits: number,
  compiled: CompiledLists,
): ReadonlyMap<Topic, SensitiveMatch> {
  const tokens = tokenize(text, kind);
  compiled.prepare(tokens);
  const found = readPhrases(tokens, compiled);
  const counted = found.some((phrase) => (phrase.bits & bits) !== 0)
    ? withoutExceptions(found, tokens.length)
    : [];
  const matches = new Map<Topic, SensitiveMatch>();
  for (const topic of compiled.topics) {
    if ((topic.bit & bits) === 0) continue;
    const longest = longestOf(counted, topic.bit);
    if (longest !== undefined) matches.set(topic, matchOf(topic, longest, tokens, text));
  }
  return matches;
}

function withoutExceptions(found: readonly Found[], tokenCount: number): readonly Found[] {
  const coveredTo = new Int32Array(tokenCount).fill(-1);
  for (const { first, last, bits } of found) {
    if ((bits & EXCEPTION_BIT) !== 0) coveredTo[first] = Math.max(coveredTo[first] ?? -1, last);
  }
  // An exception covers what begins anywhere behind its own beginning.
  for (let i = 1; i < tokenCount; i++) {
    coveredTo[i] = Math.max(coveredTo[i] ?? -1, coveredTo[i - 1] ?? -1);
  }
  return found.filter(({ first, last }) => last > (coveredTo[first] ?? -1));
}

/** The longest says most; of several, the first. */
function longestOf(found: readonly Found[], bit: number): Found | undefined {
  let longest: Found | undefined;
  for (const phrase of found) {
    if ((phrase.bits & bit) === 0) continue;
    if (longest === undefined || lengthOf(phrase) > lengthOf(longest)) longest = phrase;
  }
  return longest;
}

function lengthOf({ first, last }: Found): number {
  return last - first;
}

function matchOf(
  topic: Topic,
  { first, last }: Found,
  tokens: readonly Token[],
  text: string,
): SensitiveMatch {
  const start = tokens[first]?.start ?? 0;
  const words = text.slice(start, tokens[last]?.end).slice(0, WORDS_LENGTH_MAX);
  return { class: topic.class, topic: topic.topic, words };
}
