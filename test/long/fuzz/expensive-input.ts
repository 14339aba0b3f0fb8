import fc from 'fast-check';
import { IN_NATIVE_REQUEST, IN_REQUEST, OF_PARTNERS, requestOf } from '../../cost/containers.ts';
import { type Container, itemOf, TEXTURES } from '../../cost/fill.ts';
import { type Place, placesIn, withValueAt } from '../../cost/schema-places.ts';

/** A request, and what partners answer to it. */
export type ExpensiveInput = { readonly request: string; readonly answer: string };

/** A list or a text, and how much of its bound it is filled to. */
type Filling = { readonly place: Place; readonly share: number; readonly texture: string };

function fillingOf({ schema }: Container): fc.Arbitrary<Filling> {
  return fc.record({
    place: fc.constantFrom(...placesIn(schema)),
    // Mostly full: what is expensive is large.
    share: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    texture: fc.constantFrom(...TEXTURES, '\u00e9', '%41', '/.', ' '),
  });
}

/** Several in one body have to share its bytes. */
const FILLINGS_MAX = 3;

function filled(container: Container, fillings: readonly Filling[], base: unknown): unknown {
  return fillings.reduce((value, { place, share, texture }) => {
    const bytes = (container.bytesMax * share * 0.9) / Math.max(1, fillings.length);
    const content =
      place.kind === 'text'
        ? texture.repeat(Math.floor(bytes / Buffer.byteLength(texture)))
        : itemsOf(place, container, share, bytes);
    return withValueAt(container.schema, value, place.path, content);
  }, base);
}

const ITEM_BYTES_MIN = 10;

function itemsOf(
  place: Place,
  container: Container,
  share: number,
  bytes: number,
): readonly unknown[] {
  const bound = Math.min(place.schema.maxItems ?? Number.POSITIVE_INFINITY, bytes / ITEM_BYTES_MIN);
  return Array.from({ length: Math.floor(bound * share) }, (_, i) => itemOf(place, container, i));
}

const someOf = (container: Container, countMax: number) =>
  fc.array(fillingOf(container), { maxLength: countMax });

const answer = fc.oneof(
  ...OF_PARTNERS.map((container) =>
    fillingOf(container).map((filling) =>
      container.textOf(filled(container, [filling], container.base(filling.place.path))),
    ),
  ),
);

/** Large requests and answers that fit their schemas, but for patterns, with some lists and texts filled. */
export const expensiveInput: fc.Arbitrary<ExpensiveInput> = fc
  .record({
    inRequest: someOf(IN_REQUEST, FILLINGS_MAX),
    inNative: someOf(IN_NATIVE_REQUEST, 1),
    answer,
  })
  .map(({ inRequest, inNative, answer }) => {
    const [first] = inNative;
    const native = IN_NATIVE_REQUEST.base(first?.place.path ?? '');
    const base = requestOf(filled(IN_NATIVE_REQUEST, inNative, native));
    return { request: JSON.stringify(filled(IN_REQUEST, inRequest, base)), answer };
  })
  .filter(({ request, answer }) => fits(request, IN_REQUEST) && fits(answer, OF_PARTNERS[0]));

function fits(text: string, container: Container | undefined): boolean {
  return Buffer.byteLength(text) <= (container?.bytesMax ?? 0);
}
