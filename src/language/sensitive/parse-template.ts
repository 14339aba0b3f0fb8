import { expandText, type Groups } from './expand-text.ts';
import { canBeLeftOut, type Item } from './phrase-graph.ts';
import { tokenize } from './tokenize.ts';

/** In a template: up to `GAP_WORDS_MAX` words of any kind. */
const GAP = '..';

/** With a bound on gaps, reading from one word on takes a bounded number of steps. */
const GAPS_PER_TEMPLATE_MAX = 2;

/** Reads the items of templates, each with all the ways in which people write it. */
export function createTemplateParser(
  numberOf: (word: string) => number,
  groups: Groups,
  language: string,
): (template: string) => readonly Item[] {
  const rowsOf = (text: string) => {
    if (PLAIN_WORD.test(text)) return [[numberOf(text)]];
    const texts = expandText(text, groups).flatMap((each) => spellings(each, language));
    return texts.map((each) => wordsOf(each).map(numberOf));
  };
  // Large groups occur in many templates.
  const known = new Map<string, Item>([[GAP, 'gap']]);
  const itemOf = (text: string) => {
    const item = known.get(text) ?? rowsOf(text);
    known.set(text, item);
    return item;
  };
  return (template) => {
    const items = itemTextsOf(template).map(itemOf);
    checkWords(items, template);
    return items;
  };
}

/** Most items are one word that can be written in one way. */
const PLAIN_WORD = /^[a-z0-9]+$/;

const PLAIN_WORDS = /^[a-z0-9 ]*$/;

/** The words of a text as reading would find them; plain ones need no reading. */
function wordsOf(text: string): readonly string[] {
  if (PLAIN_WORDS.test(text)) return text === '' ? [] : text.trim().split(/ +/);
  return tokenize(text, 'keywords').map(({ word }) => word);
}

/** Spaces inside brackets belong to an item. */
function itemTextsOf(template: string): readonly string[] {
  if (!template.includes('[')) return template.split(' ').filter(Boolean);
  const texts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= template.length; at++) {
    const char = template[at] ?? ' ';
    if (char === '[') depth++;
    if (char === ']') depth--;
    if (at < template.length && (char !== ' ' || depth > 0)) continue;
    if (at > start) texts.push(template.slice(start, at));
    start = at + 1;
  }
  return texts;
}

/** Between gaps, before the first and behind the last there is a word that must stand there. */
function checkWords(items: readonly Item[], template: string): void {
  let isNeeded = false;
  for (const item of [...items, 'gap' as const]) {
    if (item !== 'gap') isNeeded ||= !canBeLeftOut(item);
    else if (isNeeded) isNeeded = false;
    else throw new Error(`"${template}" could be left out as a whole, or on one side of a gap`);
  }
  if (items.filter((item) => item === 'gap').length > GAPS_PER_TEMPLATE_MAX) {
    throw new Error(`"${template}" has more than ${GAPS_PER_TEMPLATE_MAX} gaps`);
  }
}

/**
 * The ways in which people write a phrase: `self-harm`, `self harm` and `selfharm`; `he's` and `hes`;
 * in German `töten`, `toten` (the accent left out) and `toeten`. Reading folds accents, so that only
 * what folding cannot see is spelled out here.
 */
function spellings(phrase: string, language: string): readonly string[] {
  let all: readonly string[] = [phrase];
  if (phrase.includes('-')) all = both(all, (text) => text.replaceAll('-', ''));
  if (phrase.includes("'")) all = both(all, (text) => text.replaceAll("'", ''));
  if (language === 'de' && /[äöü]/.test(phrase)) all = both(all, withoutUmlauts);
  return all;
}

function both(texts: readonly string[], spell: (text: string) => string): readonly string[] {
  return [...texts, ...texts.map(spell)];
}

function withoutUmlauts(text: string): string {
  return text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
}
