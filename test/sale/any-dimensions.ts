import { DIMENSION_TOKENS, type Dimensions } from '../../src/sale/dimensions.ts';

/** A value for every dimension that is declared, all of them different, as requests and ads may have them. */
export const DISTINCT_DIMENSIONS = Object.fromEntries(
  DIMENSION_TOKENS.map(([name, { values, textBytesMax }], place) => [
    name,
    values?.at(-1) ?? `${place}${name}`.slice(0, textBytesMax),
  ]),
) as Dimensions;
