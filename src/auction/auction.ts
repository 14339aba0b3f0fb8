import type { OpenImp, PartnerBid } from '../demand/partner.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { type Candidate, checkBid } from './check-bid.ts';
import { Drop, LOSS } from './drop.ts';
import { type Inventory, openImps } from './open-imps.ts';
import type { AuctionType, Win } from './pick-winner.ts';
import { pickWinners } from './pick-winners.ts';
import type { PublisherRules, Rates } from './rules.ts';
import { type Asked, type ReadyPartner, solicit } from './solicit.ts';

export type AuctionTerms = {
  readonly partners: readonly ReadyPartner[];
  readonly rulesOf: (publisher: string | undefined) => PublisherRules;
  readonly rates: Rates;
  readonly defaultType: AuctionType;
  readonly tickMs: () => number;
  readonly nowMs: () => number;
  readonly chance: () => number;
};

/** A bid that did not win, and why. */
export type LostBid = {
  readonly partner: string;
  readonly bid: PartnerBid;
  readonly loss: Drop;
};

/** Everything that happened, from which the response and the explanation are made. */
export type AuctionResult = {
  readonly inventory: Inventory;
  readonly asked: readonly Asked[];
  readonly wins: readonly Win[];
  readonly losses: readonly LostBid[];
};

/** Opens the impressions, asks everyone, judges what came and picks the winners. */
export async function holdAuction(
  request: ValidRequest,
  remainingMs: number,
  terms: AuctionTerms,
): Promise<AuctionResult> {
  const { wire } = request;
  const rules = terms.rulesOf(wire.site?.publisher?.id ?? wire.app?.publisher?.id);
  const inventory = openImps(request, rules, terms.rates);
  if (inventory.open.length === 0) return { inventory, asked: [], wins: [], losses: [] };

  const solicitation = { request, imps: inventory.open, nowMs: terms.nowMs() };
  const asked = await solicit({
    solicitation,
    partners: terms.partners,
    remainingMs,
    tickMs: terms.tickMs,
  });

  const imps = new Map(inventory.open.map((imp): [string, OpenImp] => [imp.imp.id, imp]));
  const candidates: Candidate[] = [];
  const losses: LostBid[] = [];
  for (const { partner, answer } of asked) {
    if (answer.kind !== 'bids') continue;
    for (const bid of answer.bids) {
      const verdict = checkBid(partner, bid, { request, imps, rules, rates: terms.rates });
      if (verdict instanceof Drop) losses.push({ partner, bid, loss: verdict });
      else candidates.push(verdict);
    }
  }
  const wins = pickWinners(inventory.open, candidates, wire.at ?? terms.defaultType, terms.chance);
  for (const candidate of candidates) {
    const win = wins.find((won) => won.candidate.imp === candidate.imp);
    if (win?.candidate === candidate) continue;
    losses.push({ partner: candidate.partner, bid: candidate.bid, loss: outbid(candidate, win) });
  }
  return { inventory, asked, wins, losses };
}

function outbid(candidate: Candidate, win: Win | undefined): Drop {
  if (win === undefined) return new Drop(LOSS.outbid, 'its group did not win as a whole');
  return win.candidate.deal !== undefined && candidate.deal === undefined
    ? new Drop(LOSS.lostToDeal, 'a deal came first')
    : new Drop(LOSS.outbid, 'another bid was higher, or equal and luckier');
}
