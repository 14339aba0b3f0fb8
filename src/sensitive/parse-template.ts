import { expandText, type Groups } from './expand-text.ts';
import { canBeLeftOut, type Item } from './phrase-graph.ts';
import { spellings } from './spellings.ts';
import { tokenize } from './tokenize.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Template } from './word-list.ts';

/** In a template: up to `GAP_WORDS_MAX` words of any kind. */
const GAP = '..';

/** With a bound on gaps, reading from one word on takes a bounded number of steps. */
export const GAPS_PER_TEMPLATE_MAX = 2;

export type TemplateParser = (template: Template) => readonly Item[];

/** Reads the items of templates, each with all the ways in which people write it. */
export function createTemplateParser(
  { numberOf }: Vocabulary,
  groups: Groups,
  language: string,
): TemplateParser {
  const rowsOf = (text: string) => {
    if (PLAIN_WORD.test(text)) return [[numberOf(text)]];
    const texts = expandText(text, groups).flatMap((each) => spellings(each, language));
    return texts.map((each) => tokenize(each, 'keywords').map(({ word }) => numberOf(word)));
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

/** Spaces inside brackets belong to an item. */
function itemTextsOf(template: Template): readonly string[] {
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
function checkWords(items: readonly Item[], template: Template): void {
  const sides = sidesOfGaps(items);
  if (sides.length - 1 > GAPS_PER_TEMPLATE_MAX) {
    throw new Error(`"${template}" has more than ${GAPS_PER_TEMPLATE_MAX} gaps`);
  }
  if (sides.some((side) => side.every(canBeLeftOut))) {
    throw new Error(`"${template}" could be left out as a whole, or on one side of a gap`);
  }
}

function sidesOfGaps(items: readonly Item[]): readonly (readonly Item[])[] {
  const sides: Item[][] = [[]];
  for (const item of items) {
    if (item === 'gap') sides.push([]);
    else sides.at(-1)?.push(item);
  }
  return sides;
}
