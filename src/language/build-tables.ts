import type { Tables } from './kept-tables.ts';
import { buildLexicon } from './lexicon/build-lexicon.ts';
import { GRAMMARS, lexiconFileOf } from './lexicon/lexicons.ts';
import { compileLists } from './sensitive/compile-lists.ts';
import { SHIPPED_LISTS } from './sensitive/shipped-lists.ts';

export function buildTables(): Tables {
  return {
    lexicons: Object.fromEntries(
      GRAMMARS.map(({ code }) => [code, buildLexicon(lexiconFileOf(code))]),
    ),
    sensitive: compileLists(SHIPPED_LISTS),
  };
}
