import Type, { type Static } from 'typebox';
import { refuse } from './errors.ts';

/** What a page of a list has where the buyer does not say. */
const PAGE_COUNT = 50;
const PAGE_COUNT_MAX = 100;

export const Pagination = Type.Object(
  {
    max_results: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_COUNT_MAX })),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: false },
);

type PageTerms<Item> = {
  /** The name of the tool: a cursor is good for its own list only. */
  readonly list: string;
  readonly asked: Readonly<Static<typeof Pagination>> | undefined;
  /** In the order of their positions. Those of the store need not fit into memory. */
  readonly items: Iterable<Item> | AsyncIterable<Item>;
  /**
   * Whole numbers above 0. An item keeps its own, so that a page neither skips nor repeats one while others come. Absent: its
   * number in a list that stays.
   */
  readonly positionOf?: (item: Item) => number;
};

type ListPage<Item> = {
  readonly items: readonly Item[];
  /** As it is sent: with a cursor if, and only if, there is more. */
  readonly pagination: { readonly has_more: boolean; readonly cursor?: string };
};

/** One page of a list. One item more than the page has is looked for, so that `has_more` is true only where it is. */
export async function pageOf<Item>(terms: PageTerms<Item>): Promise<ListPage<Item>> {
  const { list, asked: { max_results: countMax = PAGE_COUNT, cursor } = {}, positionOf } = terms;
  let last = cursor === undefined ? 0 : positionIn(list, cursor);
  const start = last;
  const items: Item[] = [];
  let number = 0;
  for await (const item of terms.items) {
    number++;
    const position = positionOf?.(item) ?? number;
    if (position <= start) continue;
    if (items.length === countMax) {
      return { items, pagination: { has_more: true, cursor: cursorOf(list, last) } };
    }
    items.push(item);
    last = position;
  }
  return { items, pagination: { has_more: false } };
}

const cursorOf = (list: string, position: number): string =>
  Buffer.from(`${list}/${position}`).toString('base64url');

function positionIn(list: string, cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = Number(text.slice(list.length + 1));
  // Written again, it has to be the same: nothing else is a cursor.
  const isOurs = Number.isSafeInteger(position) && cursorOf(list, position) === cursor;
  if (isOurs && position > 0) return position;
  return refuse.malformed(
    'pagination.cursor',
    'expected the cursor of the page before, as it came',
    {
      suggestion: 'Ask without a cursor for the first page.',
    },
  );
}
