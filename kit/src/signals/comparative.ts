import type { Language } from './languages/language.ts';
import { type Token, textOf } from './tokens.ts';

const GAP_MAX = 2;

/** Where "than" stands behind a comparative: "smarter than", "más barato que". Not before a price. */
export function comparativeAt(tokens: readonly Token[], than: number, language: Language): boolean {
  if (!language.comparing.than.has(tokens[than]?.key ?? '')) return false;
  const kind = tokens[than + 1]?.kind;
  if (kind !== 'word' && kind !== 'mark') return false;
  // "a rowing trainer then": a thing that ends like a comparative is none.
  if (language.topicOfWord(tokens[than - 1]?.key ?? '') !== undefined) return false;
  if (
    language.numberOf.has(tokens[than + 1]?.key ?? '') &&
    language.stop.has(tokens[than + 2]?.key ?? '')
  )
    return false;
  if (language.head === 'last' && /..er$/.test(tokens[than - 1]?.key ?? '')) return true;
  for (let at = than - 1; at >= Math.max(0, than - 1 - GAP_MAX); at--) {
    if (tokens[at]?.kind !== 'word') return false;
    if (language.comparatives.has(tokens[at]?.key ?? '')) return true;
  }
  return false;
}

export function findComparative(tokens: readonly Token[], language: Language): string | undefined {
  const than = tokens.findIndex((_, at) => comparativeAt(tokens, at, language));
  return than === -1 ? undefined : textOf(tokens, Math.max(0, than - 1), than + 1);
}
