import { RESOURCES } from './account.ts';
import { SURPLUS_FACTOR } from './plan-claim.ts';
import type { SliceState } from './slice-state.ts';
import type { SupervisorSlices } from './supervisor-slices.ts';

/** Slices that one tick adjusts, beside those with new outcomes. */
const SLICES_PER_TICK_MAX = 500;

/**
 * Selects the slices for one tick: first those that need a change, then the others in rotation. The states come in the
 * order of their keys and are returned in it: all machines lock rows in that order.
 */
export function createSelectSlices(states: readonly SliceState[], slices: SupervisorSlices) {
  let start = 0;

  return (keysWithOutcomes: { readonly has: (key: string) => boolean }): readonly SliceState[] => {
    const rotated = [...states.slice(start), ...states.slice(0, start)];
    const selected = new Set(
      rotated.filter((state) => needsChange(state, slices)).slice(0, SLICES_PER_TICK_MAX),
    );
    for (const state of rotated) {
      if (selected.size >= SLICES_PER_TICK_MAX) break;
      selected.add(state);
    }
    if (states.length > 0) start = (start + SLICES_PER_TICK_MAX) % states.length;
    return states.filter((state) => selected.has(state) || keysWithOutcomes.has(state.key));
  };
}

/** Whether a slice is below its target, far above it, or has an amount in transit. */
function needsChange(
  { campaign, inTransit, target }: SliceState,
  slices: SupervisorSlices,
): boolean {
  const { available } = slices.holdings(campaign);
  return RESOURCES.some(
    (resource) =>
      inTransit[resource] !== 0 ||
      available[resource] < target[resource] ||
      available[resource] > SURPLUS_FACTOR * target[resource],
  );
}
