import { expandGroups } from './expand-text.ts';
import { parseTemplate } from './parse-template.ts';
import { createPhraseGraphBuilder, type PhraseGraph } from './phrase-graph.ts';
import { EXCEPTION_BIT, type Topic, topicsOf } from './topics.ts';
import type { Template, WordList } from './word-list.ts';

export type CompiledLists = {
  readonly topics: readonly Topic[];
  readonly graph: PhraseGraph;
  readonly fillers: ReadonlySet<string>;
};

export function compileLists(lists: readonly WordList[]): CompiledLists {
  const topics = topicsOf(lists);
  const builder = createPhraseGraphBuilder();
  for (const list of lists) {
    const groups = expandGroups(list.groups);
    const add = (templates: readonly Template[], bits: number) => {
      for (const template of templates) {
        builder.add(parseTemplate(template, groups, list.language), bits);
      }
    };
    for (const topic of topics) add(list.classes[topic.class][topic.topic] ?? [], topic.bit);
    for (const templates of Object.values(list.exceptions)) add(templates, EXCEPTION_BIT);
  }
  return {
    topics,
    graph: builder.built(),
    fillers: new Set(lists.flatMap(({ fillers }) => fillers)),
  };
}
