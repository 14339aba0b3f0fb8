import { expandGroups } from './expand-text.ts';
import { createTemplateParser } from './parse-template.ts';
import {
  canBeLeftOut,
  createPhraseGraphBuilder,
  type Item,
  type PhraseGraph,
} from './phrase-graph.ts';
import { EXCEPTION_BIT, type Topic, topicsOf } from './topics.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';
import type { Template, WordList } from './word-list.ts';

export type CompiledLists = {
  readonly topics: readonly Topic[];
  readonly vocabulary: Vocabulary;
  readonly graph: PhraseGraph;
  readonly fillers: ReadonlySet<string>;
  /** A text without any of these words holds no phrase of any topic. */
  readonly firstWords: readonly string[];
};

export function compileLists(lists: readonly WordList[]): CompiledLists {
  const topics = topicsOf(lists);
  const builder = createPhraseGraphBuilder();
  const vocabulary = createVocabulary();
  const firstWords = new Set<number>();
  for (const list of lists) {
    const parse = createTemplateParser(vocabulary, expandGroups(list.groups), list.language);
    const add = (templates: readonly Template[], bits: number) => {
      for (const template of templates) {
        const items = parse(template);
        builder.add(items, bits);
        if (bits !== EXCEPTION_BIT) for (const word of firstWordsOf(items)) firstWords.add(word);
      }
    };
    for (const topic of topics) add(list.classes[topic.class][topic.topic] ?? [], topic.bit);
    for (const templates of Object.values(list.exceptions)) add(templates, EXCEPTION_BIT);
  }
  return {
    topics,
    vocabulary,
    graph: builder.built(),
    fillers: new Set(lists.flatMap(({ fillers }) => fillers)),
    firstWords: [...vocabulary.numbers.keys()].filter((_, word) => firstWords.has(word)),
  };
}

function firstWordsOf(items: readonly Item[]): readonly number[] {
  const firstNeeded = items.findIndex((item) => !canBeLeftOut(item));
  return items
    .slice(0, firstNeeded + 1)
    .flatMap((item) => (item === 'gap' ? [] : item.flatMap((row) => row[0] ?? [])));
}
