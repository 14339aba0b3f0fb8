import de from './lists/de.json';
import en from './lists/en.json';
import es from './lists/es.json';
import fr from './lists/fr.json';
import type { WordList } from './word-list.ts';

/** Every list counts for every text: a request does not reliably say in which language people write. */
export const ALL_LISTS: readonly WordList[] = [en, de, fr, es];
