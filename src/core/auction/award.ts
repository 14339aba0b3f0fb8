import type { HoldCause } from '../sale/hold-cause.ts';
import type { Candidate } from './check-bid.ts';
import type { OpenImp } from './partner.ts';
import type { AuctionType, Win } from './pick-winner.ts';
import { pickWinners } from './pick-winner.ts';

export type Award = {
  readonly wins: readonly Win[];
  /** Bids that had won and whose budget or cap did not allow the sale, each once. */
  readonly unpaid: readonly Unpaid[];
};

/** `cause` says why its budget or a cap did not allow it. */
type Unpaid = { readonly candidate: Candidate; readonly cause: HoldCause };

type AwardTerms = {
  readonly type: AuctionType;
  /** In test mode no budget is reserved. */
  readonly isTest: boolean;
  readonly chance: () => number;
};

/** Picks winners and reserves their prices. Where one cannot pay, the impression is awarded again without that bid. */
export function award(
  imps: readonly OpenImp[],
  candidates: readonly Candidate[],
  { type, isTest, chance }: AwardTerms,
): Award {
  const wins: Win[] = [];
  const unpaid: Unpaid[] = [];
  let open = imps;
  let field = candidates;
  // Each round removes at least one candidate, so there are at most as many rounds as candidates.
  for (;;) {
    const before = unpaid.length;
    for (const win of pickWinners(open, field, type, chance)) {
      const { candidate, clearingMicros } = win;
      const reserved = isTest ? 0 : (candidate.bid.reserve?.(clearingMicros) ?? 0);
      if (typeof reserved === 'string') unpaid.push({ candidate, cause: reserved });
      else wins.push(reserved === 0 ? win : { ...win, portion: reserved });
    }
    if (unpaid.length === before) return { wins: inOrder(wins, imps), unpaid };
    const failed = unpaid.slice(before).map(({ candidate }) => candidate);
    open = open.filter((imp) => failed.some((candidate) => candidate.imp === imp));
    field = field.filter(
      (candidate) => open.includes(candidate.imp) && !failed.includes(candidate),
    );
  }
}

function inOrder(wins: readonly Win[], imps: readonly OpenImp[]): readonly Win[] {
  if (wins.length < 2) return wins;
  return wins.toSorted((a, b) => imps.indexOf(a.candidate.imp) - imps.indexOf(b.candidate.imp));
}
