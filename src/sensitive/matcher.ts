import { compileLists } from './compile-lists.ts';
import { matchesIn, type SensitiveMatch } from './matches-in.ts';
import { plainText } from './plain-text.ts';
import { createPrefilter } from './prefilter.ts';
import type { TextKind } from './tokenize.ts';
import type { Topic } from './topics.ts';
import { WINDOW_LENGTH, type Window, windowsOf } from './windows.ts';
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
export const STEPS_MAX = 200_000;

/** The topic of texts that were not read to their end. */
export const UNREAD = 'unread';

const NONE: readonly SensitiveMatch[] = [];

export function createSensitiveMatcher(lists: readonly WordList[]): SensitiveMatcher {
  const compiled = compileLists(lists);
  const canMatch = createPrefilter(compiled.firstWords);
  const bitsOf = createBitsOf(compiled.topics);

  const read = (
    texts: readonly string[],
    classes: EnabledClasses,
    ...[kind, language]: [TextKind, string?]
  ): readonly SensitiveMatch[] => {
    const known = language !== undefined && compiled.languages.has(language) ? language : undefined;
    const search = {
      kind,
      language: known,
      bits: bitsOf(classes),
      stepsLeft: { count: STEPS_MAX },
    };
    const matches = new Map<Topic, SensitiveMatch>();
    for (const text of texts.length === 1 ? texts : new Set(texts)) {
      if (!canMatch(text)) continue;
      const windows = windowsOfText(text, kind);
      for (const window of windows) {
        if (windows.length > 1 && !canMatch(window.text)) continue;
        const found = matchesIn(window, search, compiled);
        if (found === undefined) return unread(classes);
        for (const [topic, match] of found) if (!matches.has(topic)) matches.set(topic, match);
      }
    }
    if (matches.size === 0) return NONE;
    return compiled.topics.flatMap((topic) => matches.get(topic) ?? []);
  };

  // Most texts end at the prefilter.
  return {
    find: (texts, classes, kind, language) =>
      texts.some(canMatch) ? read(texts, classes, kind, language)[0] : undefined,
    findAll: (texts, classes, kind, language) =>
      texts.some(canMatch) ? read(texts, classes, kind, language) : NONE,
  };
}

/** A keyword that a long list has twice is read once. */
function windowsOfText(text: string, kind: TextKind): readonly Window[] {
  const plain = plainText(text);
  const isLongList = kind === 'keywords' && plain.length > WINDOW_LENGTH;
  return windowsOf(isLongList ? [...new Set(plain.split(','))].join(',') : plain);
}

/** It could have been about any of them. */
function unread(classes: EnabledClasses): readonly SensitiveMatch[] {
  return SENSITIVE_CLASSES.filter((name) => classes[name]).map((name) => ({
    class: name,
    topic: UNREAD,
    words: '',
  }));
}

function createBitsOf(topics: readonly Topic[]): (classes: EnabledClasses) => number {
  const bitsByClass = SENSITIVE_CLASSES.map((name) => ({
    name,
    bits: topics.filter((topic) => topic.class === name).reduce((all, { bit }) => all | bit, 0),
  }));
  return (classes) =>
    bitsByClass.reduce((all, { name, bits }) => (classes[name] ? all | bits : all), 0);
}
