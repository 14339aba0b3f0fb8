import { fromMicros } from '../../lib/money.ts';

/**
 * Fills in the macros of a partner's URL that are known only once the sale has ended. The price is a CPM in USD micros.
 * The values are digits, a dot or empty, so they need no encoding. `${AUCTION_PRICE:B64}` gets the plain value.
 */
export function fillOutcome(
  url: string,
  outcome: { readonly priceMicros: number; readonly lossCode?: number | undefined },
): string {
  const { priceMicros, lossCode } = outcome;
  if (!url.includes('${AUCTION_')) return url;
  return url
    .replace(/\$\{AUCTION_PRICE(?::\w+)?\}/g, String(fromMicros(priceMicros)))
    .replace(/\$\{AUCTION_LOSS(?::\w+)?\}/g, String(lossCode ?? ''));
}
