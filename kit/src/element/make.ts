import type { Words } from './words.ts';

/** Makes elements out of texts. Nothing here turns a text into markup. */

type Child = Node | string | null;

export function make(
  tag: string,
  attributes: Readonly<Record<string, string | number | boolean | null>>,
  ...children: readonly Child[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A stranger's text may run the other way than the text around it. */
export function foreign(text: string): HTMLElement {
  return make('bdi', {}, text);
}

/** The card's own words, marked as what they are on a page in a language that the card does not speak. */
export function own({ lang }: Pick<Words, 'lang'>, ...children: readonly Child[]): HTMLElement {
  return make('span', { lang, dir: 'ltr' }, ...children);
}
