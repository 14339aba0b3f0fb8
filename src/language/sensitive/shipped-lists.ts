import { ALL_LISTS } from './all-lists.ts';
import de from './lists/special/de.json';
import en from './lists/special/en.json';
import es from './lists/special/es.json';
import fr from './lists/special/fr.json';
import type { WordList } from './word-list.ts';

/** All lists, and the words of special categories of personal data that are no trouble: faith, opinions, origin. */
export const SHIPPED_LISTS: readonly WordList[] = [...ALL_LISTS, en, de, fr, es];
