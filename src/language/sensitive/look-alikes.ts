/**
 * Characters that are written for letters that they look like: "k1ll", "kiII" with capital i, "d@rk". Only between
 * letters, where hardly any name of a product has them; "$150" and "me@example.org" are as they were.
 */
const LOOK_ALIKES = /(?<=[A-Za-z])([013@$])\1?(?=[A-Za-z])|(?<=[a-z])I+/g;
/** The quick pattern; most texts have none. */
const MAY_HAVE_ONE = /[A-Za-z][013@$]{1,2}[A-Za-z]|[a-z]I/;
const LOOK_ALIKE_AT = /([013@$])\1?[A-Za-z]|I/y;

const LETTERS: Readonly<Record<string, string>> = { '0': 'o', '3': 'e', '@': 'a', $: 's', I: 'l' };
/** "k1ll" and "se1f". */
const LETTERS_OF_ONE = ['i', 'l'] as const;

/** Whether a character of a text, behind a letter, is read as one, for a quick look. */
export function isLookAlike(text: string, at: number): boolean {
  LOOK_ALIKE_AT.lastIndex = at;
  return LOOK_ALIKE_AT.test(text);
}

/** A text with the letters that are meant, in each way that it can be read; each character stays at its place. */
export function withoutLookAlikes(text: string): readonly string[] {
  if (!MAY_HAVE_ONE.test(text)) return [];
  const readings = LETTERS_OF_ONE.map((one) =>
    text.replace(LOOK_ALIKES, (signs) => (LETTERS[signs.charAt(0)] ?? one).repeat(signs.length)),
  );
  return [...new Set(readings)].filter((reading) => reading !== text);
}
