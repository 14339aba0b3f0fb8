import { differencesOf } from './differences.ts';
import { fieldOf, isObject, type JsonObject, pathTo } from './schema-fault.ts';

/** Whose value stays where both have changed the same field. */
export type MergeSide = 'mine' | 'theirs';

/** A field that both have changed, each to another value. */
export type Collision = {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
};

type Merge = { readonly value: unknown; readonly collisions: readonly Collision[] };

type Versions = {
  /** What both have started from. */
  readonly first: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
};

/**
 * Puts together what two people have made of one JSON value, field by field. A list is one value, unless its items have
 * ids. Where both have changed the same field, `sideOf` chooses, and the collision is named either way.
 */
export function merge(versions: Versions, sideOf: (field: string) => MergeSide, field = ''): Merge {
  const { first, mine, theirs } = versions;
  if (isSame(first, theirs) || isSame(first, mine)) return mergeWhole(versions, sideOf, field);
  const all = [first, mine, theirs];
  if (all.every(isObjectOrNothing) && all.filter(isObject).length > 1) {
    return mergeFields(versions, sideOf, field);
  }
  if (all.every(isListWithIds)) return mergeItems(all, sideOf, field);
  return mergeWhole(versions, sideOf, field);
}

function mergeWhole(
  { first, mine, theirs }: Versions,
  sideOf: (field: string) => MergeSide,
  field: string,
): Merge {
  if (isSame(first, theirs) || isSame(mine, theirs)) return { value: mine, collisions: [] };
  if (isSame(first, mine)) return { value: theirs, collisions: [] };
  const value = sideOf(field) === 'mine' ? mine : theirs;
  return { value, collisions: [{ field, mine, theirs }] };
}

function isSame(one: unknown, other: unknown): boolean {
  return differencesOf(one, other).length === 0;
}

function isObjectOrNothing(value: unknown): value is JsonObject | undefined {
  return value === undefined || isObject(value);
}

function mergeFields(
  { first, mine, theirs }: Versions,
  sideOf: (field: string) => MergeSide,
  field: string,
): Merge {
  const [a = {}, b = {}, c = {}] = [first, mine, theirs].map((value) =>
    isObject(value) ? value : {},
  );
  const names = [...new Set([...Object.keys(b), ...Object.keys(c)])];
  const merges = names.map((name) => {
    const versions = { first: fieldOf(a, name), mine: fieldOf(b, name), theirs: fieldOf(c, name) };
    return [name, merge(versions, sideOf, pathTo(field, name))] as const;
  });
  const kept = merges.filter(([, { value }]) => value !== undefined);
  const isGone = kept.length === 0 && (mine === undefined || theirs === undefined);
  return {
    value: isGone ? undefined : Object.fromEntries(kept.map(([name, { value }]) => [name, value])),
    collisions: merges.flatMap(([, { collisions }]) => collisions),
  };
}

type ItemWithId = { readonly id: string };

function isListWithIds(value: unknown): value is readonly ItemWithId[] {
  if (!Array.isArray(value)) return false;
  const ids = value.map((item) => (isObject(item) ? item.id : undefined));
  return ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length;
}

function mergeItems(
  lists: readonly (readonly ItemWithId[])[],
  sideOf: (field: string) => MergeSide,
  field: string,
): Merge {
  const [first = [], mine = [], theirs = []] = lists.map((list) => list.map(({ id }) => id));
  const [a, b, c] = lists.map((list) => new Map(list.map((item) => [item.id, item])));
  // The order of whoever has changed it. Items that only one of them has are in it, until each is decided.
  const isMoved = !isSubsequence(first, mine);
  const [leading, other] = isMoved ? [mine, theirs] : [theirs, mine];
  const ids = [...new Set([...leading, ...other])];
  const merges = ids.map((id, index) => {
    const versions = { first: a?.get(id), mine: b?.get(id), theirs: c?.get(id) };
    // Whoever removes an item removes all of it.
    const isRemoved = versions.mine === undefined || versions.theirs === undefined;
    return (isRemoved ? mergeWhole : merge)(versions, sideOf, `${field}[${index}]`);
  });
  return {
    value: merges.flatMap(({ value }) => (value === undefined ? [] : [value])),
    collisions: merges.flatMap(({ collisions }) => collisions),
  };
}

/** Whether the ids of one list that the other has as well stand in the same order in it. */
function isSubsequence(one: readonly string[], other: readonly string[]): boolean {
  const common = one.filter((id) => other.includes(id));
  return other.filter((id) => one.includes(id)).every((id, index) => id === common[index]);
}
