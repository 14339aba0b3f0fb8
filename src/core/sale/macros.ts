/** Values for OpenRTB's substitution macros. A known macro without a value becomes an empty string. */
export type MacroValues = Readonly<Partial<Record<MacroName, string>>>;

const MACRO_NAMES = [
  'AUCTION_ID',
  'AUCTION_BID_ID',
  'AUCTION_IMP_ID',
  'AUCTION_SEAT_ID',
  'AUCTION_AD_ID',
  'AUCTION_PRICE',
  'AUCTION_CURRENCY',
  'AUCTION_MBR',
  'AUCTION_LOSS',
  'AUCTION_MIN_TO_WIN',
  'AUCTION_MULTIPLIER',
  'AUCTION_IMP_TS',
] as const;

type MacroName = (typeof MACRO_NAMES)[number];

/** A suffix names an encoding that the parties have agreed on: `${AUCTION_PRICE:B64}`. */
const MACRO = new RegExp(`\\$\\{(${MACRO_NAMES.join('|')})(?::\\w+)?\\}`, 'g');

/** The value of a macro as it is filled in: percent-encoded, which is safe both in URLs and in the JSON of the markup. */
export type MacroTexts = (name: MacroName) => string;

/** Most ads have no macro, so the values are made for the first one only. Each is encoded once, however often it is used. */
export function macroTexts(valuesOf: () => MacroValues): MacroTexts {
  let values: MacroValues | undefined;
  let texts: Partial<Record<MacroName, string>> | undefined;
  return (name) => {
    values ??= valuesOf();
    texts ??= {};
    // A lone surrogate is possible in JSON but cannot be percent-encoded.
    texts[name] ??= encodeURIComponent((values[name] ?? '').toWellFormed());
    return texts[name];
  };
}

/** Of all values in one markup (ruling 72), which can be much longer than their macros. Further macros become empty. */
export const FILLED_CHARACTERS_MAX = 100_000;

/** Fills in every known macro of an ad's markup except `kept`, which stays literal. JSON escapes nothing of a macro or a value. */
export function fillMarkup(markup: string, texts: MacroTexts, kept: MacroName): string {
  if (!hasMacros(markup)) return markup;
  let left = FILLED_CHARACTERS_MAX;
  return markup.replace(MACRO, (macro, name: MacroName) => {
    if (name === kept) return macro;
    const text = left > 0 ? texts(name) : '';
    left -= text.length;
    return left < 0 ? '' : text;
  });
}

/** The URL with all known macros but `kept` filled in; undefined as soon as it is too long. */
export function fillUrl(
  url: string,
  texts: MacroTexts,
  lengthMax: number,
  kept: readonly MacroName[] = NONE,
): string | undefined {
  if (!hasMacros(url)) return url.length > lengthMax ? undefined : url;
  let filled = '';
  let at = 0;
  // `matchAll` makes a new expression for every text, which takes longer than all the rest.
  MACRO.lastIndex = 0;
  for (let found = MACRO.exec(url); found !== null; found = MACRO.exec(url)) {
    const [macro, name] = found;
    const text = kept.includes(name as MacroName) ? macro : texts(name as MacroName);
    filled += url.slice(at, found.index) + text;
    if (filled.length > lengthMax) return undefined;
    at = MACRO.lastIndex;
  }
  filled += url.slice(at);
  return filled.length > lengthMax ? undefined : filled;
}

const NONE: readonly never[] = [];

export function hasMacros(text: string): boolean {
  return text.includes('${AUCTION_');
}
