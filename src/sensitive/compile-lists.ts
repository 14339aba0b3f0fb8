import { expandGroups, expandTemplate, type Groups } from './expand-template.ts';
import { createPhraseTrieBuilder, type PhraseTrie } from './phrase-trie.ts';
import { spellings } from './spellings.ts';
import { EXCEPTION_BIT, type Topic, topicsOf } from './topics.ts';
import type { Template, WordList } from './word-list.ts';

export type CompiledLists = {
  readonly topics: readonly Topic[];
  readonly trie: PhraseTrie;
  readonly fillers: ReadonlySet<string>;
};

export function compileLists(lists: readonly WordList[]): CompiledLists {
  const topics = topicsOf(lists);
  const builder = createPhraseTrieBuilder();
  for (const list of lists) {
    const groups = expandGroups(list.groups);
    const add = (templates: readonly Template[], bits: number) => {
      for (const phrase of phrasesOf(templates, groups, list.language)) builder.add(phrase, bits);
    };
    for (const topic of topics) add(list.classes[topic.class][topic.topic] ?? [], topic.bit);
    for (const templates of Object.values(list.exceptions)) add(templates, EXCEPTION_BIT);
  }
  return {
    topics,
    trie: builder.built(),
    fillers: new Set(lists.flatMap(({ fillers }) => fillers)),
  };
}

function phrasesOf(templates: readonly Template[], groups: Groups, language: string) {
  return templates
    .flatMap((template) => expandTemplate(template, groups))
    .flatMap((phrase) => spellings(phrase, language));
}
