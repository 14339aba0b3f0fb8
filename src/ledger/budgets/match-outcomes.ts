import { type Amount, type BudgetResource, NOTHING, RESOURCES } from './account.ts';
import type { MinuteOutcome } from './claim-statements.ts';

/** Amounts to take out of the reservations of one minute, because their sales were billed or lost. */
export type SettledReservations = Omit<MinuteOutcome, 'key'>;

/**
 * Finds the reservations of the sales that were billed or lost. An outcome that comes after its reservation has
 * expired finds less than its amount, or nothing: no more is settled than is reserved. A sale near the edge of a
 * minute may have been reserved in the minute before.
 */
export function matchOutcomes(
  outcomes: readonly MinuteOutcome[],
  reservedIn: (minute: number) => Amount,
): readonly SettledReservations[] {
  const take = createTake(reservedIn);
  return outcomes.flatMap(({ minute, billed, lost }) =>
    RESOURCES.flatMap((resource) => [
      ...take(resource, minute, billed[resource]).map(({ at, taken }) => ({
        minute: at,
        billed: { ...NOTHING, [resource]: taken },
        lost: NOTHING,
      })),
      ...take(resource, minute, lost[resource]).map(({ at, taken }) => ({
        minute: at,
        billed: NOTHING,
        lost: { ...NOTHING, [resource]: taken },
      })),
    ]),
  );
}

type Taken = { readonly at: number; readonly taken: number };

/** Takes from the reservations of a minute, then of the minute before, and never the same amount twice. */
function createTake(
  reservedIn: (minute: number) => Amount,
): (resource: BudgetResource, minute: number, wanted: number) => readonly Taken[] {
  const remaining = new Map<number, Record<BudgetResource, number>>();
  return (resource, minute, wanted) => {
    const all: Taken[] = [];
    let missing = wanted;
    for (const at of [minute, minute - 1]) {
      const rest = remaining.get(at) ?? { ...reservedIn(at) };
      remaining.set(at, rest);
      const taken = Math.max(0, Math.min(rest[resource], missing));
      if (taken === 0) continue;
      rest[resource] -= taken;
      missing -= taken;
      all.push({ at, taken });
    }
    return all;
  };
}
