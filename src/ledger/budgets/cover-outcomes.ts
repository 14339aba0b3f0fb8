import type { Amount } from './account.ts';
import type { Outcome } from './claim-statements.ts';

/** What to take out of the reservations of one minute. */
export type Ending = { readonly minute: number; readonly billed: Amount; readonly lost: Amount };

/**
 * Which reservations the outcomes of a campaign's sales end. What came after its reservation had expired
 * finds none, or less than it asks for, and ends no more than there is. A sale near the edge of a minute
 * may have been reserved in the one before.
 */
export function coverOutcomes(
  outcomes: readonly Outcome[],
  reservedIn: (minute: number) => Amount,
): readonly Ending[] {
  const left = new Map<number, { micros: number; impressions: number }>();
  const leftIn = (minute: number) => {
    const known = left.get(minute) ?? { ...reservedIn(minute) };
    left.set(minute, known);
    return known;
  };
  const takeOf = (kind: keyof Amount, minute: number, wanted: number): Ending[] => {
    const endings: Ending[] = [];
    let missing = wanted;
    for (const at of [minute, minute - 1]) {
      const rest = leftIn(at);
      const taken = Math.max(0, Math.min(rest[kind], missing));
      if (taken === 0) continue;
      rest[kind] -= taken;
      missing -= taken;
      endings.push({ minute: at, billed: { ...NONE, [kind]: taken }, lost: NONE });
    }
    return endings;
  };
  const kinds = ['micros', 'impressions'] as const;
  return outcomes.flatMap(({ minute, billed, lost }) =>
    kinds.flatMap((kind) => [
      ...takeOf(kind, minute, billed[kind]),
      ...takeOf(kind, minute, lost[kind]).map((end) => ({
        ...end,
        billed: NONE,
        lost: end.billed,
      })),
    ]),
  );
}

const NONE: Amount = { micros: 0, impressions: 0 };
