import { compose } from './compose.ts';
import { decodeEntities } from './decode-entities.ts';
import { decodePercents } from './decode-percents.ts';
import { withoutTags } from './without-tags.ts';

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
