import type { HoldCause } from '../sale/hold-cause.ts';
import type { Candidate, Contender } from './check-bid.ts';
import type { OpenImp } from './partner.ts';
import { type Contest, pickWinners, type Win } from './pick-winner.ts';

export type Award = {
  readonly wins: readonly Win[];
  /** Bids that had won and whose budget or cap did not allow the sale, each once. */
  readonly unpaid: readonly Unpaid[];
};

/** `cause` says why its budget or a cap did not allow it. */
type Unpaid = { readonly candidate: Candidate; readonly cause: HoldCause };

/** In test mode no budget is reserved. */
type AwardTerms = Contest & { readonly isTest: boolean };

/** Picks winners and reserves their prices. Where one cannot pay, the impression is awarded again without that bid. */
export function award(
  imps: readonly OpenImp[],
  contenders: readonly Contender[],
  terms: AwardTerms,
): Award {
  const wins: Win[] = [];
  const unpaid: Unpaid[] = [];
  let open = imps;
  let field = contenders;
  // Each round removes at least one contender, so there are at most as many rounds as contenders.
  for (;;) {
    const before = unpaid.length;
    for (const win of pickWinners(open, field, terms)) {
      const { candidate, clearingMicros } = win;
      const reserved = terms.isTest ? 0 : (candidate.bid.reserve?.(clearingMicros) ?? 0);
      if (typeof reserved === 'string') unpaid.push({ candidate, cause: reserved });
      else wins.push(reserved === 0 ? win : { ...win, portion: reserved });
    }
    if (unpaid.length === before) return { wins: inOrder(wins, imps), unpaid };
    const failed: readonly Contender[] = unpaid.slice(before).map(({ candidate }) => candidate);
    open = open.filter((imp) => failed.some((candidate) => candidate.imp === imp));
    field = field.filter(
      (contender) => open.includes(contender.imp) && !failed.includes(contender),
    );
  }
}

function inOrder(wins: readonly Win[], imps: readonly OpenImp[]): readonly Win[] {
  if (wins.length < 2) return wins;
  return wins.toSorted((a, b) => imps.indexOf(a.candidate.imp) - imps.indexOf(b.candidate.imp));
}
