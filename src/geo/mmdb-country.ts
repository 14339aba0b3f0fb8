import { type Budget, findKey } from './mmdb-map.ts';
import { followed, MAP, shortText, valueAt } from './mmdb-values.ts';

export type CountryRead =
  | { readonly kind: 'country'; readonly code: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'broken' };

const NONE: CountryRead = { kind: 'none' };
const BROKEN: CountryRead = { kind: 'broken' };

/** How many values are read to find the country of one entry. Entries of city databases have about 200. */
export const ENTRY_VALUES_MAX = 1024;

const CODE_LENGTH = 2;
const CODE = /^[A-Za-z]{2}$/;

/** Reads the country of an entry: its `country_code`, or the `iso_code` in its `country`. */
export function readCountry(data: Uint8Array, offset: number, budget: Budget): CountryRead {
  const first = valueAt(data, offset);
  const entry = first && followed(data, first);
  if (entry === undefined) return BROKEN;
  if (entry.type !== MAP) return NONE;
  let found = findKey(data, entry, 'country_code', budget);
  if (found === 'absent') {
    const country = findKey(data, entry, 'country', budget);
    const isMap = country !== 'absent' && country !== 'broken' && country.type === MAP;
    found = isMap ? findKey(data, country, 'iso_code', budget) : country;
  }
  if (found === 'broken') return BROKEN;
  const code = found === 'absent' ? undefined : shortText(data, found, CODE_LENGTH);
  if (code === undefined || !CODE.test(code)) return NONE;
  return { kind: 'country', code: code.toUpperCase() };
}
