/** The words of a text in the form in which they are compared: no case, accents, punctuation or plural. */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .normalize('NFKD')
    // "Women's" is asked for as "women": the possessive goes, then the accents.
    .replace(/['’]s\b/g, '')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return (plain.match(/[\p{Letter}\p{Number}]+/gu) ?? []).map(singular);
}

/** Too short to lose a letter: "gps", "usb" and "bus" are no plurals. */
const SINGULAR_LETTERS_MAX = 3;

function singular(word: string): string {
  if (word.length <= SINGULAR_LETTERS_MAX) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
