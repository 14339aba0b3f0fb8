import type { Language } from './languages/language.ts';
import type { NounPhrase } from './noun-phrases.ts';
import type { Token } from './tokens.ts';

/** "una almohada viscoelástica o *de plumas*": which one of the things, and no other thing. */
export function isOtherKind(
  tokens: readonly Token[],
  start: number,
  { joiners, comparing, head }: Language,
): boolean {
  if (head === 'last' || !joiners.has(tokens[start - 1]?.key ?? '')) return false;
  const before = tokens[start - 2];
  return before?.kind === 'break' || comparing.or.has(before?.key ?? '');
}

/** "headphones with a cable or *bluetooth*": compared, and no thing by itself. */
export function isOnlyKind({ topic, head }: NounPhrase, { isDescribing }: Language): boolean {
  return topic === undefined && isDescribing(head);
}
