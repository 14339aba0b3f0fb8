/**
 * All phrases as one graph that is read word by word from the root. There is one node behind each item of a
 * template, so that alternatives add up instead of multiplying, and templates share the nodes of the items
 * that they begin with. Nodes and words are numbers.
 */
type PhraseGraph = {
  /** An index into the edges: the first of those that leave a node by a word, or `NO_EDGE`. */
  readonly firstEdge: (node: number, word: number) => number;
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

const EDGE_CELLS_MIN = 1 << 14;

/** From a node and a word to a number. A map of both as one key takes four times as long. */
function createEdgeTable() {
  let size = EDGE_CELLS_MIN;
  let taken = 0;
  let nodes = new Int32Array(size);
  let words = new Int32Array(size);
  let edges = new Int32Array(size).fill(NO_EDGE);

  const cellOf = (node: number, word: number): number => {
    let hash = Math.imul(node ^ Math.imul(word, 0x9e3779b1), 0x85ebca6b);
    hash ^= hash >>> 15;
    let cell = hash & (size - 1);
    while (edges[cell] !== NO_EDGE && (nodes[cell] !== node || words[cell] !== word)) {
      cell = (cell + 1) & (size - 1);
    }
    return cell;
  };
  const put = (node: number, word: number, edge: number) => {
    const cell = cellOf(node, word);
    if (edges[cell] === NO_EDGE) taken++;
    nodes[cell] = node;
    words[cell] = word;
    edges[cell] = edge;
  };
  const grow = () => {
    const [oldNodes, oldWords, oldEdges] = [nodes, words, edges];
    size *= 2;
    taken = 0;
    nodes = new Int32Array(size);
    words = new Int32Array(size);
    edges = new Int32Array(size).fill(NO_EDGE);
    for (const [cell, edge] of oldEdges.entries()) {
      if (edge !== NO_EDGE) put(oldNodes[cell] ?? 0, oldWords[cell] ?? 0, edge);
    }
  };

  return {
    get: (node: number, word: number): number => edges[cellOf(node, word)] ?? NO_EDGE,
    set(node: number, word: number, edge: number): void {
      if (2 * taken >= size) grow();
      put(node, word, edge);
    },
  };
}

/** A row of words, by their numbers. */
type WordRow = readonly number[];

/** What may stand next in a phrase: any of these rows (one without words: nothing), or a gap. */
export type Item = readonly WordRow[] | 'gap';

export function canBeLeftOut(item: Item): boolean {
  return item !== 'gap' && item.some((row) => row.length === 0);
}

export function createPhraseGraphBuilder() {
  const firstEdges = createEdgeTable();
  const targets: number[] = [];
  const nextEdges: number[] = [];
  const afterGap: number[] = [ROOT];
  const endBits = [0];

  const newNode = () => {
    afterGap.push(ROOT);
    return endBits.push(0) - 1;
  };
  const connect = (from: number, word: number, to: number) => {
    nextEdges.push(firstEdges.get(from, word));
    firstEdges.set(from, word, targets.push(to) - 1);
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
    graph: {
      firstEdge: firstEdges.get,
      targets,
      nextEdges,
      afterGap,
      endBits,
    } satisfies PhraseGraph,
  };
}
