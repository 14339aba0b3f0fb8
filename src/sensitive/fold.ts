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

/** Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari and Bengali end here; one lookup each. */
const TABLE_SIZE = 0xa00;

/** From here on a mark is a vowel of its word; before, it can be left out. */
const INDIC_START = 0x900;

/** Letters that people write for one another and that do not come apart into a letter and a mark. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
  // Arabic, Persian and Urdu keyboards.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ۃ: 'ه',
  // Signs of a nasal vowel.
  '\u0901': '\u0902',
  '\u0981': '\u0982',
};

const FOLDED: readonly string[] = Array.from({ length: TABLE_SIZE }, (_, code) => foldListed(code));

export function fold(codePoint: number): string {
  return FOLDED[codePoint] ?? foldOther(codePoint);
}

function foldListed(code: number): string {
  const char = String.fromCharCode(code);
  if ("'`´ʼ".includes(char)) return APOSTROPHE;
  if ('.!?\n\u037e؟۔।॥'.includes(char)) return SENTENCE_END;
  if (',;|،؛'.includes(char)) return KEYWORD_END;
  if (isIgnorable(code)) return IGNORED;
  const spelled = SPELLED[char.toLowerCase()];
  if (spelled !== undefined) return spelled;
  const marks = code < INDIC_START ? /\p{M}/gu : /[\u093c\u09bc]/g;
  const plain = char.normalize('NFKD').replace(marks, '').toLowerCase();
  if (plain === '') return IGNORED;
  return /^[\p{L}\p{N}\p{M}]+$/u.test(plain) ? plain : SEPARATOR;
}

/** Beyond the table: marks vanish, letters in disguise are unmasked, symbols separate, the rest are letters. */
function foldOther(code: number): string {
  if (isIgnorable(code)) return IGNORED;
  if (code === 0x2018 || code === 0x2019 || code === 0x2032) return APOSTROPHE;
  if (isDisguise(code)) return unmasked(code, foldDisguise);
  if (isPresentationForm(code)) return unmasked(code, foldPresentationForm);
  if (code === 0x3002) return SENTENCE_END;
  if (code === 0x3001) return KEYWORD_END;
  return isSymbol(code) ? SEPARATOR : String.fromCodePoint(code);
}

/** Combining marks, zero-width characters, fillers, direction marks, variation selectors, tags. */
function isIgnorable(code: number): boolean {
  return (
    code === 0x00ad ||
    (code >= 0x0300 && code <= 0x036f) ||
    code === 0x061c ||
    code === 0x0640 ||
    (code >= 0x115f && code <= 0x1160) ||
    (code >= 0x180b && code <= 0x180f) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0x3164 ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    code === 0xffa0 ||
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

/** Hebrew and Arabic letters as old files hold them: with their points, joined, or by their place in the word. */
function isPresentationForm(code: number): boolean {
  return (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc);
}

/** At most one entry for each character in the ranges above. */
const known = new Map<number, string>();

function unmasked(code: number, foldOnce: (code: number) => string): string {
  let folded = known.get(code);
  if (folded === undefined) {
    folded = foldOnce(code);
    known.set(code, folded);
  }
  return folded;
}

function foldDisguise(code: number): string {
  const plain = String.fromCodePoint(code).normalize('NFKD').toLowerCase();
  return plain.replace(/[^a-z0-9]/g, '') || FOLDED[plain.charCodeAt(0)] || SEPARATOR;
}

/** The form of a mark alone comes apart into a space and the mark. */
function foldPresentationForm(code: number): string {
  const char = String.fromCodePoint(code);
  const plain = char.normalize('NFKD').replaceAll(' ', '');
  if (plain === char) return SEPARATOR;
  return Array.from(plain, (each) => fold(each.codePointAt(0) ?? 0)).join('');
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
