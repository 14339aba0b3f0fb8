import { RESOURCES } from './account.ts';
import { SURPLUS_FACTOR } from './plan-claim.ts';
import { isLow, type SliceState } from './slice-state.ts';
import type { SupervisorSlices } from './supervisor-slices.ts';

/** Slices that one tick adjusts, beside those with new outcomes. */
const SLICES_PER_TICK_MAX = 500;

/**
 * Selects the slices for one tick: first those that need a change, then the others in rotation. The states come in the
 * order of their keys and are returned in it: all machines lock rows in that order. After a term that has ended, others
 * may have released the claims of this machine: then all slices with something to spend are selected, before the next
 * term lets workers spend it.
 */
export function createSelectSlices(states: readonly SliceState[], slices: SupervisorSlices) {
  let start = 0;

  return (
    keysWithOutcomes: { readonly has: (key: string) => boolean },
    term: 'running' | 'ended',
  ): readonly SliceState[] => {
    const isUncertain = ({ campaign }: SliceState) =>
      term === 'ended' && RESOURCES.some((resource) => slices.availableOf(campaign, resource) > 0);
    const rotated = [...states.slice(start), ...states.slice(0, start)];
    const selected = new Set(
      rotated.filter((state) => needsChange(state, slices)).slice(0, SLICES_PER_TICK_MAX),
    );
    for (const state of rotated) {
      if (selected.size >= SLICES_PER_TICK_MAX) break;
      selected.add(state);
    }
    if (states.length > 0) start = (start + SLICES_PER_TICK_MAX) % states.length;
    return states.filter(
      (state) => selected.has(state) || keysWithOutcomes.has(state.key) || isUncertain(state),
    );
  };
}

function needsChange(state: SliceState, slices: SupervisorSlices): boolean {
  const { campaign, inTransit, target } = state;
  return (
    isLow(state, slices) ||
    RESOURCES.some((resource) => {
      const available = slices.availableOf(campaign, resource);
      return (
        inTransit[resource] !== 0 ||
        available * 2 < target[resource] ||
        available > SURPLUS_FACTOR * target[resource]
      );
    })
  );
}

/** Those that cannot wait for the next second, in the order of their keys. */
export function lowSlices(
  states: readonly SliceState[],
  slices: SupervisorSlices,
): readonly SliceState[] {
  const low: SliceState[] = [];
  for (const state of states) {
    if (isLow(state, slices) && low.push(state) === SLICES_PER_TICK_MAX) break;
  }
  return low;
}
