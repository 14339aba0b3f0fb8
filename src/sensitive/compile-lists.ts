import { expandGroups } from './expand-text.ts';
import { createTemplateParser } from './parse-template.ts';
import {
  canBeLeftOut,
  createPhraseGraphBuilder,
  type Item,
  type PhraseGraph,
} from './phrase-graph.ts';
import { EXCEPTION_BIT, type Topic, topicsOf } from './topics.ts';
import type { Template, WordList } from './word-list.ts';

export type CompiledLists = {
  readonly topics: readonly Topic[];
  readonly graph: PhraseGraph;
  readonly fillers: ReadonlySet<string>;
  /** A text without any of these words holds no phrase of any topic. */
  readonly firstWords: ReadonlySet<string>;
};

export function compileLists(lists: readonly WordList[]): CompiledLists {
  const topics = topicsOf(lists);
  const builder = createPhraseGraphBuilder();
  const firstWords = new Set<string>();
  for (const list of lists) {
    const parse = createTemplateParser(expandGroups(list.groups), list.language);
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
    graph: builder.built(),
    fillers: new Set(lists.flatMap(({ fillers }) => fillers)),
    firstWords,
  };
}

function firstWordsOf(items: readonly Item[]): readonly string[] {
  const firstNeeded = items.findIndex((item) => !canBeLeftOut(item));
  return items
    .slice(0, firstNeeded + 1)
    .flatMap((item) => (item === 'gap' ? [] : item.flatMap((words) => words[0] ?? [])));
}
