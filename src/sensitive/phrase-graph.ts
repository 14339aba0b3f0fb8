import { tokenize } from './tokenize.ts';

/**
 * All phrases as one graph that is read word by word from the root. Each template has nodes of its own, one
 * behind each of its items, so that alternatives add up instead of multiplying. Nodes and words are numbers.
 */
export type PhraseGraph = {
  /** A number for each word that occurs in a phrase. */
  readonly vocabulary: ReadonlyMap<string, number>;
  /** From `edgeKey` to an index into the edges: the first of those that leave a node by a word. */
  readonly firstEdge: ReadonlyMap<number, number>;
  /** By edge: the node it leads to, and the next edge with the same key or `NO_EDGE`. */
  readonly targets: readonly number[];
  readonly nextEdges: readonly number[];
  /** By node: where a phrase goes on after a gap, or `ROOT` if none does. */
  readonly afterGap: readonly number[];
  /** By node: the bits of the phrases that end here. */
  readonly endBits: readonly number[];
};

export const ROOT = 0;
export const NO_EDGE = -1;

const VOCABULARY_MAX = 1 << 15;

export function edgeKey(node: number, word: number): number {
  return node * VOCABULARY_MAX + word;
}

/** What may stand at one place of a phrase: any of these texts (an empty one: nothing), or a gap. */
export type Item = readonly string[] | 'gap';

export type PhraseGraphBuilder = {
  readonly add: (items: readonly Item[], bits: number) => void;
  readonly built: () => PhraseGraph;
};

export function createPhraseGraphBuilder(): PhraseGraphBuilder {
  const vocabulary = new Map<string, number>();
  const firstEdge = new Map<number, number>();
  const targets: number[] = [];
  const nextEdges: number[] = [];
  const afterGap: number[] = [ROOT];
  const endBits = [0];

  const newNode = () => {
    afterGap.push(ROOT);
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
  const connect = (from: number, word: string, to: number) => {
    const key = edgeKey(from, numberOf(word));
    nextEdges.push(firstEdge.get(key) ?? NO_EDGE);
    firstEdge.set(key, targets.push(to) - 1);
  };
  // The texts of a group occur in many templates.
  const wordsByText = new Map<string, readonly string[]>();
  const wordsOf = (text: string) => {
    const words = wordsByText.get(text) ?? tokenize(text, 'keywords').map(({ word }) => word);
    wordsByText.set(text, words);
    return words;
  };
  const connectText = (from: number, text: string, to: number) => {
    const words = wordsOf(text);
    let node = from;
    for (const [index, word] of words.entries()) {
      const next = index === words.length - 1 ? to : newNode();
      connect(node, word, next);
      node = next;
    }
  };

  return {
    add: (items, bits) => {
      // Where the phrase can stand before the next item: several nodes behind an item that may be left out.
      let nodes = [ROOT];
      for (const item of items) {
        const next = newNode();
        if (item === 'gap') for (const node of nodes) afterGap[node] = next;
        else for (const node of nodes) for (const text of item) connectText(node, text, next);
        nodes = item !== 'gap' && item.includes('') ? [...nodes, next] : [next];
      }
      for (const node of nodes) endBits[node] = (endBits[node] ?? 0) | bits;
    },
    built: () => ({ vocabulary, firstEdge, targets, nextEdges, afterGap, endBits }),
  };
}
