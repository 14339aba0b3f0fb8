import type { LexiconTable } from './lexicon/lexicon.ts';
import type { MatcherTable } from './sensitive/compile-lists.ts';

/** All lists of words, compiled to typed arrays. */
export type Tables = {
  readonly lexicons: Readonly<Record<string, LexiconTable>>;
  readonly sensitive: MatcherTable;
};

/** Undefined where a program compiles what it needs when it needs it: the kit, and most tests. */
let kept: Tables | undefined;

export const keptTables = (): Tables | undefined => kept;

export function keepTables(tables: Tables): void {
  kept = tables;
}
