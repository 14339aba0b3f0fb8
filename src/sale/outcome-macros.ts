import { fromMicros } from '../lib/money.ts';

/** How a sale ended. */
export type SaleOutcome = {
  /** CPM in USD micros. */
  readonly priceMicros: number;
  readonly lossCode?: number | undefined;
};

/**
 * Fills in the macros of a partner's URL that are known only then. The values are digits, a dot or empty, so they need
 * no encoding. `${AUCTION_PRICE:B64}` gets the plain value.
 */
export function fillOutcome(url: string, { priceMicros, lossCode }: SaleOutcome): string {
  if (!url.includes('${AUCTION_')) return url;
  return url
    .replace(/\$\{AUCTION_PRICE(?::\w+)?\}/g, String(fromMicros(priceMicros)))
    .replace(/\$\{AUCTION_LOSS(?::\w+)?\}/g, String(lossCode ?? ''));
}
