import { perObject } from './per-object.ts';

/** Up to this length, reading the list costs less than an index of it. */
const SHORT_LENGTH = 16;

const indexOf = perObject((list: readonly unknown[]): ReadonlySet<unknown> => new Set(list));

/** Whether the list has the value. However often a list is asked, it is read once (ruling 72); it must not change. */
export function isListed<T>(list: readonly T[], value: T): boolean {
  return list.length <= SHORT_LENGTH ? list.includes(value) : indexOf(list).has(value);
}
