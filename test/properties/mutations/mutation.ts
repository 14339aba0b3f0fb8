import type { RefusalCode } from '../../../src/openrtb/refusal.ts';
import type { JsonObject } from '../json.ts';
import type { Rank } from './rank.ts';

/** How a request with one broken rule must be refused. */
export type ExpectedRefusal = {
  readonly code: RefusalCode;
  readonly message: string;
  /** Undefined: the refusal names no field. */
  readonly field: string | undefined;
  /** A piece of the reason, such as the path inside a native request. */
  readonly inReason?: string;
  readonly rank: Rank;
};

/** Breaks one rule of any valid request, in place. */
export type Mutation = {
  readonly name: string;
  readonly apply: (request: JsonObject, pick: Pick) => ExpectedRefusal;
};

/** Takes one of the items, which must not be none. */
export type Pick = <Item>(items: readonly Item[]) => Item;

/** Picks by the given numbers, from the first on and then around again. */
export function createPick(numbers: readonly number[]): Pick {
  let turn = 0;
  return (items) => {
    const number = numbers[turn++ % numbers.length] ?? 0;
    const item = items[number % items.length];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  };
}

export const MESSAGES = {
  MISSING_REQUIRED_FIELD: 'Required field missing',
  INVALID_FIELD_VALUE: 'Field value invalid',
  INVALID_FIELD_TYPE: 'Field type invalid',
  UNSUPPORTED_FORMAT: 'Format not supported',
} as const;
