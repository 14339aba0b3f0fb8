import { tokenize } from './tokenize.ts';

/** A number for each word, from 0. */
export type Vocabulary = ReadonlyMap<string, number>;

/** Phrases, word by word from the root, each with the bits of what it stands for. Nodes are numbers. */
export type PhraseTrie = {
  readonly vocabulary: Vocabulary;
  /** From `edgeKey` to the next node. */
  readonly edges: ReadonlyMap<number, number>;
  /** By node: where a phrase goes on after a gap, or 0 if none does. */
  readonly afterGap: readonly number[];
  /** By node: the bits of the phrases that end here. */
  readonly endBits: readonly number[];
};

export const ROOT = 0;

/** In a phrase: up to so many words of any kind. */
export const GAP = '..';
export const GAP_WORDS_MAX = 3;

/** With these, reading from one word on takes a bounded number of steps. */
export const GAPS_PER_PHRASE_MAX = 2;

const VOCABULARY_MAX = 1 << 15;

export function edgeKey(node: number, word: number): number {
  return node * VOCABULARY_MAX + word;
}

export type PhraseTrieBuilder = {
  readonly add: (phrase: string, bits: number) => void;
  readonly built: () => PhraseTrie;
};

export function createPhraseTrieBuilder(): PhraseTrieBuilder {
  const vocabulary = new Map<string, number>();
  const edges = new Map<number, number>();
  const afterGap = [0];
  const endBits = [0];

  const newNode = () => {
    afterGap.push(0);
    return endBits.push(0) - 1;
  };
  const numberOf = (word: string) => {
    const known = vocabulary.get(word);
    if (known !== undefined) return known;
    if (vocabulary.size === VOCABULARY_MAX) {
      throw new Error(`the word lists have more than ${VOCABULARY_MAX} different words`);
    }
    vocabulary.set(word, vocabulary.size);
    return vocabulary.size - 1;
  };
  const step = (node: number, word: string) => {
    const key = edgeKey(node, numberOf(word));
    const next = edges.get(key) ?? newNode();
    edges.set(key, next);
    return next;
  };
  const stepOverGap = (node: number) => {
    const next = afterGap[node] || newNode();
    afterGap[node] = next;
    return next;
  };

  return {
    add: (phrase, bits) => {
      let node = ROOT;
      for (const [index, part] of partsOf(phrase).entries()) {
        if (index > 0) node = stepOverGap(node);
        for (const { word } of tokenize(part, 'keywords')) node = step(node, word);
      }
      endBits[node] = (endBits[node] ?? 0) | bits;
    },
    built: () => ({ vocabulary, edges, afterGap, endBits }),
  };
}

/** What stands between the gaps. */
function partsOf(phrase: string): readonly string[] {
  if (!phrase.includes(GAP)) return [phrase];
  const parts = phrase.split(GAP);
  if (parts.length - 1 > GAPS_PER_PHRASE_MAX) {
    throw new Error(`"${phrase}" has more than ${GAPS_PER_PHRASE_MAX} gaps`);
  }
  if (parts.some((part) => part.trim() === '')) {
    throw new Error(`"${phrase}" has a gap without words on both sides`);
  }
  return parts;
}
