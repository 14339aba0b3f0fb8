import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { readLanguage } from './language.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';

/** The first is taken where nothing tells them apart. */
export const LANGUAGES = [en, de, fr, es, it, pt, nl].map(readLanguage);
