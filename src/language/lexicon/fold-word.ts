/** How words are compared: in lower case, without accents and apostrophes. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  if (/^[a-z\d-]*$/.test(lower)) return lower;
  return lower
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '');
}
