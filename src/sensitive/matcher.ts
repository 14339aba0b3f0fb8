import { compileLists } from './compile-lists.ts';
import { matchesIn, type SensitiveMatch } from './matches-in.ts';
import { createPrefilter } from './prefilter.ts';
import type { TextKind } from './tokenize.ts';
import type { Topic } from './topics.ts';
import { SENSITIVE_CLASSES, type SensitiveClass, type WordList } from './word-list.ts';

/** Which classes count; absent is off. */
export type EnabledClasses = { readonly [name in SensitiveClass]?: boolean };

export type SensitiveMatcher = {
  /** The gravest match, if there is one. No phrase matches across two texts. */
  readonly find: (
    texts: readonly string[],
    classes: EnabledClasses,
    kind: TextKind,
  ) => SensitiveMatch | undefined;
  /** One match for each topic that occurs, the gravest first. */
  readonly findAll: (
    texts: readonly string[],
    classes: EnabledClasses,
    kind: TextKind,
  ) => readonly SensitiveMatch[];
};

/** What one call reads of its texts, in UTF-16 units, from the first text on. The rest is not read. */
export const CHARACTERS_READ_MAX = 16_384;

const NONE: readonly SensitiveMatch[] = [];
const NOTHING: ReadonlyMap<Topic, SensitiveMatch> = new Map();

export function createSensitiveMatcher(lists: readonly WordList[]): SensitiveMatcher {
  const compiled = compileLists(lists);
  const canMatch = createPrefilter(compiled.firstWords);
  const bitsOf = createBitsOf(compiled.topics);

  // Most texts end here. A function of its own stays small enough for the compiler to inline.
  const canAnyMatch = (texts: readonly string[]) => {
    let left = CHARACTERS_READ_MAX;
    for (const text of texts) {
      if (canMatch(text, Math.min(text.length, left))) return true;
      left -= text.length;
      if (left <= 0) return false;
    }
    return false;
  };

  const read = (texts: readonly string[], classes: EnabledClasses, kind: TextKind) => {
    const bits = bitsOf(classes);
    const matches = new Map<Topic, SensitiveMatch>();
    let left = CHARACTERS_READ_MAX;
    for (const text of texts) {
      const start = text.slice(0, left);
      const found = canMatch(start, start.length)
        ? matchesIn(start, kind, bits, compiled)
        : NOTHING;
      for (const [topic, match] of found) if (!matches.has(topic)) matches.set(topic, match);
      left -= text.length;
      if (left <= 0) break;
    }
    return compiled.topics.flatMap((topic) => matches.get(topic) ?? []);
  };

  return {
    find: (texts, classes, kind) =>
      canAnyMatch(texts) ? read(texts, classes, kind)[0] : undefined,
    findAll: (texts, classes, kind) => (canAnyMatch(texts) ? read(texts, classes, kind) : NONE),
  };
}

function createBitsOf(topics: readonly Topic[]): (classes: EnabledClasses) => number {
  const bitsByClass = SENSITIVE_CLASSES.map((name) => ({
    name,
    bits: topics.filter((topic) => topic.class === name).reduce((all, { bit }) => all | bit, 0),
  }));
  return (classes) =>
    bitsByClass.reduce((all, { name, bits }) => (classes[name] ? all | bits : all), 0);
}
