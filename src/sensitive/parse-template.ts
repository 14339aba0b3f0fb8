import { expandText, type Groups } from './expand-text.ts';
import type { Item } from './phrase-graph.ts';
import { spellings } from './spellings.ts';
import type { Template } from './word-list.ts';

/** In a template: up to `GAP_WORDS_MAX` words of any kind. */
const GAP = '..';

/** With a bound on gaps, reading from one word on takes a bounded number of steps. */
export const GAPS_PER_TEMPLATE_MAX = 2;

/** The items of a template, each with all the ways in which people write it. */
export function parseTemplate(
  template: Template,
  groups: Groups,
  language: string,
): readonly Item[] {
  const items = itemTextsOf(template).map((text): Item => {
    if (text === GAP) return 'gap';
    const texts = expandText(text, groups).flatMap((each) => spellings(each, language));
    return [...new Set(texts)];
  });
  checkWords(items, template);
  return items;
}

/** Spaces inside brackets belong to an item. */
function itemTextsOf(template: Template): readonly string[] {
  const texts = [''];
  let depth = 0;
  for (const char of template) {
    if (char === '[') depth++;
    if (char === ']') depth--;
    if (char === ' ' && depth === 0) texts.push('');
    else texts.push((texts.pop() ?? '') + char);
  }
  return texts.filter((text) => text !== '');
}

/** Between gaps, before the first and behind the last there is a word that must stand there. */
function checkWords(items: readonly Item[], template: Template): void {
  const sides = sidesOfGaps(items);
  if (sides.length - 1 > GAPS_PER_TEMPLATE_MAX) {
    throw new Error(`"${template}" has more than ${GAPS_PER_TEMPLATE_MAX} gaps`);
  }
  if (sides.some((side) => side.every((item) => item.includes('')))) {
    throw new Error(`"${template}" could be left out as a whole, or on one side of a gap`);
  }
}

function sidesOfGaps(items: readonly Item[]): readonly (readonly (readonly string[])[])[] {
  const sides: (readonly string[])[][] = [[]];
  for (const item of items) {
    if (item === 'gap') sides.push([]);
    else sides.at(-1)?.push(item);
  }
  return sides;
}
