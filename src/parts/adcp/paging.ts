import Type, { type Static } from 'typebox';
import { refuse } from './errors.ts';

/** What a page of a list has where the buyer does not say. */
const PAGE_COUNT = 50;
const PAGE_COUNT_MAX = 100;
const CURSOR_LENGTH_MAX = 200;

/** Records that are read at once while a page is filled. */
const CHUNK_COUNT = PAGE_COUNT_MAX + 1;

export const Pagination = Type.Object(
  {
    max_results: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_COUNT_MAX })),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: CURSOR_LENGTH_MAX })),
  },
  { additionalProperties: false },
);

const FIELDS_MAX = 100;

/** Those that a buyer wants of each item. */
export const Fields = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: FIELDS_MAX,
});

/** undefined: all of them. */
export function chosenFields(item: object, names: readonly string[] | undefined): object {
  if (names === undefined) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
}

type PaginationArgs = Readonly<Static<typeof Pagination>>;

type PageTerms<Item, Shown> = {
  /** The name of the tool: a cursor is good for its own list only. */
  readonly list: string;
  readonly asked: PaginationArgs | undefined;
  /** Items behind a position, in the order of their positions, at most so many. Fewer: there are no more. */
  readonly read: (after: number, countMax: number) => Promise<readonly Item[]>;
  /** Whole numbers above 0. An item keeps its own, so that a page neither skips nor repeats one while others come. */
  readonly positionOf: (item: Item) => number;
  /** What the page has of an item. undefined: the list is asked without it. */
  readonly shown: (item: Item) => Promise<Shown | undefined> | Shown | undefined;
};

export type ListPage<Shown> = {
  readonly items: readonly Shown[];
  /** As it is sent: with a cursor if, and only if, there is more. */
  readonly pagination: { readonly has_more: boolean; readonly cursor?: string };
};

/** One page of a list. One item more than the page has is looked for, so that `has_more` is true only where it is. */
export async function pageOf<Item, Shown>(terms: PageTerms<Item, Shown>): Promise<ListPage<Shown>> {
  const { list, asked = {}, read, positionOf, shown } = terms;
  const { max_results: countMax = PAGE_COUNT, cursor } = asked;
  const start =
    cursor === undefined
      ? 0
      : (positionIn(list, cursor) ??
        refuse.malformed(
          'pagination.cursor',
          'expected the cursor of the page before, as it came',
          { suggestion: 'Ask without a cursor for the first page.' },
        ));
  const items: Shown[] = [];
  let last = start;
  for (let after = start; ; ) {
    const chunk = await read(after, CHUNK_COUNT);
    for (const item of chunk) {
      after = positionOf(item);
      const one = await shown(item);
      if (one === undefined) continue;
      if (items.length === countMax) {
        return { items, pagination: { has_more: true, cursor: cursorOf(list, last) } };
      }
      items.push(one);
      last = after;
    }
    if (chunk.length < CHUNK_COUNT) return { items, pagination: { has_more: false } };
  }
}

/** As `pageOf`, of a list in memory. Without positions of their own, items have their numbers in it. */
export function pageOfList<Item, Shown>({
  items,
  shown,
  positionOf = (_, index) => index + 1,
  ...terms
}: Pick<PageTerms<Item, Shown>, 'list' | 'asked' | 'shown'> & {
  readonly items: readonly Item[];
  readonly positionOf?: (item: Item, index: number) => number;
}): Promise<ListPage<Shown>> {
  const placed = items.map((item, index) => ({ item, position: positionOf(item, index) }));
  return pageOf({
    ...terms,
    read: async (after, countMax) =>
      placed.filter(({ position }) => position > after).slice(0, countMax),
    positionOf: ({ position }) => position,
    shown: ({ item }) => shown(item),
  });
}

function cursorOf(list: string, position: number): string {
  return Buffer.from(`${list}/${position}`).toString('base64url');
}

function positionIn(list: string, cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = Number(text.slice(list.length + 1));
  // Written again, it has to be the same: nothing else is a cursor.
  const isOurs = Number.isSafeInteger(position) && cursorOf(list, position) === cursor;
  return isOurs && position > 0 ? position : undefined;
}
