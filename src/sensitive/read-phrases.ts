import { edgeKey, GAP_WORDS_MAX, type PhraseTrie, ROOT } from './phrase-trie.ts';
import { PHRASE_END, type Token } from './tokenize.ts';

/** A phrase of the lists that the text holds: tokens from `first` to `last`. */
export type Found = { readonly first: number; readonly last: number; readonly bits: number };

/** So many fillers may stand between two words of a phrase. */
export const FILLERS_MAX = 3;

/** Every listed phrase, by where it begins. From each token on it takes a bounded number of steps. */
export function readPhrases(
  tokens: readonly Token[],
  trie: PhraseTrie,
  fillers: ReadonlySet<string>,
): readonly Found[] {
  const words = tokens.map(({ word }) => trie.vocabulary.get(word) ?? -1);
  const found: Found[] = [];
  const read = (node: number, first: number, at: number, fillersLeft: number) => {
    const next = trie.edges.get(edgeKey(node, words[at] ?? -1));
    if (next !== undefined) reach(next, first, at);
    else if (fillersLeft > 0 && fillers.has(tokens[at]?.word ?? '')) {
      read(node, first, at + 1, fillersLeft - 1);
    }
  };
  const reach = (node: number, first: number, last: number) => {
    const bits = trie.endBits[node] ?? 0;
    if (bits !== 0) found.push({ first, last, bits });
    if (last + 1 === tokens.length) return;
    read(node, first, last + 1, FILLERS_MAX);
    const afterGap = trie.afterGap[node] ?? 0;
    if (afterGap === 0) return;
    for (let at = last + 1; at <= last + 1 + GAP_WORDS_MAX && at < tokens.length; at++) {
      read(afterGap, first, at, 0);
      if (tokens[at]?.word === PHRASE_END) return;
    }
  };
  for (let first = 0; first < tokens.length; first++) read(ROOT, first, first, 0);
  return found;
}
