import { matchAll, type Phrases, type Span } from './phrases.ts';
import { type Token, textOf } from './tokens.ts';

/** One of several things that people say when they mean something that they do not say: it counts once, by its weight. */
export type Sign = { readonly weight: number; readonly phrases: Phrases };

/** From here on signs are enough. */
export const ENOUGH = 1;

/** A longer message has more words of any kind. */
const WORDS_USUAL = 11;

type FoundSigns = { readonly sum: number; readonly because: readonly string[] };

/** What signs count together over several messages. No word counts for two of them. */
export function countSigns(
  signs: readonly Sign[],
  messages: readonly (readonly Token[])[],
): FoundSigns {
  let sum = 0;
  const because: string[] = [];
  const counted = messages.map(() => new Set<number>());
  for (const { weight, phrases } of signs) {
    for (const [index, tokens] of messages.entries()) {
      const taken = counted[index] ?? new Set();
      const found = matchAll(phrases, tokens).find(
        (span) => !positionsIn(span).some((at) => taken.has(at)),
      );
      if (found === undefined) continue;
      sum += weight;
      because.push(textOf(tokens, found.start, found.end));
      for (const at of positionsIn(found)) taken.add(at);
      break;
    }
  }
  const length = Math.max(
    ...messages.map((tokens) => tokens.filter(({ kind }) => kind === 'word').length),
  );
  return { sum: sum * Math.min(1, WORDS_USUAL / length), because };
}

function positionsIn({ start, end }: Span): readonly number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}
