import * as lists from './lists/secret-words.ts';
import { phrases, words } from './phrases.ts';

export const CREDENTIALS = phrases(lists.CREDENTIALS);
export const PHRASE_NAMES = words(lists.PHRASE_NAMES);
export const ABOUT_SECRETS = words(lists.ABOUT_SECRETS);
export const NO_VALUES = words(`${lists.ABOUT_SECRETS} ${lists.NO_VALUES}`);
export const NUMBERED = phrases(lists.NUMBERED);
export const COPULAS = words(lists.COPULAS);
export const AS = words(lists.AS);
export const CHANGES = words(lists.CHANGES);
export const TARGETS = words(lists.TARGETS);
export const POSSESSIVES = words(lists.POSSESSIVES);
export const CONJUNCTIONS = words(lists.CONJUNCTIONS);
export const BEGINNINGS = words(lists.BEGINNINGS);
