import type { CompiledLists } from './compile-lists.ts';
import { NO_EDGE, ROOT } from './phrase-graph.ts';
import { PHRASE_END, type TextWords } from './tokenize.ts';
import { UNKNOWN } from './vocabulary.ts';

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

export function createPhraseReader({ graph, fillers }: CompiledLists): ReadPhrases {
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
    let edge = graph.firstEdge(node, word);
    if (edge === NO_EDGE && fillersLeft > 0 && fillers[word] === 1) {
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
