import { decodeEntities } from './decode-entities.ts';
import { decodePercents } from './decode-percents.ts';

/** The text as a browser would show it, in time that grows with its length and not faster. */
export function plainText(text: string): string {
  if (!canBeCoded(text)) return text;
  return compose(withoutTags(decodeEntities(decodePercents(text))));
}

/** Most texts hold none of these. */
const CODED = /[%&<\u0100-\uffff]/;

export function canBeCoded(text: string): boolean {
  return CODED.test(text);
}

/** Elements of HTML that stand in running text. What else is between angle brackets is text. */
const ELEMENTS = new Set(
  (
    'a b big blockquote br center code dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins li mark ol p pre s ' +
    'small span strike strong sub sup table tbody td th thead tr tt u ul wbr'
  ).split(' '),
);

const TAG = /<\/?([a-z][a-z0-9]{0,9})(?![a-z0-9])([^<>]*)>/gi;

/** The text with a space for every tag. Attributes are texts too: they follow, apart from the rest. */
function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  const attributes: string[] = [];
  const shown = text.replace(TAG, (tag, name, rest) => {
    if (!ELEMENTS.has(name.toLowerCase())) return tag;
    if (/[^\s/]/.test(rest)) attributes.push(rest);
    return ' ';
  });
  return [shown, ...attributes].join('\n\n');
}

/** Composes letters that came apart, as in many Korean file names: the lists have them composed. */
function compose(text: string): string {
  return BEYOND_LATIN.test(text) ? text.replace(TOO_MANY_MARKS, '$1').normalize('NFC') : text;
}

const BEYOND_LATIN = /[^\0-\xff]/;

/** Composing puts marks in order, which takes the square of their number. No letter has as many. */
const TOO_MANY_MARKS = /(\p{M}{16})\p{M}+/gu;
