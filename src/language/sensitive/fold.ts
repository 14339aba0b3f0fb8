/** What a character counts as: its letters and digits, lower-case without accents, or one of the signs below. */
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

/** Combining marks, zero-width characters, fillers, direction marks, variation selectors, tags. */
const IGNORABLE = [
  0xad, 0xad, 0x300, 0x36f, 0x61c, 0x61c, 0x640, 0x640, 0x115f, 0x1160, 0x180b, 0x180f, 0x200b,
  0x200f, 0x202a, 0x202e, 0x2060, 0x206f, 0x3164, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xfeff, 0xffa0,
  0xffa0, 0xe0000, 0xe01ef,
];

/** Letters drawn differently: Vietnamese and other rare accents, circled, ligatures, full-width, mathematical, squared. */
const DISGUISES = [
  0x1e00, 0x1eff, 0x2460, 0x24ff, 0xfb00, 0xfb06, 0xff01, 0xff5e, 0x1d400, 0x1d7ff, 0x1f100,
  0x1f189,
];

/** Hebrew and Arabic letters as old files hold them: with their points, joined, or by where they stand in the word. */
const PRESENTATION_FORMS = [0xfb1d, 0xfdff, 0xfe70, 0xfefc];

/** Punctuation, symbols, emoji and halves of surrogate pairs. */
const SYMBOLS = [0x2000, 0x2bff, 0x3000, 0x303f, 0xd800, 0xf8ff, 0xfe10, 0xfe6f, 0xfff0, 0x10ffff];

/** Whether a code point is in one of the ranges: the first and the last of each, alternating. */
function isWithin(ranges: readonly number[], code: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) {
    if (code >= (ranges[i] ?? 0) && code <= (ranges[i + 1] ?? 0)) return true;
  }
  return false;
}

const FOLDED: readonly string[] = Array.from({ length: TABLE_SIZE }, (_, code) => foldListed(code));

/** At most one entry for each of the disguises and presentation forms, which are dear to fold. */
const unmasked = new Map<number, string>();

export function fold(codePoint: number): string {
  return FOLDED[codePoint] ?? unmasked.get(codePoint) ?? foldOther(codePoint);
}

/** In place of a code: characters that are no letter, and those with several letters or beyond the table. */
export const NO_LETTER = 0;
export const MANY = 0xffff;

const CODES = Uint16Array.from(FOLDED, (folded) => {
  if (!isLetters(folded)) return NO_LETTER;
  return folded.length === 1 ? folded.charCodeAt(0) : MANY;
});

/** The letter that a character counts as, where it is one: `foldedLetters` without a string. */
export function foldedCode(code: number): number {
  if (code < TABLE_SIZE) return CODES[code] as number;
  return hasNoSpaces(code) || isHangul(code) ? code : MANY;
}

/** The letters and digits that a character counts as; most have one, and signs have none. */
export function foldedLetters(codePoint: number): string {
  if (hasNoSpaces(codePoint)) return String.fromCodePoint(codePoint);
  const folded = fold(codePoint);
  return isLetters(folded) ? folded : '';
}

export function isLetters(folded: string): boolean {
  return (
    folded !== IGNORED &&
    folded !== SEPARATOR &&
    folded !== SENTENCE_END &&
    folded !== KEYWORD_END &&
    folded !== APOSTROPHE
  );
}

function foldListed(code: number): string {
  const char = String.fromCharCode(code);
  if ("'`´ʼ".includes(char)) return APOSTROPHE;
  if ('.!?\n\u037e؟۔।॥'.includes(char)) return SENTENCE_END;
  if (',;|،؛'.includes(char)) return KEYWORD_END;
  if (isWithin(IGNORABLE, code)) return IGNORED;
  const spelled = SPELLED[char.toLowerCase()];
  if (spelled !== undefined) return spelled;
  const marks = code < INDIC_START ? /\p{M}/gu : /[\u093c\u09bc]/g;
  const plain = char.normalize('NFKD').replace(marks, '').toLowerCase();
  if (plain === '') return IGNORED;
  return /^[\p{L}\p{N}\p{M}]+$/u.test(plain) ? plain : SEPARATOR;
}

/** Scripts without spaces between words: each character counts as a word, so that a phrase is found in any row. */
export function hasNoSpaces(codePoint: number): boolean {
  if (codePoint < 0x0e00) return false;
  return (
    // Thai, Lao, Tibetan, Burmese, Khmer
    codePoint <= 0x109f ||
    (codePoint >= 0x1780 && codePoint <= 0x17ff) ||
    // Kana, Bopomofo
    (codePoint >= 0x3040 && codePoint <= 0x31ff) ||
    // Chinese characters
    (codePoint >= 0x3400 && codePoint <= 0x9fff) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0x20000 && codePoint <= 0x323af)
  );
}

/** Composed syllables, which count as they stand. */
function isHangul(code: number): boolean {
  return code >= 0xac00 && code <= 0xd7a3;
}

/** Beyond the table: marks vanish, letters in disguise are unmasked, symbols separate, the rest are letters. */
function foldOther(code: number): string {
  if (isHangul(code)) return String.fromCodePoint(code);
  if (isWithin(IGNORABLE, code)) return IGNORED;
  if (code === 0x2018 || code === 0x2019 || code === 0x2032) return APOSTROPHE;
  if (isWithin(DISGUISES, code)) return kept(code, foldDisguise(code));
  if (isWithin(PRESENTATION_FORMS, code)) return kept(code, foldPresentationForm(code));
  if (code === 0x3002) return SENTENCE_END;
  if (code === 0x3001) return KEYWORD_END;
  return isWithin(SYMBOLS, code) ? SEPARATOR : String.fromCodePoint(code);
}

function kept(code: number, folded: string): string {
  unmasked.set(code, folded);
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
