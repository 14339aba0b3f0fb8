/** Values for OpenRTB's substitution macros; one that is known and has no value becomes nothing. */
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

/** A macro may ask for an encoding agreed elsewhere: `${AUCTION_PRICE:B64}`. */
const MACRO = new RegExp(`\\$\\{(${MACRO_NAMES.join('|')})(?::\\w+)?\\}`, 'g');

/**
 * Fills in what is known. A macro given as `keep` stays literal. Values are percent-encoded: macros stand
 * in URLs, and markup is JSON, which the encoding is safe in too.
 */
export function fillMacros(text: string, valuesOf: () => MacroValues, keep?: MacroName): string {
  // Most texts have none, and the values need not be made for them.
  if (!text.includes('${AUCTION_')) return text;
  const values = valuesOf();
  return text.replace(MACRO, (macro, name: MacroName) =>
    // Half a character, which JSON can hold, is none that a URL could.
    name === keep ? macro : encodeURIComponent((values[name] ?? '').toWellFormed()),
  );
}
