import { createTextMemory } from '../../lib/text.ts';
import { keptTables } from '../kept-tables.ts';
import { openTextTable } from '../text-table.ts';
import { compileLists, type MatcherTable, type Topic } from './compile-lists.ts';
import {
  matchesIn,
  NO_MATCHES,
  readingSteps,
  type SensitiveMatch,
  type SensitiveSearch,
} from './matches-in.ts';
import { canBeCoded, plainText } from './plain-text.ts';
import { openPrefilter } from './prefilter.ts';
import { createPhraseReader } from './read-phrases.ts';
import type { TextKind } from './tokenize.ts';
import { type TextWindow, WINDOW_LENGTH, windowsOf } from './windows.ts';
import { SENSITIVE_CLASSES, type SensitiveClass, type WordList } from './word-list.ts';

/** Which classes count; absent is off. */
export type EnabledClasses = { readonly [name in SensitiveClass]?: boolean };

type Find<T> = (
  texts: readonly string[],
  classes: EnabledClasses,
  kind: TextKind,
  /** Of the texts. Without one that a list has, every list counts in full: the code may stand for any language. */
  language?: string,
) => T;

export type SensitiveMatcher = {
  /** The gravest match, if there is one. No phrase matches across two texts. */
  readonly find: Find<SensitiveMatch | undefined>;
  /** One match for each topic that occurs, the gravest first. */
  readonly findAll: Find<readonly SensitiveMatch[]>;
};

/**
 * The steps that one call may take. The parts of texts that the prefilter skips take none. Texts that need more
 * count as sensitive: what is not read cannot be spared (ruling 65).
 */
export const STEPS_MAX = 400_000;

/** Decoding costs as well: so many characters of a text that may be encoded count as one step. */
const CODED_CHARACTERS_PER_STEP = 1;

/** Reading costs less than looking for keywords that a list repeats. */
const STEPS_OF_REPEATS_MAX = 20_000;

/** The topic of texts that were not read to their end. */
export const UNREAD = 'unread';

/** Every class counts. */
export const EVERY_CLASS: EnabledClasses = enabled(SENSITIVE_CLASSES);

export function enabled(names: readonly SensitiveClass[]): EnabledClasses {
  return Object.fromEntries(names.map((name) => [name, true]));
}

const NONE: readonly SensitiveMatch[] = [];

/** Of each kind of text, and as many again of those before them: at most 1 MB in each worker. */
const EMPTY_TEXTS_MAX = 2048;
const EMPTY_TEXT_LENGTH_MAX = 64;

/**
 * The short texts that held no phrase when they were last read, with the steps that this took: topics, interests and
 * segments come again with request after request. What says anything of a person in trouble is never among them.
 */
const createEmptyTexts = () => createTextMemory<number>(EMPTY_TEXTS_MAX, EMPTY_TEXT_LENGTH_MAX);

type EmptyTexts = ReturnType<typeof createEmptyTexts>;

export function createSensitiveMatcher(lists: readonly WordList[]): SensitiveMatcher {
  return openMatcher(compileLists(lists));
}

/** Of all lists. */
export function shippedMatcher(): SensitiveMatcher {
  const kept = keptTables()?.sensitive;
  if (kept !== undefined) return openMatcher(kept);
  // Loaded here alone: most processes find them compiled.
  const { SHIPPED_LISTS }: typeof import('./shipped-lists.ts') = require('./shipped-lists.ts');
  return createSensitiveMatcher(SHIPPED_LISTS);
}

