/**
 * The values in a section of a MaxMind DB. A control byte has type and size, and the payload follows. A read past
 * the end of the section returns undefined.
 */

export const POINTER = 1;
export const TEXT = 2;
export const MAP = 7;
export const ARRAY = 11;
const BOOLEAN = 14;
const FLOAT = 15;
/** Unsigned integers of 16, 32 and 64 bits. */
const UINTS: readonly number[] = [5, 6, 9];

export type Value = {
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

export function valueAt(section: Uint8Array, offset: number): Value | undefined {
  const control = section[offset];
  if (control === undefined) return undefined;
  const value =
    control >>> 5 === POINTER
      ? pointerAt(section, offset + 1, control)
      : sizedAt(section, offset + 1, control);
  return value !== undefined && value.next <= section.length ? value : undefined;
}

/** The control byte has the type in its three high bits and the size in its five low bits. */
function sizedAt(section: Uint8Array, start: number, control: number): Value | undefined {
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

function pointerAt(section: Uint8Array, at: number, control: number): Value {
  const length = ((control >>> 3) & 3) + 1;
  const high = length === 4 ? 0 : (control & 7) * 256 ** length;
  const size = high + uintAt(section, at, length) + (POINTER_BASES[length - 1] ?? 0);
  return { type: POINTER, size, at, next: at + length };
}

/** Follows a pointer to its value. The format has no pointers to pointers, so there are no loops. */
export function followed(section: Uint8Array, value: Value): Value | undefined {
  if (value.type !== POINTER) return value;
  const target = valueAt(section, value.size);
  return target?.type === POINTER ? undefined : target;
}

/** Reads a string as Latin-1. Returns undefined for another type or a longer string. */
export function shortText(
  section: Uint8Array,
  { type, size, at }: Value,
  bytesMax: number,
): string | undefined {
  if (type !== TEXT || size > bytesMax) return undefined;
  return String.fromCharCode(...section.subarray(at, at + size));
}

export function uintOf(section: Uint8Array, { type, size, at }: Value): number | undefined {
  return UINTS.includes(type) && size <= 8 ? uintAt(section, at, size) : undefined;
}

function uintAt(section: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i++) value = value * 256 + (section[at + i] ?? 0);
  return value;
}
