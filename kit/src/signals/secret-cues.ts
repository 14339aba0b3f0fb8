import * as lists from './lists/secret-words.ts';
import { phrases, words } from './phrases.ts';

export const CREDENTIALS = phrases(lists.CREDENTIALS);
export const NO_VALUES = words(lists.NO_VALUES);
export const NUMBERED = phrases(lists.NUMBERED);
export const COPULAS = words(lists.COPULAS);
export const POSSESSIVES = words(lists.POSSESSIVES);
export const CONJUNCTIONS = words(lists.CONJUNCTIONS);
export const BEGINNINGS = words(lists.BEGINNINGS);
