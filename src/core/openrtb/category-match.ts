import { type Lookup, lookupOf, perObject } from '../../lib/lookup.ts';

/** The content taxonomies that `cattax` can name. */
export const CONTENT_TAXONOMIES = [
  { cattax: 1, name: 'IAB Content Category Taxonomy 1.0', isDeprecated: true },
  { cattax: 2, name: 'IAB Content Category Taxonomy 2.0', isDeprecated: true },
  { cattax: 5, name: 'IAB Content Taxonomy 2.1', isDeprecated: false },
  { cattax: 6, name: 'IAB Content Taxonomy 2.2', isDeprecated: false },
  { cattax: 7, name: 'IAB Content Taxonomy 3.0', isDeprecated: false },
  { cattax: 9, name: 'IAB Content Taxonomy 3.1', isDeprecated: false },
] as const;

/** The top categories of taxonomy 1.0, which many clients still send, and what they became in 2.0 and later. */
export const CONTENT_CATEGORIES = [
  { v1: 'IAB1', v2: ['42', '201', '324', '338', '432', '640'], name: 'Arts & Entertainment' },
  { v1: 'IAB2', v2: ['1'], name: 'Automotive' },
  { v1: 'IAB3', v2: ['52'], name: 'Business' },
  { v1: 'IAB4', v2: ['123'], name: 'Careers' },
  { v1: 'IAB5', v2: ['132'], name: 'Education' },
  { v1: 'IAB6', v2: ['186'], name: 'Family & Parenting' },
  { v1: 'IAB7', v2: ['223'], name: 'Health & Fitness' },
  { v1: 'IAB8', v2: ['210'], name: 'Food & Drink' },
  { v1: 'IAB9', v2: ['239'], name: 'Hobbies & Interests' },
  { v1: 'IAB10', v2: ['274'], name: 'Home & Garden' },
  { v1: 'IAB11', v2: ['379'], name: 'Law, Government & Politics' },
  { v1: 'IAB12', v2: ['379'], name: 'News' },
  { v1: 'IAB13', v2: ['391'], name: 'Personal Finance' },
  { v1: 'IAB14', v2: ['186'], name: 'Society' },
  { v1: 'IAB15', v2: ['464'], name: 'Science' },
  { v1: 'IAB16', v2: ['422'], name: 'Pets' },
  { v1: 'IAB17', v2: ['483'], name: 'Sports' },
  { v1: 'IAB18', v2: ['552'], name: 'Style & Fashion' },
  { v1: 'IAB19', v2: ['596'], name: 'Technology & Computing' },
  { v1: 'IAB20', v2: ['653'], name: 'Travel' },
  { v1: 'IAB21', v2: ['441'], name: 'Real Estate' },
  { v1: 'IAB22', v2: ['473'], name: 'Shopping' },
  { v1: 'IAB23', v2: ['453'], name: 'Religion & Spirituality' },
  { v1: 'IAB24', v2: [], name: 'Uncategorized' },
  { v1: 'IAB25', v2: [], name: 'Non-Standard Content' },
  { v1: 'IAB26', v2: [], name: 'Illegal Content' },
] as const;

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
