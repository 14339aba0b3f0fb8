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
  const remaining = new Map<number, Record<BudgetResource, number>>();
  const settled: SettledReservations[] = [];

  /** From the reservations of a minute, then of the minute before, and never the same amount twice. */
  function settle(
    resource: BudgetResource,
    { minute, ...ended }: MinuteOutcome,
    how: 'billed' | 'lost',
  ) {
    let missing = ended[how][resource];
    for (const at of [minute, minute - 1]) {
      const rest = remaining.get(at) ?? { ...reservedIn(at) };
      remaining.set(at, rest);
      const taken = Math.max(0, Math.min(rest[resource], missing));
      if (taken === 0) continue;
      rest[resource] -= taken;
      missing -= taken;
      const amount = { ...NOTHING, [resource]: taken };
      settled.push({ billed: NOTHING, lost: NOTHING, [how]: amount, minute: at });
    }
  }

  for (const outcome of outcomes) {
    for (const resource of RESOURCES) {
      settle(resource, outcome, 'billed');
      settle(resource, outcome, 'lost');
    }
  }
  return settled;
}
