import { type Lookup, lookupOf, perObject } from '../../lib/lookup.ts';
import { CONTENT_CATEGORIES, CONTENT_TAXONOMIES } from './categories.ts';

/** Compares categories across taxonomies by the mapping of `/categories` (ruling 52), in any case (ruling 71). */

export const CONTENT_1_0 = 1;
const CONTENT_2_0 = 2;

/** Categories and the taxonomy of their ids, as `cattax` names it. */
export type CategoryList = { readonly ids: readonly string[]; readonly cattax: number };

/** Ids of 2.0 keep their meaning in later versions, so that those can be compared as they are. */
const LATER: ReadonlySet<number> = new Set(
  CONTENT_TAXONOMIES.map(({ cattax }) => cattax).filter((cattax) => cattax !== CONTENT_1_0),
);

const LATER_BY_FIRST: ReadonlyMap<string, readonly string[]> = new Map(
  CONTENT_CATEGORIES.map(({ v1, v2 }) => [v1, v2]),
);

const FIRST_BY_LATER: ReadonlyMap<string, readonly string[]> = new Map(
  CONTENT_CATEGORIES.flatMap(({ v2 }) => v2).map((id) => [
    id,
    CONTENT_CATEGORIES.filter(({ v2 }) => (v2 as readonly string[]).includes(id)).map(
      ({ v1 }) => v1,
    ),
  ]),
);

const FIRST_PREFIX = 'IAB';

/** The ids of a list by taxonomy: those of 1.0 begin with letters, those of later versions do not. */
export const contentCategories = perObject((ids: readonly string[]): readonly CategoryList[] => {
  const isFirst = (id: string) => comparable(id).startsWith(FIRST_PREFIX);
  return [
    { ids: ids.filter(isFirst), cattax: CONTENT_1_0 },
    { ids: ids.filter((id) => !isFirst(id)), cattax: CONTENT_2_0 },
  ].filter((list) => list.ids.length > 0);
});

const USUAL = /^[A-Z0-9-]*$/;

/** ` iab25-3` → `IAB25-3` */
function comparable(id: string): string {
  return USUAL.test(id) ? id : id.replace(/\s+/g, '').toUpperCase();
}

/** Every bid is compared with the same lists, which may be long. */
const idsIn = perObject((ids: readonly string[]): Lookup<string> => lookupOf(ids.map(comparable)));
const topsIn = perObject(
  (ids: readonly string[]): Lookup<string> => lookupOf(ids.map((id) => topOf(comparable(id)))),
);

/** Whether the list has the category itself, whatever their taxonomies. */
export function hasCategory(ids: readonly string[], category: string): boolean {
  return ids.length > 0 && idsIn(ids).has(comparable(category));
}

/**
 * Whether the list blocks the category. The mapping knows top categories only: across taxonomies a blocked
 * subcategory of 1.0 blocks all of its top category.
 */
export function isBlockedBy(category: string, cattax: number, list: CategoryList): boolean {
  if (list.ids.length === 0) return false;
  if (isSameScheme(cattax, list.cattax)) return isWithin(category, list.ids);
  const tops = list.cattax === CONTENT_1_0 ? topsIn(list.ids) : idsIn(list.ids);
  return counterparts(category, cattax, list.cattax).some((id) => tops.has(id));
}

/** Whether the list has the category. Across taxonomies all of its counterparts have to be in the list. */
export function isAllowedBy(category: string, cattax: number, list: CategoryList): boolean {
  if (isSameScheme(cattax, list.cattax)) return isWithin(category, list.ids);
  const ids = counterparts(category, cattax, list.cattax);
  const listed = idsIn(list.ids);
  return ids.length > 0 && ids.every((id) => listed.has(id));
}

/** Whether the mapping can tell if a list of the other taxonomy has the category. */
export function isComparable(category: string, cattax: number, otherCattax: number): boolean {
  return (
    isSameScheme(cattax, otherCattax) || counterparts(category, cattax, otherCattax).length > 0
  );
}

function isSameScheme(a: number, b: number): boolean {
  return a === b || (LATER.has(a) && LATER.has(b));
}

/** The category in Content Taxonomy 1.0, whichever it is of: itself, or those that the mapping knows. */
export function inFirstTaxonomy(category: string): readonly string[] {
  const id = comparable(category);
  return id.startsWith(FIRST_PREFIX) ? [id] : (FIRST_BY_LATER.get(id) ?? []);
}

/** The categories of the other taxonomy that the category became, or came from. */
function counterparts(category: string, from: number, to: number): readonly string[] {
  const id = comparable(category);
  if (from === CONTENT_1_0 && LATER.has(to)) return LATER_BY_FIRST.get(topOf(id)) ?? [];
  if (LATER.has(from) && to === CONTENT_1_0) return FIRST_BY_LATER.get(id) ?? [];
  return [];
}

/** `IAB25-3` → `IAB25` */
function topOf(category: string): string {
  const end = category.indexOf('-');
  return end === -1 ? category : category.slice(0, end);
}

/** Of a category that others are under; no taxonomy has longer ones. */
const PARENT_LENGTH_MAX = 32;

/** `IAB25` includes `IAB25-3`. */
function isWithin(category: string, ids: readonly string[]): boolean {
  const id = comparable(category);
  const listed = idsIn(ids);
  if (listed.has(id)) return true;
  for (let end = id.indexOf('-'); end !== -1 && end <= PARENT_LENGTH_MAX; ) {
    if (listed.has(id.slice(0, end))) return true;
    end = id.indexOf('-', end + 1);
  }
  return false;
}
