import { createMinuteCounts, endMsOf } from '../../lib/minute-counts.ts';
import { isBranch } from '../../lib/schema-fault.ts';
import type { Buyer } from '../buyers.ts';
import { type AdcpError, fail } from '../errors.ts';

/** Buyers whose calls are counted: more than an exchange has. */
const BUYERS_COUNTED_MAX = 10_000;

/** Levels of nesting of arguments. The deepest of the protocol have about fifteen. */
export const ARGUMENT_LEVELS_MAX = 40;

/** JSON values of arguments: those of a thousand accounts with all that can be said of them. */
export const ARGUMENT_VALUES_MAX = 50_000;

/** Counts the calls of a buyer on this machine. An error: it has made too many in this minute. */
export function createCallLimit(nowMs: () => number) {
  const countOf = createMinuteCounts(nowMs, BUYERS_COUNTED_MAX);
  return (buyer: Pick<Buyer, 'id' | 'callsPerMinute'> | undefined): AdcpError | undefined => {
    if (buyer === undefined) return undefined;
    const counted = countOf(buyer.id);
    if (counted.count <= buyer.callsPerMinute) return undefined;
    return fail.rateLimited(Math.ceil((endMsOf(counted) - nowMs()) / 1000));
  };
}

/** Whether arguments are too deep or too many to be walked. Without recursion: the stack is not theirs to fill. */
export function excessOf(args: object): AdcpError | undefined {
  let level: readonly object[] = [args];
  let values = 0;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > ARGUMENT_LEVELS_MAX) {
      return fail.malformed(`expected arguments of at most ${ARGUMENT_LEVELS_MAX} levels`);
    }
    const inside: object[] = [];
    for (const branch of level) {
      for (const value of Object.values(branch)) {
        if (++values > ARGUMENT_VALUES_MAX) {
          return fail.malformed(`expected arguments of at most ${ARGUMENT_VALUES_MAX} JSON values`);
        }
        if (isBranch(value)) inside.push(value);
      }
    }
    level = inside;
  }
  return undefined;
}
