import { buildTextTable, type TextTable } from '../text-table.ts';
import { expandGroups } from './expand-text.ts';
import { createTemplateParser } from './parse-template.ts';
import {
  canBeLeftOut,
  createPhraseGraphBuilder,
  type Item,
  type PhraseGraph,
} from './phrase-graph.ts';
import { buildPrefilter } from './prefilter.ts';
import { tokenize } from './tokenize.ts';
import { SENSITIVE_CLASSES, type SensitiveClass, type WordList } from './word-list.ts';

/** A subject inside a class, as the lists name it: `grief` in `crisis`. */
export type Topic = {
  readonly class: SensitiveClass;
  readonly topic: string;
  readonly bit: number;
};

/** Every topic has a bit, and exceptions have one, in a signed 32-bit number. */
const TOPICS_MAX = 30;
export const EXCEPTION_BIT = 1 << TOPICS_MAX;

/** Word lists as typed arrays, ready to be matched. */
export type MatcherTable = {
  readonly topics: readonly Topic[];
  /** Of the lists. */
  readonly languages: readonly string[];
  /** The number of every word of the lists. */
  readonly words: TextTable;
  /** By word: 1 where it is a filler. */
  readonly fillers: Uint8Array;
  readonly graph: PhraseGraph;
  /** A text without any of these words holds no phrase of any topic. */
  readonly prefilter: Int32Array;
};

/** Words have two bytes. */
const WORDS_MAX = (1 << 16) - 1;

export function compileLists(lists: readonly WordList[]): MatcherTable {
  const { topics, numbers, firstWords, fillers, graph } = readLists(lists);
  return {
    topics,
    languages: [...new Set(lists.map(({ language }) => language))],
    words: buildTextTable(numbers),
    fillers,
    graph,
    prefilter: buildPrefilter(firstWords),
  };
}

/** What the lists say, with their words. */
export function readLists(lists: readonly WordList[]) {
  const topics = topicsOf(lists);
  const builder = createPhraseGraphBuilder();
  const numbers = new Map<string, number>();
  const numberOf = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, numbers.size);
    return numbers.size - 1;
  };
  const firstWords = new Set<number>();
  for (const { groups, language, classes, exceptions } of lists) {
    const parse = createTemplateParser(numberOf, expandGroups(groups), language);
    for (const { class: name, topic, bit } of topics) {
      for (const template of classes[name]?.[topic] ?? []) {
        const items = parse(template);
        builder.add(items, bit);
        addFirstWords(items, firstWords);
      }
    }
    for (const template of Object.values(exceptions).flat())
      builder.add(parse(template), EXCEPTION_BIT);
  }
  const fillers = lists
    .flatMap((list) => tokenize(list.fillers.join(' '), 'prose'))
    .map(({ word }) => numberOf(word));
  if (numbers.size > WORDS_MAX)
    throw new Error(`the word lists have more than ${WORDS_MAX} different words`);
  const isFiller = new Uint8Array(numbers.size);
  for (const word of fillers) isFiller[word] = 1;
  const words = [...numbers.keys()];
  return {
    topics,
    numbers,
    fillers: isFiller,
    graph: builder.graph(numbers.size),
    firstWords: [...firstWords].map((word) => words[word] ?? ''),
  };
}

/** Of the items up to the first that cannot be left out. */
function addFirstWords(items: readonly Item[], firstWords: Set<number>): void {
  for (const item of items) {
    if (item === 'gap') continue;
    for (const [word] of item) if (word !== undefined) firstWords.add(word);
    if (!canBeLeftOut(item)) return;
  }
}

/** The topics of all lists, those of the first class first. */
function topicsOf(lists: readonly WordList[]): readonly Topic[] {
  const names = SENSITIVE_CLASSES.flatMap((name) => {
    const topics = new Set(lists.flatMap(({ classes }) => Object.keys(classes[name] ?? {})));
    return [...topics].map((topic) => ({ class: name, topic }));
  });
  if (names.length > TOPICS_MAX) {
    throw new Error(`the word lists have ${names.length} topics: at most ${TOPICS_MAX}`);
  }
  return names.map((name, index) => ({ ...name, bit: 1 << index }));
}
