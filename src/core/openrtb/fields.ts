import Type, { type TSchema } from 'typebox';

/** The kinds of field of OpenRTB objects. Error messages and the OpenAPI document show what a field `expects`. */

export const Id = Type.String({
  maxLength: 64,
  pattern: '^[A-Za-z0-9_-]+$',
  expects: 'a string of 1 to 64 letters, digits, "-" or "_"',
});

export const Flag = Type.Enum([0, 1], { expects: '0 or 1' });

/** Whole numbers that count something; past 2^53 a JSON number no longer says what its sender meant. */
export const count = (minimum: number) =>
  Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER });

/** A number of at most so many decimals. */
export function decimal(bounds: { minimum: number; maximum: number; decimals: number }) {
  const { minimum, maximum, decimals } = bounds;
  const scale = 10 ** decimals;
  const expects = `a number from ${minimum} to ${maximum} with at most ${decimals} decimals`;
  return Type.Refine(
    Type.Number({ minimum, maximum, expects }),
    // Rounded and compared: `value * scale` itself is often not whole (0.07 * 100 = 7.000000000000001).
    (value) => Math.round(value * scale) / scale === value,
  );
}

/** An enumeration of the standard, first to last, with the vendor-specific values from 500 up. */
export function listed(name: string, first: number, last: number) {
  const expects = `${name}: an integer from ${first} to ${last}, or 500 and above`;
  return Type.Refine(
    Type.Integer({ minimum: first, maximum: Number.MAX_SAFE_INTEGER, expects }),
    (value) => value <= last || value >= 500,
  );
}

/** The highest CPM that is believed: more is a mistake, and micros have to stay within what numbers hold exactly. */
export const PRICE_CPM_MAX = 1_000_000;

type ListOptions = { readonly minItems?: number; readonly description?: string };

/** The only way to declare a list of a request or of an answer: each has a bound (ruling 72). */
export function list<T extends TSchema>(items: T, maxItems: number, options: ListOptions = {}) {
  return Type.Array(items, { ...options, maxItems });
}

export const strings = (maxItems: number) => list(Type.String(), maxItems);
