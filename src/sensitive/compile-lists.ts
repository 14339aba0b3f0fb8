import { expandGroups } from './expand-text.ts';
import { createTemplateParser, type TemplateParser } from './parse-template.ts';
import {
  createPhraseGraphBuilder,
  createVocabulary,
  type Item,
  type WordNumbers,
} from './phrase-graph.ts';
import { type Token, tokenize } from './tokenize.ts';
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

type Phrase = {
  readonly parser: TemplateParser;
  readonly template: string;
  readonly bits: number;
  isCompiled: boolean;
};

export type CompiledLists = ReturnType<typeof compileLists>;

/**
 * Compiling every phrase takes longer than a process should need to start, and most are never met. So only
 * their first words are read at the start; a phrase is compiled when one of these occurs in a text.
 */
export function compileLists(lists: readonly WordList[]) {
  const topics = topicsOf(lists);
  const builder = createPhraseGraphBuilder();
  const vocabulary = createVocabulary();
  const uncompiled = new Map<number, Phrase[]>();
  const firstWords = new Set<number>();

  for (const phrase of phrasesOf(lists, topics, vocabulary)) {
    for (const word of firstWordsOf(phrase.parser.parseStart(phrase.template))) {
      const phrases = uncompiled.get(word);
      if (phrases === undefined) uncompiled.set(word, [phrase]);
      else if (phrases.at(-1) !== phrase) phrases.push(phrase);
      if (phrase.bits !== EXCEPTION_BIT) firstWords.add(word);
    }
  }

  return {
    topics,
    /** Of the lists. */
    languages: new Set(lists.map(({ language }) => language)),
    /** Of the phrases that were compiled, and the first words of the others. */
    vocabulary,
    graph: builder.graph,
    fillers: new Set(
      lists.flatMap(({ fillers }) => tokenize(fillers.join(' '), 'prose')).map(({ word }) => word),
    ),
    /** A text without any of these words holds no phrase of any topic. */
    firstWords: [...vocabulary.numbers.keys()].filter((_, word) => firstWords.has(word)),
    /** Compiles the phrases that can begin in this text. */
    prepare(tokens: readonly Pick<Token, 'word'>[]): void {
      for (const { word } of tokens) {
        const number = vocabulary.numbers.get(word);
        const phrases = number === undefined ? undefined : uncompiled.get(number);
        if (number === undefined || phrases === undefined) continue;
        for (const phrase of phrases) {
          if (phrase.isCompiled) continue;
          phrase.isCompiled = true;
          builder.add(phrase.parser.parse(phrase.template), phrase.bits);
        }
        uncompiled.delete(number);
      }
    },
  };
}

/** In an order that does not depend on what is compiled first. */
function* phrasesOf(
  lists: readonly WordList[],
  topics: readonly Topic[],
  vocabulary: WordNumbers,
): Generator<Phrase> {
  for (const { groups, language, classes, exceptions } of lists) {
    const parser = createTemplateParser(vocabulary, expandGroups(groups), language);
    const start = { parser, isCompiled: false };
    for (const topic of topics) {
      const templates = classes[topic.class]?.[topic.topic] ?? [];
      for (const template of templates) yield { ...start, template, bits: topic.bit };
    }
    for (const template of Object.values(exceptions).flat()) {
      yield { ...start, template, bits: EXCEPTION_BIT };
    }
  }
}

function firstWordsOf(items: readonly Item[]): readonly number[] {
  return items.flatMap((item) => (item === 'gap' ? [] : item.flatMap((row) => row[0] ?? [])));
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
