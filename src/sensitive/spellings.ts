/**
 * The ways in which people write a phrase: `self-harm`, `self harm` and `selfharm`; `he's` and `hes`;
 * in German `töten`, `toten` (the accent left out) and `toeten`. Reading folds accents, so that only
 * what folding cannot see is spelled out here.
 */
export function spellings(phrase: string, language: string): readonly string[] {
  let all: readonly string[] = [phrase];
  if (phrase.includes('-')) all = both(all, (text) => text.replaceAll('-', ''));
  if (phrase.includes("'")) all = both(all, (text) => text.replaceAll("'", ''));
  if (language === 'de' && /[äöü]/.test(phrase)) all = both(all, withoutUmlauts);
  return all;
}

function both(texts: readonly string[], spell: (text: string) => string): readonly string[] {
  return [...texts, ...texts.map(spell)];
}

function withoutUmlauts(text: string): string {
  return text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
}
