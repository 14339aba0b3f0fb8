import { HOLD_WORDS, type HoldCause, holdReason } from '../sale/hold-cause.ts';
import type { Award } from './award.ts';
import type { Candidate } from './check-bid.ts';
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

/** The candidates that did not win, each with its reason. */
export function lossesOf(
  candidates: readonly Candidate[],
  { wins, unpaid }: Award,
  { rules, rates }: { readonly rules: Pick<PublisherRules, 'tellsPrices'>; readonly rates: Rates },
): readonly LostBid[] {
  const losses: LostBid[] = [];
  for (const candidate of candidates) {
    const win = wins.find((won) => won.candidate.imp === candidate.imp);
    if (win?.candidate === candidate) continue;
    const { partner, bid } = candidate;
    const lack = unpaid.find((one) => one.candidate === candidate);
    const loss = lack === undefined ? defeatOf(candidate, win) : heldBack(lack.cause);
    const isBeaten = loss === OUTBID || loss === LOST_TO_DEAL;
    if (rules.tellsPrices && isBeaten && win !== undefined) {
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

/** Of a candidate that could have paid. Only a broken group leaves its impression without a winner. */
function defeatOf(candidate: Candidate, win: Win | undefined): Drop {
  if (win === undefined) return GROUP_BROKEN;
  return win.candidate.deal !== undefined && candidate.deal === undefined ? LOST_TO_DEAL : OUTBID;
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
      loss === LOST_TO_DEAL ? undefined : fromUsdMicros(candidate.priceMicros, currency, raised),
  };
}
