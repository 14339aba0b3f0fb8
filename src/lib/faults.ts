/** People are shown this many faults at once; more help nobody. */
export const FAULTS_MAX = 100;

/** Faults up to the bound, and the number of those beyond it. */
export type Faults<F> = { readonly shown: readonly F[]; readonly more: number };

/** With the number of those that were not even listed. */
export function boundedFaults<F>(all: readonly F[], unlisted = 0): Faults<F> {
  const shown = all.slice(0, FAULTS_MAX);
  return { shown, more: all.length - shown.length + unlisted };
}
