import { beforeSofteners, requestBefore } from './before-phrases.ts';
import type { Language } from './languages/language.ts';
import type { NounPhrase } from './noun-phrases.ts';
import { matchBefore } from './phrases.ts';
import type { Token } from './tokens.ts';

const NEGATION_WORDS_MAX = 3;

/** "not Nike", "no leather", "I don't like wool". */
export function isNegated(
  tokens: readonly Token[],
  { start }: NounPhrase,
  language: Language,
): boolean {
  if (isTakenBack(tokens, start, language)) return true;
  // "we still have no photographer" asks for one.
  const request = requestBefore(tokens, start, language);
  if (request !== undefined && language.negators.has(tokens[request.end - 1]?.key ?? ''))
    return false;
  let hasWish = false;
  for (let at = start - 1; at >= Math.max(0, start - 1 - NEGATION_WORDS_MAX); at--) {
    const key = tokens[at]?.key ?? '';
    // "doesn't have", "can't find": only wishes are taken back by a verb.
    if (language.negators.has(key))
      return hasWish || !/(?:nt|not|never|hing)$/.test(key) || key === 'not';
    if (!language.wishes.has(key)) return false;
    hasWish ||= /^(?:want|like|need|prefer|use)$/.test(key);
  }
  return false;
}

/** "not looking for a laptop", "anything but boots"; but "can't find a laptop" is a wish. */
function isTakenBack(tokens: readonly Token[], start: number, language: Language): boolean {
  const first = beforeSofteners(tokens, start, language);
  for (let end = start; end >= first; end--) {
    if (matchBefore(language.excludes, tokens, end) !== undefined) return true;
  }
  const request = requestBefore(tokens, start, language);
  if (request === undefined || FOUND_NOWHERE.test(tokens[request.start]?.key ?? '')) return false;
  return language.negators.has(tokens[request.start - 1]?.key ?? '');
}

const FOUND_NOWHERE =
  /^(?:find|get|which|what|any|best|good|un|une|des|una|um|uma|umas|uns|unos|unas|uno|dei|delle|degli|qualche|quale|che|mir)$/;
