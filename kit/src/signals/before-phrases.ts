import type { Language } from './languages/language.ts';
import { type Found, matchBefore } from './phrases.ts';
import type { Token } from './tokens.ts';

const SOFTENERS_MAX = 4;

/** Where the articles and small adjectives before a phrase begin. */
export function beforeSofteners(
  tokens: readonly Token[],
  start: number,
  { softeners }: Language,
): number {
  let at = start;
  while (at > 0 && start - at < SOFTENERS_MAX && softeners.has(tokens[at - 1]?.key ?? '')) at--;
  return at;
}

/** The request nearest before a phrase; one that is not mild goes first. */
export function requestBefore(
  tokens: readonly Token[],
  start: number,
  language: Language,
): Found | undefined {
  const first = beforeSofteners(tokens, start, language);
  let mild: Found | undefined;
  for (let end = start; end >= first; end--) {
    const request = matchBefore(language.request, tokens, end);
    if (request === undefined) continue;
    if (!isMild(tokens, request, language)) return request;
    mild ??= request;
  }
  return mild;
}

export function isMild(
  tokens: readonly Token[],
  { start, end }: Found,
  { mild }: Language,
): boolean {
  return end - start === 1 && mild.has(tokens[start]?.key ?? '');
}
