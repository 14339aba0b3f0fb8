import de from './lists/special/de.json';
import en from './lists/special/en.json';
import es from './lists/special/es.json';
import fr from './lists/special/fr.json';
import type { WordList } from './word-list.ts';

/** The words of special categories of personal data that are no trouble: faith, opinions, origin. */
export const SPECIAL_LISTS: readonly WordList[] = [en, de, fr, es];
