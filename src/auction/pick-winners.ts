import type { OpenImp } from '../demand/partner.ts';
import type { Candidate } from './check-bid.ts';
import { type AuctionType, pickWinner, type Win } from './pick-winner.ts';

/** One winner per impression (ruling 30). */
export function pickWinners(
  imps: readonly OpenImp[],
  candidates: readonly Candidate[],
  auctionType: AuctionType,
  chance: () => number,
): readonly Win[] {
  const wins: Win[] = [];
  const ofImp = candidatesByImp(imps, candidates);
  for (const imp of imps) {
    const win = pickWinner(ofImp(imp), auctionType, chance);
    if (win !== undefined) wins.push(win);
  }
  const broken = findBrokenGroup(wins);
  if (broken === undefined) return wins;
  // Each round removes a group, so there are at most as many rounds as groups.
  const others = candidates.filter((candidate) => candidate.bid.group !== broken);
  return pickWinners(imps, others, auctionType, chance);
}

/** The candidates of an impression. Most requests have one, for which an index costs more than it saves. */
function candidatesByImp(
  imps: readonly OpenImp[],
  candidates: readonly Candidate[],
): (imp: OpenImp) => readonly Candidate[] {
  if (imps.length === 1) return (imp) => candidates.filter((candidate) => candidate.imp === imp);
  const byImp = Map.groupBy(candidates, ({ imp }) => imp);
  return (imp) => byImp.get(imp) ?? [];
}

/** A group that won some, but not all, of the impressions it bid on. */
function findBrokenGroup(wins: readonly Win[]): Candidate['bid']['group'] {
  for (const { candidate } of wins) {
    const { group } = candidate.bid;
    if (group === undefined) continue;
    const won = wins.filter((win) => win.candidate.bid.group === group).length;
    if (won < group.size) return group;
  }
  return undefined;
}
