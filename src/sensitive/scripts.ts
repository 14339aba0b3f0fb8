/**
 * Scripts that do not separate words by spaces: each character counts as a word, so that a
 * listed phrase is found wherever its characters stand in a row.
 */
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
