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

export type TemplateParser = {
  readonly parse: (template: Template) => readonly Item[];
  /** The items up to the first that cannot be left out: one of their words begins the phrase. */
  readonly parseStart: (template: Template) => readonly Item[];
};

/** Reads the items of templates, each with all the ways in which people write it. */
export function createTemplateParser(
  { numberOf }: Vocabulary,
  groups: Groups,
  language: string,
): TemplateParser {
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
  return {
    parse(template) {
      const items = itemTextsOf(template).map(itemOf);
      checkWords(items, template);
      return items;
    },
    parseStart(template) {
      const [, word] = PLAIN_START.exec(template) ?? [];
      if (word !== undefined) return [itemOf(word)];
      const items: Item[] = [];
      for (const text of itemTextsOf(template)) {
        const item = itemOf(text);
        items.push(item);
        if (!canBeLeftOut(item)) break;
      }
      return items;
    },
  };
}

/** Most items are one word that can be written in one way. */
const PLAIN_WORD = /^[a-z0-9]+$/;

const PLAIN_START = /^([a-z0-9]+)(?: |$)/;
const PLAIN_WORDS = /^[a-z0-9 ]*$/;

/** The words of a text as reading would find them; plain ones need no reading. */
function wordsOf(text: string): readonly string[] {
  if (PLAIN_WORDS.test(text)) return text === '' ? [] : text.trim().split(/ +/);
  return tokenize(text, 'keywords').map(({ word }) => word);
}

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
  let gaps = 0;
  let isNeeded = false;
  const endSide = () => {
    if (!isNeeded) {
      throw new Error(`"${template}" could be left out as a whole, or on one side of a gap`);
    }
    isNeeded = false;
  };
  for (const item of items) {
    if (item !== 'gap') {
      isNeeded ||= !canBeLeftOut(item);
    } else {
      endSide();
      gaps++;
    }
  }
  endSide();
  if (gaps > GAPS_PER_TEMPLATE_MAX) {
    throw new Error(`"${template}" has more than ${GAPS_PER_TEMPLATE_MAX} gaps`);
  }
}
