import type { OpenImp, Solicitation } from '../demand/partner.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { type Candidate, checkBid } from './check-bid.ts';
import type { Rates } from './currency.ts';
import { Drop } from './drop.ts';
import type { LostBid } from './losses.ts';
import type { PublisherRules } from './rules.ts';
import type { Asked } from './solicit.ts';

export type JudgeContext = {
  readonly request: ValidRequest;
  readonly imps: readonly OpenImp[];
  readonly rules: PublisherRules;
  readonly rates: Rates;
  /** What each partner was asked, in the order of the answers. */
  readonly solicitations: readonly (Solicitation | undefined)[];
};

export type Judged = {
  /** Bids that may win. */
  readonly candidates: readonly Candidate[];
  /** Bids that break a rule. */
  readonly dropped: readonly LostBid[];
};

/** Checks every bid against every rule. */
export function judge(
  asked: readonly Asked[],
  { request, imps, rules, rates, solicitations }: JudgeContext,
): Judged {
  const impById = new Map<string, OpenImp>();
  for (const open of imps) impById.set(open.imp.id, open);
  const judgement = { request, imps: impById, rules, rates };
  const candidates: Candidate[] = [];
  const dropped: LostBid[] = [];
  for (const [i, { partner, answer }] of asked.entries()) {
    if (answer.kind !== 'bids') continue;
    const bidder = { partner, withheldDeals: solicitations[i]?.withheldDeals ?? [] };
    for (const bid of answer.bids) {
      const verdict = checkBid(bidder, bid, judgement);
      if (verdict instanceof Drop) dropped.push({ partner, bid, loss: verdict });
      else candidates.push(verdict);
    }
  }
  return { candidates, dropped };
}
