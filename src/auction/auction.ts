import type { OpenImp, PartnerBid, Solicitation } from '../demand/partner.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { protect, type View } from '../privacy/protect.ts';
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
  /** What each partner may see, in the order of `asked`. */
  readonly views: readonly View[];
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
  if (inventory.open.length === 0) return { inventory, views: [], asked: [], wins: [], losses: [] };

  const { partners, tickMs } = terms;
  const views = protect(
    request,
    partners.map(({ standing }) => standing),
  );
  const solicitations = solicitationsOf(views, inventory.open, terms.nowMs());
  const asked = await solicit({ partners, solicitations, remainingMs, tickMs });

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
  return { inventory, views, asked, wins, losses };
}

function outbid(candidate: Candidate, win: Win | undefined): Drop {
  if (win === undefined) return new Drop(LOSS.outbid, 'its group did not win as a whole');
  return win.candidate.deal !== undefined && candidate.deal === undefined
    ? new Drop(LOSS.lostToDeal, 'a deal came first')
    : new Drop(LOSS.outbid, 'another bid was higher, or equal and luckier');
}

/** Partners that may see the same are asked the same, so that it is serialised once. */
function solicitationsOf(
  views: readonly View[],
  imps: readonly OpenImp[],
  nowMs: number,
): readonly (Solicitation | undefined)[] {
  const byRequest = new Map<ValidRequest, Solicitation>();
  return views.map(({ request, permission }) => {
    if (permission.restriction.call === 1) return undefined;
    const solicitation = byRequest.get(request) ?? { request, imps, nowMs };
    byRequest.set(request, solicitation);
    return solicitation;
  });
}
