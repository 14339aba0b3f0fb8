import type { AdcpError } from '../errors.ts';
import { type ListPage, pageOf, pageOfList } from '../paging.ts';
import type { ListedCreative } from '../wire/written-creative.ts';

export const CREATIVE_SORTS = [
  'created_date',
  'updated_date',
  'name',
  'status',
  'assignment_count',
] as const;

type CreativeOrder = {
  readonly field: (typeof CREATIVE_SORTS)[number];
  readonly direction: 'asc' | 'desc';
};

const VALUES: Readonly<
  Record<
    Exclude<CreativeOrder['field'], 'created_date'>,
    (listed: ListedCreative) => string | number
  >
> = {
  updated_date: ({ creative }) => creative.changedMs,
  name: ({ creative }) => creative.definition.name,
  status: ({ status }) => status,
  assignment_count: ({ packages }) => packages.length,
};

/** A page of creatives in an order. In that of their creation, pages hold while others come and go. */
export function pageOfCreatives(
  listed: readonly ListedCreative[],
  { field, direction }: CreativeOrder,
  asked: Parameters<typeof pageOfList>[0]['asked'],
): Promise<ListPage<ListedCreative> | AdcpError> {
  const list = `list_creatives ${field} ${direction}`;
  const shown = (one: ListedCreative) => one;
  if (field !== 'created_date') {
    return pageOfList({ list, asked, items: sortedBy(listed, VALUES[field], direction), shown });
  }
  const positionOf = ({ creative }: ListedCreative) =>
    direction === 'asc' ? creative.createdRevision : LAST - creative.createdRevision;
  const items = listed.toSorted((one, other) => positionOf(one) - positionOf(other));
  return pageOf({
    list,
    asked,
    read: async (after, countMax) =>
      items.filter((one) => positionOf(one) > after).slice(0, countMax),
    positionOf,
    shown,
  });
}

/** Above every revision. */
const LAST = Number.MAX_SAFE_INTEGER;

function sortedBy(
  listed: readonly ListedCreative[],
  keyOf: (listed: ListedCreative) => string | number,
  direction: CreativeOrder['direction'],
): readonly ListedCreative[] {
  const sign = direction === 'asc' ? 1 : -1;
  return listed.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a !== b) return a < b ? -sign : sign;
    return sign * (one.creative.createdRevision - other.creative.createdRevision);
  });
}
