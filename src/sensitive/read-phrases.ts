import type { CompiledLists } from './compile-lists.ts';
import { edgeKey, NO_EDGE, ROOT } from './phrase-graph.ts';
import { PHRASE_END, type Token } from './tokenize.ts';

/** A phrase of the lists that the text holds: tokens from `first` to `last`. */
export type FoundPhrase = { readonly first: number; readonly last: number; readonly bits: number };

/** So many words of any kind may stand in a gap. */
export const GAP_WORDS_MAX = 3;

/** So many fillers may stand between two words of a phrase. */
export const FILLERS_MAX = 3;

/** How many steps reading may still take. From each token on it takes a bounded number of them. */
export type StepsLeft = { count: number };

/** Every listed phrase, by where it begins; undefined where the steps do not reach to the end of the text. */
export function readPhrases(
  tokens: readonly Token[],
  { vocabulary, graph, fillers }: CompiledLists,
  stepsLeft: StepsLeft,
): readonly FoundPhrase[] | undefined {
  const words = tokens.map(({ word }) => vocabulary.numbers.get(word) ?? UNKNOWN);
  const found: FoundPhrase[] = [];

  const read = (node: number, first: number, at: number, fillersLeft: number): void => {
    stepsLeft.count--;
    let edge = graph.firstEdge.get(edgeKey(node, words[at] ?? UNKNOWN)) ?? NO_EDGE;
    if (edge === NO_EDGE && fillersLeft > 0 && fillers.has(tokens[at]?.word ?? PHRASE_END)) {
      read(node, first, at + 1, fillersLeft - 1);
    }
    for (; edge !== NO_EDGE; edge = graph.nextEdges[edge] ?? NO_EDGE) {
      reach(graph.targets[edge] ?? ROOT, first, at);
    }
  };

  const reach = (node: number, first: number, last: number): void => {
    const bits = graph.endBits[node] ?? 0;
    if (bits !== 0) found.push({ first, last, bits });
    read(node, first, last + 1, FILLERS_MAX);
    const afterGap = graph.afterGap[node] ?? ROOT;
    if (afterGap === ROOT) return;
    for (let gap = 0; gap <= GAP_WORDS_MAX; gap++) {
      read(afterGap, first, last + 1 + gap, FILLERS_MAX);
      if (tokens[last + 1 + gap]?.word === PHRASE_END) return;
    }
  };

  for (let first = 0; first < tokens.length; first++) {
    // Most words begin no phrase, and take no step.
    if (words[first] === UNKNOWN) continue;
    if (stepsLeft.count <= 0) return undefined;
    read(ROOT, first, first, 0);
  }
  return found;
}

const UNKNOWN = -1;
