import { type CompiledLists, compileLists } from './compile-lists.ts';
import { matchesIn, type SensitiveMatch } from './matches-in.ts';
import { edgeKey, ROOT } from './phrase-graph.ts';
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
export const CHARACTERS_READ_MAX = 65_536;

const NONE: readonly SensitiveMatch[] = [];

export function createSensitiveMatcher(lists: readonly WordList[]): SensitiveMatcher {
  const compiled = compileLists(lists);
  const canMatch = createPrefilter(firstWordsOf(compiled));
  const bitsOf = createBitsOf(compiled.topics);

  const findAll: SensitiveMatcher['findAll'] = (texts, classes, kind) => {
    let matches: Map<Topic, SensitiveMatch> | undefined;
    let left = CHARACTERS_READ_MAX;
    for (let i = 0; i < texts.length && left > 0; i++) {
      const text = texts[i] ?? '';
      const length = Math.min(text.length, left);
      left -= length;
      if (!canMatch(text, length)) continue;
      for (const [topic, match] of matchesIn(
        text.slice(0, length),
        kind,
        bitsOf(classes),
        compiled,
      )) {
        matches ??= new Map();
        if (!matches.has(topic)) matches.set(topic, match);
      }
    }
    return matches === undefined ? NONE : inOrder(matches, compiled.topics);
  };
  return { find: (texts, classes, kind) => findAll(texts, classes, kind)[0], findAll };
}

function createBitsOf(topics: readonly Topic[]): (classes: EnabledClasses) => number {
  const bitsByClass = SENSITIVE_CLASSES.map((name) => ({
    name,
    bits: topics.filter((topic) => topic.class === name).reduce((all, { bit }) => all | bit, 0),
  }));
  return (classes) =>
    bitsByClass.reduce((all, { name, bits }) => (classes[name] ? all | bits : all), 0);
}

function inOrder(
  matches: ReadonlyMap<Topic, SensitiveMatch>,
  topics: readonly Topic[],
): readonly SensitiveMatch[] {
  return topics.flatMap((topic) => matches.get(topic) ?? []);
}

function firstWordsOf({ graph }: CompiledLists): readonly string[] {
  return [...graph.vocabulary]
    .filter(([, word]) => graph.firstEdge.has(edgeKey(ROOT, word)))
    .map(([text]) => text);
}
