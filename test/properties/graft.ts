import fc from 'fast-check';
import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** Values that have tripped validators: of the right type but odd, or odd through and through. */
export const TROUBLESOME: readonly Json[] = [
  null,
  '',
  {},
  [],
  [null],
  [[]],
  [{}],
  0,
  -0,
  -1,
  0.1,
  1e21,
  5e-324,
  Number.POSITIVE_INFINITY,
  Number.MAX_VALUE,
  2 ** 53,
  '\u0000',
  '\ud800',
  'e\u0301'.repeat(64),
  '\u{1f469}\u200d\u{1f680}'.repeat(64),
  'x'.repeat(100_000),
  'https://exämple.com/',
  'https://example.com/a b',
  'https://example.com/%zz',
  ' https://example.com/',
  'https:example.com',
  `https://example.com/?${'x'.repeat(100_000)}`,
  'http://example.com',
  '{"native":null}',
  '{"native":{"assets":[null]}}',
  '{"assets":{"length":1}}',
  { toString: 1 },
  { toString: null, valueOf: null },
  { constructor: null },
  JSON.parse('{"__proto__":{"id":"inherited"}}'),
  { price_currency: { toString: 1 } },
  { price_currency: ['USD'], min_price: {}, max_price: [1] },
];

export const anyJson: fc.Arbitrary<Json> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
  fc.constantFrom(...TROUBLESOME),
);

/** A part of a request that something else can be put in the place of. */
export type Part = { readonly put: (value: Json) => void };

/** Every part of the request, those inside native requests too. */
export function partsOf(request: JsonObject): Part[] {
  return holdersOf(request).flatMap(({ holder, key }) => {
    const part: Part = {
      put: (value) => {
        holder[key] = value;
      },
    };
    const text = holder[key];
    if (key !== 'request' || typeof text !== 'string') return [part];
    return [part, ...encodedPartsOf(text, part)];
  });
}

function encodedPartsOf(text: string, whole: Part): Part[] {
  const root: Json = JSON.parse(text);
  return holdersOf(root).map(({ holder, key }) => ({
    put: (value) => {
      holder[key] = value;
      whole.put(JSON.stringify(root));
    },
  }));
}

type Holder = { readonly holder: Record<string, Json>; readonly key: string };

function holdersOf(value: Json): Holder[] {
  if (!Array.isArray(value) && !isJsonObject(value)) return [];
  const holder = value as Record<string, Json>;
  return Object.entries(value).flatMap(([key, item]) => [{ holder, key }, ...holdersOf(item)]);
}

/** Takes one of the items, which must not be none. */
type Pick = <Item>(items: readonly Item[]) => Item;

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
