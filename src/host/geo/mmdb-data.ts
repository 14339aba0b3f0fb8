/**
 * The values in a section of a MaxMind DB, and the country that an entry names. A control byte has type and size, and
 * the payload follows. A read past the end of the section returns undefined.
 */

export const POINTER = 1;
const TEXT = 2;
export const MAP = 7;
const ARRAY = 11;
const BOOLEAN = 14;
const FLOAT = 15;
/** Unsigned integers of 16, 32 and 64 bits. */
const UINTS: readonly number[] = [5, 6, 9];

type MmdbValue = {
  readonly type: number;
  /** Bytes of the payload, entries of a map or array, or the target of a pointer. */
  readonly size: number;
  /** The position of the payload. */
  readonly at: number;
  /** The position of the next value. For a map or array, that is its first entry. */
  readonly next: number;
};

const SIZE_BASES: readonly number[] = [29, 285, 65_821];
const POINTER_BASES: readonly number[] = [0, 2048, 526_336, 0];

export function valueAt(section: Uint8Array, offset: number): MmdbValue | undefined {
  const control = section[offset];
  if (control === undefined) return undefined;
  const value =
    control >>> 5 === POINTER
      ? pointerAt(section, offset + 1, control)
      : sizedAt(section, offset + 1, control);
  return value !== undefined && value.next <= section.length ? value : undefined;
}

/** The control byte has the type in its three high bits and the size in its five low bits. */
function sizedAt(section: Uint8Array, start: number, control: number): MmdbValue | undefined {
  let at = start;
  let type = control >>> 5;
  if (type === 0) {
    type = MAP + (section[at++] ?? 0);
    if (type <= MAP || type > FLOAT) return undefined;
  }
  let size = control & 31;
  if (size >= 29) {
    const length = size - 28;
    size = (SIZE_BASES[length - 1] ?? 0) + uintAt(section, at, length);
    at += length;
  }
  const hasPayload = type !== MAP && type !== ARRAY && type !== BOOLEAN;
  return { type, size, at, next: hasPayload ? at + size : at };
}

function pointerAt(section: Uint8Array, at: number, control: number): MmdbValue {
  const length = ((control >>> 3) & 3) + 1;
  const high = length === 4 ? 0 : (control & 7) * 256 ** length;
  const size = high + uintAt(section, at, length) + (POINTER_BASES[length - 1] ?? 0);
  return { type: POINTER, size, at, next: at + length };
}

/** Follows a pointer to its value. The format has no pointers to pointers, so there are no loops. */
export function followed(section: Uint8Array, value: MmdbValue): MmdbValue | undefined {
  if (value.type !== POINTER) return value;
  const target = valueAt(section, value.size);
  return target?.type === POINTER ? undefined : target;
}

/** Reads a string as Latin-1. Returns undefined for another type or a longer string. */
export function shortText(
  section: Uint8Array,
  { type, size, at }: MmdbValue,
  bytesMax: number,
): string | undefined {
  if (type !== TEXT || size > bytesMax) return undefined;
  return String.fromCharCode(...section.subarray(at, at + size));
}

export function uintOf(section: Uint8Array, { type, size, at }: MmdbValue): number | undefined {
  return UINTS.includes(type) && size <= 8 ? uintAt(section, at, size) : undefined;
}

function uintAt(section: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i++) value = value * 256 + (section[at + i] ?? 0);
  return value;
}

/** How many more values may be read. It bounds the time for hostile or damaged data. */
type ValueBudget = { values: number };

/** Distinguishes a damaged map from one without the key. */
type MapValue = MmdbValue | 'absent' | 'broken';

/** Finds the value of a key in a map, and follows pointers. The key is ASCII. */
export function findKey(
  section: Uint8Array,
  map: MmdbValue,
  name: string,
  budget: ValueBudget,
): MapValue {
  let at = map.at;
  for (let entry = 0; entry < map.size; entry++) {
    const key = valueAt(section, at);
    const keyText = key && followed(section, key);
    const value = key && valueAt(section, key.next);
    if (value === undefined || keyText?.type !== TEXT || --budget.values < 0) return 'broken';
    if (isText(section, keyText, name)) return followed(section, value) ?? 'broken';
    const next = afterWhole(section, value, budget);
    if (next === undefined) return 'broken';
    at = next;
  }
  return 'absent';
}

/** Returns the position after a value and all values inside it. */
function afterWhole(
  section: Uint8Array,
  whole: MmdbValue,
  budget: ValueBudget,
): number | undefined {
  let value: MmdbValue | undefined = whole;
  let pending = 1;
  while (value !== undefined && --budget.values >= 0) {
    if (value.type === MAP) pending += 2 * value.size;
    if (value.type === ARRAY) pending += value.size;
    pending--;
    if (pending === 0) return value.next;
    value = valueAt(section, value.next);
  }
  return undefined;
}

function isText(section: Uint8Array, { size, at }: MmdbValue, text: string): boolean {
  if (size !== text.length) return false;
  for (let i = 0; i < size; i++) if (section[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** The country that an entry names, if any; `broken` if the entry cannot be read. */
export type CountryRead = { readonly code: string | undefined } | 'broken';

const NO_COUNTRY: CountryRead = { code: undefined };

/** How many values are read to find the country of one entry. Entries of city databases have about 200. */
export const ENTRY_VALUES_MAX = 1024;

const CODE_LENGTH = 2;
const CODE = /^[A-Za-z]{2}$/;

/** Reads the country of an entry: its `country_code`, or the `iso_code` in its `country`. */
export function readCountry(data: Uint8Array, offset: number, budget: ValueBudget): CountryRead {
  const first = valueAt(data, offset);
  const entry = first && followed(data, first);
  if (entry === undefined) return 'broken';
  if (entry.type !== MAP) return NO_COUNTRY;
  let found = findKey(data, entry, 'country_code', budget);
  if (found === 'absent') {
    const country = findKey(data, entry, 'country', budget);
    const isMap = country !== 'absent' && country !== 'broken' && country.type === MAP;
    found = isMap ? findKey(data, country, 'iso_code', budget) : country;
  }
  if (found === 'broken') return 'broken';
  const code = found === 'absent' ? undefined : shortText(data, found, CODE_LENGTH);
  if (code === undefined || !CODE.test(code)) return NO_COUNTRY;
  return { code: code.toUpperCase() };
}
