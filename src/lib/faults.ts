/** People are shown this many faults at once; more help nobody. */
export const FAULTS_MAX = 100;

/** Faults up to the bound, and the number of those beyond it. */
export type Faults<F> = { readonly shown: readonly F[]; readonly more: number };

/** With the number of those that were not even listed. */
export function boundedFaults<F>(all: readonly F[], unlisted = 0, max = FAULTS_MAX): Faults<F> {
  const shown = all.slice(0, max);
  return { shown, more: all.length - shown.length + unlisted };
}

/** A line for each fault, and one that counts those beyond the bound. */
export function faultLines({ shown, more }: Faults<string>): readonly string[] {
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}
