import type { Language } from './languages/language.ts';
import { BRANDS } from './names.ts';

/**
 * Ruling 66: whether the lists know a word of something sold. A keyword is made of such words alone, so what no
 * list knows never leaves.
 */
export function isKnownWord(key: string, language: Language): boolean {
  return language.isListed(key) || BRANDS.has(key);
}
