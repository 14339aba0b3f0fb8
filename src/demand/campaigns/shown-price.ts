/** Digits, with points, commas, apostrophes or spaces between groups of them. */
const AMOUNT = /\d+(?:[.,'’\u00a0\u202f ]\d+)*/gu;

const CURRENCY_BEFORE = /(?:\p{Sc}|\b[A-Z]{2,3})\s*$/u;
const CURRENCY_AFTER = /^\s*(?:\p{Sc}|[A-Z]{3}\b|kr\b|zł)/u;

/**
 * The amount in a price as people read it: "$1,890", "1.890,00 €", "from CHF 1'890.-". The one beside a
 * currency counts, so that "2 for $30" is 30. Undefined where there is none.
 */
export function readShownPrice(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const amounts = [...text.matchAll(AMOUNT)];
  const priced = amounts.find(
    ({ 0: amount, index }) =>
      CURRENCY_BEFORE.test(text.slice(0, index)) ||
      CURRENCY_AFTER.test(text.slice(index + amount.length)),
  );
  const [amount] = priced ?? amounts[0] ?? [];
  return amount === undefined ? undefined : readAmount(amount);
}

/** The last point or comma begins the decimals, unless exactly three digits follow or it occurs twice. */
function readAmount(text: string): number {
  const [, whole = text, separator, decimals = ''] = /^(.*)([.,])(\d+)$/.exec(text) ?? [];
  const isDecimal = separator !== undefined && decimals.length !== 3 && !whole.includes(separator);
  const digits = (part: string) => part.replace(/\D/g, '');
  return isDecimal ? Number(`${digits(whole)}.${decimals}`) : Number(digits(text));
}
