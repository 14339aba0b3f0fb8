/** A price is at least one micro, however far adjustments lower it. */
export function wholeMicros(micros: number): number {
  return Math.max(1, Math.round(micros));
}

/**
 * The most that the adjustments can make of a price: those that raise it all apply, those that lower it
 * do not. Multiplied in the order of the file, as prices are, so that no rounding lifts a price above it.
 */
export function ceilingMicros(
  cpmMicros: number,
  adjustments: readonly { readonly factor: number }[],
): number {
  let micros = cpmMicros;
  for (const { factor } of adjustments) if (factor > 1) micros *= factor;
  return wholeMicros(micros);
}
