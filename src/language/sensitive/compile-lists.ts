import { expandGroups } from './expand-text.ts';
import { createTemplateParser, type TemplateParser } from './parse-template.ts';
import { createPhraseGraphBuilder, type Item } from './phrase-graph.ts';
import { PHRASE_END, type TextWords, tokenize } from './tokenize.ts';
import { createVocabulary, VOCABULARY_MAX, type WordNumbers } from './vocabulary.ts';
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
  /** By the number of the first word. */
  const uncompiled: (Phrase[] | undefined)[] = [];
  const firstWords = new Set<number>();

  for (const phrase of phrasesOf(lists, topics, vocabulary)) {
    for (const word of firstWordsOf(phrase.parser.parseStart(phrase.template))) {
      const phrases = uncompiled[word];
      if (phrases === undefined) uncompiled[word] = [phrase];
      else if (phrases.at(-1) !== phrase) phrases.push(phrase);
      if (phrase.bits !== EXCEPTION_BIT) firstWords.add(word);
    }
  }

  /** The phrases that begin with a word. False where they were compiled before. */
  const compile = (word: number): boolean => {
    const phrases = uncompiled[word];
    if (phrases === undefined) return false;
    for (const phrase of phrases) {
      if (phrase.isCompiled) continue;
      phrase.isCompiled = true;
      builder.add(phrase.parser.parse(phrase.template), phrase.bits);
    }
    uncompiled[word] = undefined;
    return true;
  };
  const numberWords = (row: TextWords, text: string): void => {
    const { count, starts, ends, numbers } = row;
    for (let at = 0; at < count; at++) {
      if (numbers[at] === PHRASE_END) continue;
      numbers[at] = vocabulary.numberIn(text, starts[at] as number, ends[at] as number);
    }
  };

  return {
    topics,
    /** Of the lists. */
    languages: new Set(lists.map(({ language }) => language)),
    /** Of the phrases that were compiled, the first words of the others, and the fillers. */
    vocabulary,
    graph: builder.graph,
    /** By word: 1 where it is one. */
    fillers: fillersOf(lists, vocabulary),
    /** A text without any of these words holds no phrase of any topic. */
    firstWords: [...vocabulary.numbers.keys()].filter((_, word) => firstWords.has(word)),
    compile,
    /** Finds the numbers of a text's words, and compiles the phrases that can begin in it. */
    prepare(row: TextWords, text: string): void {
      numberWords(row, text);
      let isNew = false;
      for (let at = 0; at < row.count; at++) isNew = compile(row.numbers[at] as number) || isNew;
      if (isNew) numberWords(row, text);
    },
  };
}

function fillersOf(lists: readonly WordList[], { numberOf }: WordNumbers): Uint8Array {
  const fillers = new Uint8Array(VOCABULARY_MAX);
  for (const { word } of tokenize(lists.flatMap((list) => list.fillers).join(' '), 'prose')) {
    fillers[numberOf(word)] = 1;
  }
  return fillers;
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
