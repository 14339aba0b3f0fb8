/** Words as numbers from 0 on: a phrase is compared number by number. */
export type WordNumbers = {
  readonly numbers: ReadonlyMap<string, number>;
  /** The number of a word, a new one if it has none yet. */
  readonly numberOf: (word: string) => number;
};

const VOCABULARY_MAX = 1 << 15;

export function createVocabulary(): WordNumbers {
  const numbers = new Map<string, number>();
  return {
    numbers,
    numberOf: (word) => {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      if (numbers.size === VOCABULARY_MAX) {
        throw new Error(`the word lists have more than ${VOCABULARY_MAX} different words`);
      }
      numbers.set(word, numbers.size);
      return numbers.size - 1;
    },
  };
}

/**
 * All phrases as one graph that is read word by word from the root. There is one node behind each item of a
 * template, so that alternatives add up instead of multiplying, and templates share the nodes of the items
 * that they begin with. Nodes and words are numbers.
 */
type PhraseGraph = {
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

export function edgeKey(node: number, word: number): number {
  return node * VOCABULARY_MAX + word;
}

/** A row of words, by their numbers. */
type WordRow = readonly number[];

/** What may stand next in a phrase: any of these rows (one without words: nothing), or a gap. */
export type Item = readonly WordRow[] | 'gap';

export function canBeLeftOut(item: Item): boolean {
  return item !== 'gap' && item.some((row) => row.length === 0);
}

export function createPhraseGraphBuilder() {
  const firstEdge = new Map<number, number>();
  const targets: number[] = [];
  const nextEdges: number[] = [];
  const afterGap: number[] = [ROOT];
  const endBits = [0];

  const newNode = () => {
    afterGap.push(ROOT);
    return endBits.push(0) - 1;
  };
  const connect = (from: number, word: number, to: number) => {
    const key = edgeKey(from, word);
    nextEdges.push(firstEdge.get(key) ?? NO_EDGE);
    firstEdge.set(key, targets.push(to) - 1);
  };
  const connectRow = (from: number, row: WordRow, to: number) => {
    let node = from;
    row.forEach((word, index) => {
      const next = index === row.length - 1 ? to : newNode();
      connect(node, word, next);
      node = next;
    });
  };

  const behindItem: Map<Item, number>[] = [];
  const stepOver = (node: number, item: Item) => {
    behindItem[node] ??= new Map();
    const known = behindItem[node].get(item);
    if (known !== undefined) return known;
    const next = newNode();
    behindItem[node].set(item, next);
    if (item === 'gap') afterGap[node] = next;
    else for (const row of item) connectRow(node, row, next);
    return next;
  };

  return {
    add: (items: readonly Item[], bits: number): void => {
      // Where the phrase can stand before the next item: several nodes behind an item that may be left out.
      let nodes = [ROOT];
      for (const item of items) {
        const behind = nodes.map((node) => stepOver(node, item));
        nodes = canBeLeftOut(item) ? [...nodes, ...behind] : behind;
      }
      for (const node of nodes) endBits[node] = (endBits[node] ?? 0) | bits;
    },
    /** Grows with each phrase. */
    graph: { firstEdge, targets, nextEdges, afterGap, endBits } satisfies PhraseGraph,
  };
}
