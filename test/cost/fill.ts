import { type Place, type PlainSchema, smallest, withValueAt } from './schema-places.ts';

/** Something with a place in it, as text: the request, or the answer of a partner. */
export type Container = {
  /** Of the places. */
  readonly schema: PlainSchema;
  /** Where the place is inside of what is sent, for people. */
  readonly prefix: string;
  readonly bytesMax: number;
  /** What the place is filled in. */
  readonly base: (path: string) => unknown;
  /** The whole text that is sent. */
  readonly textOf: (value: unknown) => string;
  /** Items that are valid, where the smallest ones that fit the schema are not. */
  readonly items: Readonly<Record<string, (index: number) => unknown>>;
};

/** What texts are filled with: one word, many, words with digits that begin listed phrases, and macros. */
export const TEXTURES = ['a', 'a,', 'word1 of1,', '${AUCTION_SEAT_ID}'] as const;

/** Room for what is around the filling. */
const MARGIN_BYTES = 2048;

/** The container with the place filled up to the most that it may take. */
export function filledAt(place: Place, container: Container, texture: string): string {
  const put = (value: unknown) =>
    container.textOf(withValueAt(container.schema, container.base(place.path), place.path, value));
  if (place.kind === 'list') return put(mostItems(place, container, put));
  return put(texture.repeat(roomFor(texture, container, put)));
}

/** The list with one item more than it may have. */
export function overfilledAt(place: Place, container: Container): string {
  const count = (place.schema.maxItems ?? 0) + 1;
  const items = Array.from({ length: count }, (_, index) => itemOf(place, container, index));
  return container.textOf(
    withValueAt(container.schema, container.base(place.path), place.path, items),
  );
}

export function itemOf({ path, schema }: Place, { items }: Container, index: number): unknown {
  return items[path]?.(index) ?? smallest(schema.items ?? {}, index);
}

/** Below the values that a body may have. */
const VALUES_FILLED_MAX = 45_000;

function mostItems(
  place: Place,
  container: Container,
  put: (value: unknown) => string,
): readonly unknown[] {
  const bound = Math.min(place.schema.maxItems ?? VALUES_FILLED_MAX, VALUES_FILLED_MAX);
  const all = Array.from({ length: bound }, (_, index) => itemOf(place, container, index));
  const ratio = container.bytesMax / Buffer.byteLength(put(all));
  return ratio >= 1 ? all : all.slice(0, Math.floor(bound * ratio * 0.95));
}

/** How often the texture fits, with the escapes that it gets. */
function roomFor(texture: string, container: Container, put: (value: unknown) => string): number {
  const [none, some] = [put(''), put(texture.repeat(100))].map((text) => Buffer.byteLength(text));
  const each = Math.max(1, ((some ?? 0) - (none ?? 0)) / 100);
  return Math.max(1, Math.floor((container.bytesMax - (none ?? 0) - MARGIN_BYTES) / each));
}
