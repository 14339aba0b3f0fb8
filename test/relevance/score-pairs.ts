import type { Pair } from './labelled.ts';
export type PairScore = { fits: number; kept: number; off: number; dropped: number };
export function scorePairs(_pairs: readonly Pair[]): Readonly<Record<string, PairScore>> {
  return {};
}
