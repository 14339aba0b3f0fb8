/**
 * What a character counts as: the letters and digits it stands for (lower case, without accents), or
 * one of the signs below.
 */
export const IGNORED = '';
export const SEPARATOR = ' ';
export const APOSTROPHE = "'";
/** A phrase never goes on behind these: the end of a sentence, and what separates keywords. */
export const SENTENCE_END = '.';
export const KEYWORD_END = ',';

/** Latin letters with accents end here; one lookup each. */
const TABLE_SIZE = 0x250;

const FOLDED: readonly string[] = Array.from({ length: TABLE_SIZE }, (_, code) => foldLatin(code));

export function fold(codePoint: number): string {
  return FOLDED[codePoint] ?? foldOther(codePoint);
}

function foldLatin(code: number): string {
  const char = String.fromCharCode(code);
  if ("'`´".includes(char)) return APOSTROPHE;
  if ('.!?\n'.includes(char)) return SENTENCE_END;
  if (',;|'.includes(char)) return KEYWORD_END;
  if (char === '\u00ad') return IGNORED;
  const spelled = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }[char.toLowerCase()];
  if (spelled !== undefined) return spelled;
  const plain = char.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return /^[\p{L}\p{N}]+$/u.test(plain) ? plain : SEPARATOR;
}

/** Beyond Latin: marks vanish, letters in disguise are unmasked, symbols separate, the rest are letters. */
function foldOther(code: number): string {
  if (isIgnorable(code)) return IGNORED;
  if (code === 0x2018 || code === 0x2019 || code === 0x02bc || code === 0x2032) return APOSTROPHE;
  if (isDisguise(code)) return foldDisguise(code);
  return isSymbol(code) ? SEPARATOR : String.fromCodePoint(code);
}

/** Combining marks, zero-width characters, direction marks, variation selectors, tags. */
function isIgnorable(code: number): boolean {
  return (
    (code >= 0x0300 && code <= 0x036f) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    code === 0x034f ||
    code === 0x180e ||
    (code >= 0xe0000 && code <= 0xe01ef)
  );
}

/** Letters drawn differently: Vietnamese and other rare accents, circled, ligatures, full-width, mathematical, squared. */
function isDisguise(code: number): boolean {
  return (
    (code >= 0x1e00 && code <= 0x1eff) ||
    (code >= 0x2460 && code <= 0x24ff) ||
    (code >= 0xfb00 && code <= 0xfb06) ||
    (code >= 0xff01 && code <= 0xff5e) ||
    (code >= 0x1d400 && code <= 0x1d7ff) ||
    (code >= 0x1f100 && code <= 0x1f189)
  );
}

/** At most one entry for each character in the ranges of `isDisguise`. */
const unmasked = new Map<number, string>();

function foldDisguise(code: number): string {
  const known = unmasked.get(code);
  if (known !== undefined) return known;
  const plain = String.fromCodePoint(code).normalize('NFKD').toLowerCase();
  const folded = plain.replace(/[^a-z0-9]/g, '') || FOLDED[plain.charCodeAt(0)] || SEPARATOR;
  unmasked.set(code, folded);
  return folded;
}

/** Punctuation, symbols, emoji and halves of surrogate pairs. */
function isSymbol(code: number): boolean {
  return (
    (code >= 0x2000 && code <= 0x2bff) ||
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xd800 && code <= 0xf8ff) ||
    (code >= 0xfe10 && code <= 0xfe6f) ||
    code >= 0xfff0
  );
}
