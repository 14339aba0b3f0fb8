import type { MatcherTable } from './compile-lists.ts';
import { firstEdge, NO_EDGE, ROOT } from './phrase-graph.ts';
import { PHRASE_END, type TextWords, UNKNOWN } from './tokenize.ts';

/** A phrase of the lists that the text holds: words from `first` to `last`. */
export type FoundPhrase = { readonly first: number; readonly last: number; readonly bits: number };

/** So many words of any kind may stand in a gap. */
export const GAP_WORDS_MAX = 3;

/** So many fillers may stand between two words of a phrase. */
export const FILLERS_MAX = 3;

/** How many steps reading may still take. From each word on it takes a bounded number of them. */
export type StepsLeft = { count: number };

/** Every listed phrase, by where it begins; undefined where the steps do not reach to the end of the text. */
export type ReadPhrases = (
  /** With the numbers of its words. */
  row: TextWords,
  stepsLeft: StepsLeft,
) => readonly FoundPhrase[] | undefined;

export function createPhraseReader({ graph, fillers }: MatcherTable): ReadPhrases {
  const { words, targets, afterGap, endBits, edgeStarts } = graph;
  /** Of the text that is read. */
  let numbers: readonly number[] = [];
  let count = 0;
  let steps = 0;
  let found: FoundPhrase[] = [];

  const numberAt = (at: number) => (at < count ? (numbers[at] as number) : UNKNOWN);

  const read = (node: number, first: number, at: number, fillersLeft: number): void => {
    steps--;
    const word = numberAt(at);
    if (word < 0) return;
    let edge = firstEdge(graph, node, word);
    if (edge === NO_EDGE) {
      if (fillersLeft > 0 && fillers[word] === 1) read(node, first, at + 1, fillersLeft - 1);
      return;
    }
    const end = edgeStarts[node + 1] as number;
    for (; edge < end && words[edge] === word; edge++) reach(targets[edge] as number, first, at);
  };

  const reach = (node: number, first: number, last: number): void => {
    const bits = endBits[node] as number;
    if (bits !== 0) found.push({ first, last, bits });
    read(node, first, last + 1, FILLERS_MAX);
    const behindGap = afterGap[node] as number;
    if (behindGap === ROOT) return;
    for (let gap = 0; gap <= GAP_WORDS_MAX; gap++) {
      read(behindGap, first, last + 1 + gap, FILLERS_MAX);
      if (numberAt(last + 1 + gap) === PHRASE_END) return;
    }
  };

  return (row, stepsLeft) => {
    ({ numbers, count } = row);
    steps = stepsLeft.count;
    found = [];
    for (let first = 0; first < count; first++) {
      // Most words begin no phrase, and take no step.
      if ((numbers[first] as number) < 0) continue;
      if (steps <= 0) return undefined;
      read(ROOT, first, first, 0);
    }
    stepsLeft.count = steps;
    return found;
  };
}
