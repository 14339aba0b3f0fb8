import { EXCEPTION_BIT, type Topic } from './compile-lists.ts';
import onlyIn from './lists/only-in.json';
import type { FoundPhrase, ReadPhrases, StepsLeft } from './read-phrases.ts';
import { type ReadText, readingsOf } from './readings.ts';
import { PHRASE_END, type ReadWord, type TextKind, wordIn } from './tokenize.ts';
import type { TextWindow } from './windows.ts';
import type { SensitiveClass } from './word-list.ts';

export type SensitiveMatch = {
  readonly class: SensitiveClass;
  readonly topic: string;
  /** The words that matched, as they stand in the text. */
  readonly words: string;
};

/** Matched words are shown to people; invisible characters between letters can make them long. */
const WORDS_LENGTH_MAX = 200;

/** What a text is searched for. */
export type SensitiveSearch = {
  readonly kind: TextKind;
  readonly bits: number;
  /** Of the message; undefined: unknown, and every word counts. */
  readonly language: string | undefined;
  readonly stepsLeft: StepsLeft;
};

/** What finding the words of a text costs, by what following a phrase to one more word costs. */
const READING_STEPS = 10;
const CHARACTERS_PER_STEP = 2;

/** Of one reading of a text; most texts have one. */
export function readingSteps(text: string): number {
  return READING_STEPS + text.length / CHARACTERS_PER_STEP;
}

export type OpenLists = {
  readonly topics: readonly Topic[];
  readonly readPhrases: ReadPhrases;
  readonly numberIn: (text: string, start: number, end: number) => number;
};

function numberWords({ row, text }: ReadText, numberIn: OpenLists['numberIn']): void {
  const { count, starts, ends, numbers } = row;
  for (let at = 0; at < count; at++) {
    if (numbers[at] === PHRASE_END) continue;
    numbers[at] = numberIn(text, starts[at] as number, ends[at] as number);
  }
}

/** One match for each topic in a part of a text, outside exceptions. Undefined if the steps do not reach to its end. */
export function matchesIn(
  window: TextWindow,
  { kind, bits, language, stepsLeft }: SensitiveSearch,
  { topics, readPhrases, numberIn }: OpenLists,
): ReadonlyMap<Topic, SensitiveMatch> | undefined {
  let matches: Map<Topic, SensitiveMatch> | undefined;
  for (const reading of readingsOf(window.text, kind)) {
    stepsLeft.count -= readingSteps(window.text);
    if (stepsLeft.count <= 0) return undefined;
    numberWords(reading, numberIn);
    const found = readPhrases(reading.row, stepsLeft);
    if (found === undefined) return undefined;
    if (!found.some((phrase) => (phrase.bits & bits) !== 0)) continue;
    const meant = found.filter((phrase) => isMeant(phrase, reading, language, window.text));
    const counted = withoutExceptions(meant, reading.row.count).filter(({ first }) => {
      const start = reading.row.starts[first] ?? 0;
      return start >= window.from && start < window.to;
    });
    matches ??= new Map();
    for (const topic of topics) {
      if ((topic.bit & bits) === 0 || matches.has(topic)) continue;
      const longest = longestOf(counted, topic.bit);
      if (longest !== undefined) matches.set(topic, matchOf(topic, longest, reading, window.text));
    }
  }
  return matches ?? NO_MATCHES;
}

/** Of a text without a phrase of the classes, whatever its language. */
export const NO_MATCHES: ReadonlyMap<Topic, SensitiveMatch> = new Map();

/** A word alone counts in the languages in which it means this, or where none is known; one by chance in none. */
function isMeant(
  { first, last, bits }: FoundPhrase,
  { text: read, row }: ReadText,
  language: string | undefined,
  text: string,
): boolean {
  if (first !== last || bits === EXCEPTION_BIT) return true;
  const [start = 0, end = 0] = [row.starts[first], row.ends[first]];
  const word = wordIn(read, start, end);
  if (isByChance({ word, start, end }, text) || isTornNumber({ word, start, end }, text))
    return false;
  if (language === undefined) return true;
  return MEANT_ONLY_IN.get(word)?.includes(language) ?? true;
}

/**
 * Listed words that mean something else in other languages ("Krebs" is cancer in German and a cycle in
 * biochemistry), with the languages in which they count. Words about self-harm and abuse are never among them:
 * whether those are found must not depend on telling languages apart.
 */
export const MEANT_ONLY_IN: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(onlyIn),
);

function withoutExceptions(
  found: readonly FoundPhrase[],
  tokenCount: number,
): readonly FoundPhrase[] {
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
function longestOf(found: readonly FoundPhrase[], bit: number): FoundPhrase | undefined {
  let longest: FoundPhrase | undefined;
  let most = -1;
  for (const phrase of found) {
    const length = phrase.last - phrase.first;
    if ((phrase.bits & bit) === 0 || length <= most) continue;
    longest = phrase;
    most = length;
  }
  return longest;
}

function matchOf(
  topic: Topic,
  { first, last }: FoundPhrase,
  { row }: ReadText,
  text: string,
): SensitiveMatch {
  const words = text.slice(row.starts[first], row.ends[last]).slice(0, WORDS_LENGTH_MAX);
  return { class: topic.class, topic: topic.topic, words };
}

/** Shorter words turn up in random letters: one in a hundred keys of a kilobyte holds an `Fgm` or `Hiv`. */
const SURE_WORD_LENGTH = 5;

/** A row without a space of at least this length, with small letters, capitals and digits, can be a key. */
const KEY_LENGTH_MIN = 32;

/** Whether a word is a short part of what looks like a key: `aZ3Fgm9…`. */
function isByChance({ word, start, end }: ReadWord, text: string): boolean {
  if (word.length >= SURE_WORD_LENGTH) return false;
  if (!isPlain(text, start - 1) && !isPlain(text, end)) return false;
  // Not further than it takes to tell.
  const [before = ''] = ROW_END.exec(text.slice(Math.max(0, start - KEY_LENGTH_MIN), start)) ?? [];
  const [after = ''] = ROW_START.exec(text.slice(end, end + KEY_LENGTH_MIN)) ?? [];
  const row = before + text.slice(start, end) + after;
  return row.length >= KEY_LENGTH_MIN && /[a-z]/.test(row) && /[A-Z]/.test(row) && /\d/.test(row);
}

/** Part of something else that has digits: `of1522`, `$1522`, `1522.99`. A hotline stands alone. */
function isTornNumber({ word, start, end }: ReadWord, text: string): boolean {
  if (!/^\d+$/.test(word)) return false;
  return (
    BEFORE_TORN.test(text.slice(Math.max(0, start - 2), start)) ||
    BEHIND_TORN.test(text.slice(end, end + 2))
  );
}

const BEFORE_TORN = /[\p{L}\p{N}\p{Sc}]$|\d[.-]$/u;
const BEHIND_TORN = /^[\p{L}\p{N}\p{Sc}]|^[.-]\d/u;

/** The last or the first characters up to a space or a control character. */
const ROW_END = /[^\0- ]*$/;
const ROW_START = /^[^\0- ]*/;

function isPlain(text: string, at: number): boolean {
  return /[A-Za-z0-9]/.test(text.charAt(at));
}
