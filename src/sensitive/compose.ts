/**
 * The text with letters composed that came apart, as those of Korean file names often are: the lists have them
 * composed.
 */
export function compose(text: string): string {
  return BEYOND_LATIN.test(text) ? text.replace(TOO_MANY_MARKS, '$1').normalize('NFC') : text;
}

const BEYOND_LATIN = /[^\0-\xff]/;

/** Composing puts marks in order, which takes the square of their number. No letter has as many. */
const TOO_MANY_MARKS = /(\p{M}{16})\p{M}+/gu;