function openMatcher(table: MatcherTable): SensitiveMatcher {
  const { topics } = table;
  const languages = new Set(table.languages);
  const lists = {
    topics,
    readPhrases: createPhraseReader(table),
    numberIn: openTextTable(table.words).getIn,
  };
  const canMatch = openPrefilter(table.prefilter);
  const everyBit = bitsOf(topics, EVERY_CLASS);
  const emptyTexts = { keywords: createEmptyTexts(), prose: createEmptyTexts() };

  /** False where the steps do not reach to the end of the text. */
  const read = (text: string, { search, empty, matches }: Reading): boolean => {
    const { kind, stepsLeft } = search;
    const known = empty?.get(text);
    if (known !== undefined) {
      stepsLeft.count -= known;
      return stepsLeft.count > 0;
    }
    const before = stepsLeft.count;
    if (canBeCoded(text)) {
      stepsLeft.count -= Math.floor(text.length / CODED_CHARACTERS_PER_STEP);
      if (stepsLeft.count < 0) return false;
    }
    let isEmpty = true;
    const windows = windowsToRead(plainText(text), kind, stepsLeft.count);
    if (windows === undefined) return false;
    for (const window of windows) {
      const found = matchesIn(window, search, lists);
      if (found === undefined) return false;
      if (found === NO_MATCHES) continue;
      isEmpty = false;
      for (const [topic, match] of found) if (!matches.has(topic)) matches.set(topic, match);
    }
    if (isEmpty) empty?.set(text, before - stepsLeft.count);
    return true;
  };

  /** Undefined where the steps do not reach, which is known before anything is read. */
  const windowsToRead = (
    text: string,
    kind: TextKind,
    stepsMax: number,
  ): readonly TextWindow[] | undefined => {
    if (text.length <= WINDOW_LENGTH) return windowsOf(text);
    const windows = windowsOf(text).filter((window) => canMatch(window.text));
    const steps = windows.reduce((sum, window) => sum + readingSteps(window.text), 0);
    // A keyword that a long list has twice is read once.
    if (kind === 'keywords' && steps > STEPS_OF_REPEATS_MAX) {
      const once = [...new Set(text.split(','))].join(',');
      if (once.length < text.length) return windowsToRead(once, kind, stepsMax);
    }
    return steps <= stepsMax ? windows : undefined;
  };

  const findAll: SensitiveMatcher['findAll'] = (texts, classes, kind, language) => {
    // Most texts end at the prefilter.
    let reading: Reading | undefined;
    for (const text of texts) {
      if (!canMatch(text)) continue;
      reading ??= beginReading(classes, kind, language);
      if (texts.length > 1) {
        if (reading.read.has(text)) continue;
        reading.read.add(text);
      }
      if (!read(text, reading)) return unread(classes);
    }
    if (reading === undefined || reading.matches.size === 0) return NONE;
    const { matches } = reading;
    return topics.flatMap((topic) => matches.get(topic) ?? []);
  };

  const beginReading = (
    classes: EnabledClasses,
    kind: TextKind,
    language: string | undefined,
  ): Reading => {
    const bits = bitsOf(topics, classes);
    return {
      search: {
        kind,
        language: languages.has(language ?? '') ? language : undefined,
        bits,
        stepsLeft: { count: STEPS_MAX },
      },
      // A text that holds no phrase of some classes may hold one of another.
      empty: bits === everyBit ? emptyTexts[kind] : undefined,
      read: new Set(),
      matches: new Map(),
    };
  };

  return { find: (...call) => findAll(...call)[0], findAll };
}

/** What one call has read so far. */
type Reading = {
  readonly search: SensitiveSearch;
  readonly empty: EmptyTexts | undefined;
  readonly read: Set<string>;
  readonly matches: Map<Topic, SensitiveMatch>;
};

function bitsOf(topics: readonly Topic[], classes: EnabledClasses): number {
  let bits = 0;
  for (const topic of topics) if (classes[topic.class]) bits |= topic.bit;
  return bits;
}

/** It could have been about any of them. */
function unread(classes: EnabledClasses): readonly SensitiveMatch[] {
  return SENSITIVE_CLASSES.filter((name) => classes[name]).map((name) => ({
    class: name,
    topic: UNREAD,
    words: '',
  }));
}
