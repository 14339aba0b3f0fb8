import fc from 'fast-check';
import type { Json, JsonObject } from './json.ts';

type Fields = Readonly<Record<string, fc.Arbitrary<Json>>>;

/** Names that no schema declares, among them those that JavaScript objects inherit. */
const UNDECLARED = [
  'x_vendor',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '0',
  'dooh',
] as const;

export function isUndeclared(name: string): boolean {
  return (UNDECLARED as readonly string[]).includes(name);
}

const nothing: fc.Arbitrary<[string, Json][]> = fc.constant([]);

/** `dooh` is a word of the bid request's root, where it has a rule of its own. */
const unknownFields: fc.Arbitrary<[string, Json][]> = fc.oneof(
  { weight: 5, arbitrary: nothing },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(
      fc.tuple(
        fc.constantFrom(...UNDECLARED.filter((name) => name !== 'dooh')),
        fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
      ),
      { minLength: 1, maxLength: 2, selector: ([name]) => name },
    ),
  },
);

/** An object of required fields and of optional ones that may be absent or null, in any order. */
export function shape(required: Fields, optional: Fields = {}): fc.Arbitrary<JsonObject> {
  const names = [...Object.keys(required), ...Object.keys(optional)];
  const values = fc.tuple(
    ...Object.values(required),
    ...Object.values(optional).map((field) => maybe(field)),
  );
  return fc
    .tuple(values, unknownFields, fc.boolean())
    .map(([found, unknown, isReversed]): JsonObject => {
      const entries = names.flatMap((name, index): [string, Json][] => {
        const value = found[index];
        return value === undefined ? [] : [[name, value]];
      });
      entries.push(...unknown);
      return Object.fromEntries(isReversed ? entries.reverse() : entries);
    });
}

/** The value, nothing or null, each often. */
function maybe(value: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 4, arbitrary: value },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}
