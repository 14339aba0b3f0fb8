/**
 * All phrases as one graph that is read word by word from the root. There is one node behind each item of a
 * template, so that alternatives add up instead of multiplying, and templates share the nodes of the items
 * that they begin with. Nodes and words are numbers.
 */
export type PhraseGraph = {
  /** By word: the first of the edges that leave the root by it, or `NO_EDGE`. */
  readonly rootEdges: Int32Array;
  /** By node: the first of its edges, which are in the order of their words; behind the last node the number of all. */
  readonly edgeStarts: Int32Array;
  /** By edge. */
  readonly words: Uint16Array;
  readonly targets: Int32Array;
  /** By node: where a phrase goes on after a gap, or `ROOT` if none does. */
  readonly afterGap: Int32Array;
  /** By node: the bits of the phrases that end here. */
  readonly endBits: Int32Array;
};

export const ROOT = 0;
export const NO_EDGE = -1;

/** The first of the edges that leave a node by a word, or `NO_EDGE`. The others by the same word are behind it. */
export function firstEdge(
  { rootEdges, edgeStarts, words }: PhraseGraph,
  node: number,
  word: number,
): number {
  if (node === ROOT) return rootEdges[word] as number;
  let low = edgeStarts[node] as number;
  const end = edgeStarts[node + 1] as number;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] as number) < word) low = middle + 1;
    else high = middle;
  }
  return low < end && words[low] === word ? low : NO_EDGE;
}

/** A row of words, by their numbers. */
type WordRow = readonly number[];

/** What may stand next in a phrase: any of these rows (one without words: nothing), or a gap. */
export type Item = readonly WordRow[] | 'gap';

export function canBeLeftOut(item: Item): boolean {
  return item !== 'gap' && item.some((row) => row.length === 0);
}

export function createPhraseGraphBuilder() {
  /** By edge. */
  const from: number[] = [];
  const by: number[] = [];
  const to: number[] = [];
  const afterGap: number[] = [ROOT];
  const endBits = [0];

  const newNode = () => {
    afterGap.push(ROOT);
    return endBits.push(0) - 1;
  };
  const connectRow = (start: number, row: WordRow, end: number) => {
    let node = start;
    for (let at = 0; at < row.length; at++) {
      const next = at === row.length - 1 ? end : newNode();
      from.push(node);
      by.push(row[at] as number);
      to.push(next);
      node = next;
    }
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
    add(items: readonly Item[], bits: number): void {
      // Where the phrase can stand before the next item: several nodes behind an item that may be left out.
      let nodes = [ROOT];
      for (const item of items) {
        const behind = nodes.map((node) => stepOver(node, item));
        nodes = canBeLeftOut(item) ? [...nodes, ...behind] : behind;
      }
      for (const node of nodes) endBits[node] = (endBits[node] ?? 0) | bits;
    },
    graph(wordCount: number): PhraseGraph {
      const order = Uint32Array.from(from.keys()).sort(
        (a, b) =>
          (from[a] as number) - (from[b] as number) ||
          (by[a] as number) - (by[b] as number) ||
          a - b,
      );
      const edgeStarts = new Int32Array(endBits.length + 1);
      for (const node of from) edgeStarts[node + 1] = (edgeStarts[node + 1] as number) + 1;
      for (let node = 0; node < endBits.length; node++)
        edgeStarts[node + 1] = (edgeStarts[node + 1] as number) + (edgeStarts[node] as number);
      const words = Uint16Array.from(order, (edge) => by[edge] as number);
      const rootEdges = new Int32Array(wordCount).fill(NO_EDGE);
      for (let edge = (edgeStarts[1] as number) - 1; edge >= 0; edge--)
        rootEdges[words[edge] as number] = edge;
      return {
        rootEdges,
        edgeStarts,
        words,
        targets: Int32Array.from(order, (edge) => to[edge] as number),
        afterGap: Int32Array.from(afterGap),
        endBits: Int32Array.from(endBits),
      };
    },
  };
}
