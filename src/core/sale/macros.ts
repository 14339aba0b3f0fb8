import { fromMicros } from '../../lib/money.ts';

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
  'AUCTION_DISCOUNT_PCT',
  'AUCTION_DISCOUNT_CPM',
] as const;

type MacroName = (typeof MACRO_NAMES)[number];

/** Values for OpenRTB's substitution macros, percent-encoded. A known macro without a value becomes an empty string. */
export type MacroTexts = Readonly<Partial<Record<MacroName, string>>>;

/** A suffix names an encoding that the parties have agreed on: `${AUCTION_PRICE:B64}`. */
const MACRO = new RegExp(`\\$\\{(${MACRO_NAMES.join('|')})(?::\\w+)?\\}`, 'g');

/** As they are filled in, which is safe both in URLs and in the JSON of the markup. */
export function macroTexts(values: MacroTexts): MacroTexts {
  const texts: Partial<Record<MacroName, string>> = {};
  for (const name of MACRO_NAMES) {
    // A lone surrogate is possible in JSON but cannot be percent-encoded.
    texts[name] = encodeURIComponent((values[name] ?? '').toWellFormed());
  }
  return texts;
}

export function hasMacros(text: string): boolean {
  return text.includes('${AUCTION_');
}

/** Of all values in one markup (ruling 72), which can be much longer than their macros. Further macros become empty. */
export const FILLED_CHARACTERS_MAX = 100_000;

/**
 * Fills in every known macro of an ad's markup except the price: the caller knows the price it pays, and fills it in itself
 * (ruling 32). JSON escapes nothing of a macro or a value.
 */
export function fillMarkup(markup: string, texts: MacroTexts): string {
  let left = FILLED_CHARACTERS_MAX;
  return markup.replace(MACRO, (macro, name: MacroName) => {
    if (name === 'AUCTION_PRICE') return macro;
    const text = left > 0 ? (texts[name] ?? '') : '';
    left -= text.length;
    return left < 0 ? '' : text;
  });
}

/** The URL with all known macros but `kept` filled in; undefined as soon as it is too long. */
export function fillUrl(
  url: string,
  texts: MacroTexts,
  lengthMax: number,
  kept: readonly string[] = NONE,
): string | undefined {
  if (!hasMacros(url)) return url.length > lengthMax ? undefined : url;
  let filled = '';
  let at = 0;
  // `matchAll` makes a new expression for every text, which takes longer than all the rest.
  MACRO.lastIndex = 0;
  for (let found = MACRO.exec(url); found !== null; found = MACRO.exec(url)) {
    const [macro, name] = found;
    const text = kept.includes(name as string) ? macro : (texts[name as MacroName] ?? '');
    filled += url.slice(at, found.index) + text;
    if (filled.length > lengthMax) return undefined;
    at = MACRO.lastIndex;
  }
  filled += url.slice(at);
  return filled.length > lengthMax ? undefined : filled;
}

const NONE: readonly never[] = [];

/**
 * Fills in the macros of a partner's URL that are known only once the sale has ended. The price is a CPM in USD micros.
 * The values are digits, a dot or empty, so they need no encoding. `${AUCTION_PRICE:B64}` gets the plain value.
 */
export function fillOutcome(
  url: string,
  outcome: { readonly priceMicros: number; readonly lossCode?: number | undefined },
): string {
  const { priceMicros, lossCode } = outcome;
  if (!hasMacros(url)) return url;
  return url
    .replace(/\$\{AUCTION_PRICE(?::\w+)?\}/g, String(fromMicros(priceMicros)))
    .replace(/\$\{AUCTION_LOSS(?::\w+)?\}/g, String(lossCode ?? ''));
}
