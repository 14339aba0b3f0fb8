import { fromUsdMicros } from '../auction/currency.ts';
import type { Win } from '../auction/pick-winner.ts';
import { fromMicros } from '../lib/money.ts';
import type { MacroValues } from './macros.ts';
import type { SaleContext } from './sale-context.ts';

/**
 * The macro values of a win, except the price, which the caller fills in (ruling 32). In the markup the
 * currency is the response's. Notices that this server sends to the partner are in USD, as the ledger is.
 */
export function winMacros(
  { candidate, clearingMicros, minToWinMicros }: Win,
  { bidResponseId, request, currency }: SaleContext,
  nowMs: number,
): MacroValues {
  const { bid, priceMicros } = candidate;
  return {
    // OpenRTB calls the id of the bid request the auction's id.
    AUCTION_ID: request.wire.id,
    AUCTION_BID_ID: bidResponseId,
    AUCTION_IMP_ID: bid.impid,
    AUCTION_SEAT_ID: bid.seat,
    AUCTION_AD_ID: bid.adid ?? '',
    AUCTION_CURRENCY: currency.code,
    AUCTION_MBR: (clearingMicros / priceMicros).toFixed(4),
    AUCTION_LOSS: '0',
    AUCTION_MIN_TO_WIN: String(fromMicros(fromUsdMicros(minToWinMicros, currency))),
    AUCTION_MULTIPLIER: '1',
    AUCTION_IMP_TS: String(Math.floor(nowMs)),
  };
}
