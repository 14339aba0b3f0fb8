/** A set of TCF purposes, one bit each in the order of the wire: purpose 1 is the highest of 24. */
export type PurposeMask = number;

export const PURPOSE_BITS = 24;

/** The purpose as a set of its own; empty for a number that is no purpose. */
export function purposeBit(purpose: number): PurposeMask {
  return purpose >= 1 && purpose <= PURPOSE_BITS ? 1 << (PURPOSE_BITS - purpose) : 0;
}

export function hasPurpose(mask: PurposeMask, purpose: number): boolean {
  return (mask & purposeBit(purpose)) !== 0;
}
