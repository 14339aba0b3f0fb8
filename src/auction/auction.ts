import type { OpenImp, PartnerBid, Solicitation } from '../demand/partner.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { protect, type View } from '../privacy/protect.ts';
import { award } from './award.ts';
import { type Candidate, checkBid } from './check-bid.ts';
import { Drop, LOSS } from './drop.ts';
import { type Inventory, openImps } from './open-imps.ts';
import type { AuctionType, Win } from './pick-winner.ts';
import type { PublisherRules, Rates } from './rules.ts';
import { type Asked, type Asking, type ReadyPartner, solicit } from './solicit.ts';

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

/**
 * Opens the impressions, asks everyone, judges what came and picks the winners: at once where everyone
 * answers at once.
 */
export function holdAuction(
  request: ValidRequest,
  call: Pick<Asking, 'remainingMs' | 'trace'>,
  terms: AuctionTerms,
): AuctionResult | Promise<AuctionResult> {
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
  const asked = solicit({ partners, solicitations, tickMs, ...call });
  const conclude = (answers: readonly Asked[]): AuctionResult => ({
    inventory,
    views,
    asked: answers,
    ...decide(answers, { request, inventory, rules, terms }),
  });
  return asked instanceof Promise ? asked.then(conclude) : conclude(asked);
}

/** What became of each bid that came. */
function decide(
  asked: readonly Asked[],
  {
    request,
    inventory,
    rules,
    terms,
  }: {
    readonly request: ValidRequest;
    readonly inventory: Inventory;
    readonly rules: PublisherRules;
    readonly terms: AuctionTerms;
  },
): Pick<AuctionResult, 'wins' | 'losses'> {
  const imps = new Map<string, OpenImp>();
  for (const open of inventory.open) imps.set(open.imp.id, open);
  const judgement = { request, imps, rules, rates: terms.rates };
  const candidates: Candidate[] = [];
  const losses: LostBid[] = [];
  for (const { partner, answer } of asked) {
    if (answer.kind !== 'bids') continue;
    for (const bid of answer.bids) {
      const verdict = checkBid(partner, bid, judgement);
      if (verdict instanceof Drop) losses.push({ partner, bid, loss: verdict });
      else candidates.push(verdict);
    }
  }
  const type = request.wire.at ?? terms.defaultType;
  const isTest = request.wire.test === 1;
  const { wins, unpaid } = award(inventory.open, candidates, {
    type,
    isTest,
    chance: terms.chance,
  });
  for (const candidate of candidates) {
    const win = wins.find((won) => won.candidate.imp === candidate.imp);
    if (win?.candidate === candidate) continue;
    const loss = unpaid.includes(candidate) ? CANNOT_PAY : outbid(candidate, win);
    losses.push({ partner: candidate.partner, bid: candidate.bid, loss });
  }
  return { wins, losses };
}

const CANNOT_PAY = new Drop(
  LOSS.internalError,
  'its budget was used up before it could pay',
  'no-demand',
);
const GROUP_BROKEN = new Drop(LOSS.outbid, 'its group did not win as a whole');
const LOST_TO_DEAL = new Drop(LOSS.lostToDeal, 'a deal came first');
const OUTBID = new Drop(LOSS.outbid, 'another bid was higher, or equal and luckier');

function outbid(candidate: Candidate, win: Win | undefined): Drop {
  if (win === undefined) return GROUP_BROKEN;
  return win.candidate.deal !== undefined && candidate.deal === undefined ? LOST_TO_DEAL : OUTBID;
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
