import { HOLD_WORDS, type HoldCause, holdReason } from '../sale/hold-cause.ts';
import type { Award } from './award.ts';
import type { Contender } from './check-bid.ts';
import { cut, fromUsdMicros, type Rates, raised, USD } from './currency.ts';
import { Drop, LOSS } from './drop.ts';
import type { PartnerBid } from './partner.ts';
import type { Win } from './pick-winner.ts';
import type { PublisherRules } from './rules.ts';

/** A bid that did not win, and why. */
export type LostBid = {
  readonly partner: string;
  readonly bid: PartnerBid;
  readonly loss: Drop;
  /** Only where the publisher tells prices, and for bids that another bid beat. */
  readonly prices?: MarketPrices;
};

/** CPM in micros of the currency of the lost bid. */
type MarketPrices = {
  /** The price that the winner pays. */
  readonly clearingMicros: number;
  /** The price that would have tied with the winner; undefined where no price beats a deal. */
  readonly minToWinMicros: number | undefined;
};

const GROUP_BROKEN = new Drop(LOSS.outbid, 'its group did not win every impression it bid on');
const LOST_TO_DEAL = new Drop(LOSS.lostToDeal, 'a bid on a deal won');
const OUTBID = new Drop(LOSS.outbid, 'another bid was higher, or equal and drawn by lot');
const NOT_SEEN = '; nobody has looked at its ad';
const LOST_TO_DEAL_UNSEEN = new Drop(LOSS.lostToDeal, LOST_TO_DEAL.reason + NOT_SEEN);
const OUTBID_UNSEEN = new Drop(LOSS.outbid, OUTBID.reason + NOT_SEEN);

/** The contenders that did not win, each with its reason. */
export function lossesOf(
  contenders: readonly Contender[],
  { wins, unpaid }: Award,
  { rules, rates }: { readonly rules: Pick<PublisherRules, 'tellsPrices'>; readonly rates: Rates },
): readonly LostBid[] {
  const losses: LostBid[] = [];
  for (const contender of contenders) {
    const win = wins.find((won) => won.candidate.imp === contender.imp);
    if (win?.candidate === contender) continue;
    const { partner, bid, fault } = contender;
    const lack = unpaid.find((one) => one.candidate === contender);
    const loss = fault ?? (lack === undefined ? defeatOf(contender, win) : heldBack(lack.cause));
    const isBeaten = fault === undefined && lack === undefined && win !== undefined;
    if (rules.tellsPrices && isBeaten) {
      losses.push({ partner, bid, loss, prices: pricesFor(bid, loss, win, rates) });
    } else {
      losses.push({ partner, bid, loss });
    }
  }
  return losses;
}

/** OpenRTB has no code of its own for it. */
function heldBack(cause: HoldCause): Drop {
  const slug = holdReason(cause);
  const fault = slug === 'capped' ? 'may not be shown again' : 'could not pay';
  return new Drop(LOSS.internalError, `it had won and ${fault}: ${HOLD_WORDS[cause]}`, slug);
}

/** Of a contender that could have paid. Only a broken group leaves its impression without a winner. */
function defeatOf({ deal, native }: Contender, win: Win | undefined): Drop {
  if (win === undefined) return GROUP_BROKEN;
  const isSeen = native !== undefined;
  if (win.candidate.deal === undefined || deal !== undefined)
    return isSeen ? OUTBID : OUTBID_UNSEEN;
  return isSeen ? LOST_TO_DEAL : LOST_TO_DEAL_UNSEEN;
}

function pricesFor(
  { currency: code }: PartnerBid,
  loss: Drop,
  { candidate, clearingMicros }: Win,
  rates: Rates,
): MarketPrices {
  const currency = { code, usdPerUnit: rates.get(code) ?? USD.usdPerUnit };
  return {
    clearingMicros: fromUsdMicros(clearingMicros, currency, cut),
    minToWinMicros:
      loss.code === LOSS.lostToDeal.code
        ? undefined
        : fromUsdMicros(candidate.priceMicros, currency, raised),
  };
}
