/** A set of TCF purposes as bits, in wire order: purpose 1 is the highest of 24 bits. */
export type PurposeMask = number;

export const PURPOSE_BITS = 24;

/** Returns the set with this purpose only. Empty if the number is not a purpose. */
export function purposeBit(purpose: number): PurposeMask {
  return purpose >= 1 && purpose <= PURPOSE_BITS ? 1 << (PURPOSE_BITS - purpose) : 0;
}

export function hasPurpose(mask: PurposeMask, purpose: number): boolean {
  return (mask & purposeBit(purpose)) !== 0;
}
