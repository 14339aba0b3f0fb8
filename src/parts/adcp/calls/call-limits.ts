import { createMinuteCounts, endMsOf } from '../../../lib/minute-counts.ts';
import { isBranch, memberPath } from '../../../lib/schema-fault.ts';
import type { Buyer } from '../buyers.ts';
import { type AdcpError, fail } from '../errors.ts';

/** Buyers whose calls are counted: more than an exchange has. */
const BUYERS_COUNTED_MAX = 10_000;

/** Levels of nesting of arguments. The deepest of the protocol have about fifteen. */
const ARGUMENT_LEVELS_MAX = 40;

/** JSON values of arguments: those of a thousand accounts with all that can be said of them. */
const ARGUMENT_VALUES_MAX = 50_000;

/** In characters: twice the longest of the protocol. */
const PATH_LENGTH_MAX = 300;

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

/** An object or a list of the arguments, and where it stands. */
type ArgumentBranch = {
  readonly value: object;
  readonly name: string;
  readonly inside: ArgumentBranch | undefined;
};

/**
 * Why arguments cannot be read: they are too deep or too many to be walked, or have a text that no database keeps as it
 * is. Without recursion: the stack is not theirs to fill.
 */
export function argumentsFault(args: object): AdcpError | undefined {
  let level: readonly ArgumentBranch[] = [{ value: args, name: '', inside: undefined }];
  let values = 0;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > ARGUMENT_LEVELS_MAX) {
      return fail.malformed(`expected arguments of at most ${ARGUMENT_LEVELS_MAX} levels`);
    }
    const inside: ArgumentBranch[] = [];
    for (const branch of level) {
      for (const [name, value] of Object.entries(branch.value)) {
        if (++values > ARGUMENT_VALUES_MAX) {
          return fail.malformed(`expected arguments of at most ${ARGUMENT_VALUES_MAX} JSON values`);
        }
        if (!isKeepable(name)) return textFault(pathOf(branch), 'its names');
        if (typeof value === 'string' && !isKeepable(value)) {
          return textFault(pathOf({ value: args, name, inside: branch }));
        }
        if (isBranch(value)) inside.push({ value, name, inside: branch });
      }
    }
    level = inside;
  }
  return undefined;
}

/** Postgres has no NUL in a text, and of half a surrogate pair UTF-8 makes another character: two ids would be one. */
const isKeepable = (text: string) => !text.includes('\0') && text.isWellFormed();

function textFault(path: string, where = 'it'): AdcpError {
  const field = path === '' ? 'arguments' : path;
  return fail.malformed(`${field}: expected no NUL and no half of a surrogate pair in ${where}`, {
    field,
  });
}

function pathOf({ name, inside }: ArgumentBranch): string {
  if (inside === undefined) return '';
  return shownPath(memberPath(pathOf(inside), name, inside.value));
}

/** As an error shows it: names of fields are the buyer's to make up. */
export function shownPath(path: string): string {
  return path.length > PATH_LENGTH_MAX ? `${path.slice(0, PATH_LENGTH_MAX).toWellFormed()}…` : path;
}
