import { fromMicros } from '../../lib/money.ts';
import type { LostBid } from '../auction/award.ts';
import type { SendNotice } from '../auction/partner.ts';
import { BID_CHARACTERS_MAX } from '../openrtb/size-limits.ts';
import { fillUrl, macroTexts } from './macros.ts';

/** Concurrent loss notices. Further ones are not sent: OpenRTB does not require loss notices. */
const IN_FLIGHT_MAX = 200;
const GIVE_UP_MS = 2000;

/** One object for all: the client keeps the head that goes with it. */
const NO_HEADERS = {};

/** Tells partners which bids lost and why. Never called in test mode. */
export type NotifyLosses = (bidRequestId: string, losses: readonly LostBid[]) => void;

export function createLossNotices(send: SendNotice): NotifyLosses {
  let inFlight = 0;
  const leave = () => {
    inFlight--;
  };
  return (bidRequestId, losses) => {
    for (const { partner, bid, loss, prices } of losses) {
      if (bid.lurl === undefined || !/^https?:/i.test(bid.lurl) || inFlight >= IN_FLIGHT_MAX)
        continue;
      const texts = macroTexts({
        // OpenRTB calls the id of the bid request the auction's id.
        AUCTION_ID: bidRequestId,
        AUCTION_IMP_ID: bid.impid,
        AUCTION_SEAT_ID: bid.seat,
        AUCTION_AD_ID: bid.adid ?? '',
        AUCTION_CURRENCY: bid.currency,
        AUCTION_LOSS: String(loss.code),
        AUCTION_PRICE: priceText(prices?.clearingMicros),
        AUCTION_MIN_TO_WIN: priceText(prices?.minToWinMicros),
      });
      const url = fillUrl(bid.lurl, texts, BID_CHARACTERS_MAX.noticeUrl);
      if (url === undefined) continue;
      inFlight++;
      send({ method: 'GET', url, headers: NO_HEADERS }, GIVE_UP_MS, partner).finally(leave);
    }
  };
}

/** Empty where the price is not told. */
function priceText(micros: number | undefined): string {
  return micros === undefined ? '' : String(fromMicros(micros));
}
