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

/** In one text; further ones become empty. A value can be much longer than its macro, and both are the partner's. */
const FILLED_MAX = 200;

/**
 * Fills in every known macro except `keep`, which stays literal. Values are percent-encoded, which is safe
 * both in URLs and in the JSON of the markup.
 */
export function fillMacros(text: string, valuesOf: () => MacroValues, keep?: MacroName): string {
  // Most texts have no macro, so the values are made only if there is one.
  if (!text.includes('${AUCTION_')) return text;
  const values = valuesOf();
  let filled = 0;
  return text.replace(MACRO, (macro, name: MacroName) => {
    if (name === keep) return macro;
    if (filled++ >= FILLED_MAX) return '';
    // A lone surrogate is possible in JSON but cannot be percent-encoded.
    return encodeURIComponent((values[name] ?? '').toWellFormed());
  });
}
