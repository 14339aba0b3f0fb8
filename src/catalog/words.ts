/** The words of a text, normalised for comparison: without case, accents, punctuation or plural. */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .normalize('NFKD')
    // Remove the possessive, so that "women" finds "Women's", then the accents.
    .replace(/['’]s\b/g, '')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return (plain.match(/[\p{Letter}\p{Number}]+/gu) ?? []).map(singular);
}

/** Shorter words keep their final s: "gps", "usb" and "bus" are not plurals. */
const SINGULAR_LETTERS_MAX = 3;

function singular(word: string): string {
  if (word.length <= SINGULAR_LETTERS_MAX) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
