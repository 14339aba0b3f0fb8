import { ALL_LISTS } from './all-lists.ts';
import { SPECIAL_LISTS } from './special-lists.ts';
import type { WordList } from './word-list.ts';

/** Every class of `SENSITIVE_CLASSES` has its words here. */
export const SHIPPED_LISTS: readonly WordList[] = [...ALL_LISTS, ...SPECIAL_LISTS];
