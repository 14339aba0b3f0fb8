/**
 * No URL of an ad has these: clients remove or replace some of them, and so read another URL than we do; others end an
 * attribute of HTML, or make people see another address than the one they go to. U+2800 is a blank of Braille.
 */
export const NEVER_IN_URL =
  '\\s"<>\\\\\\p{Cc}\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2800';

/**
 * A host of letters, digits and the marks of host names, or an address: no user before it, which people would take for
 * the host, and nothing that looks like the end of it, like U+2215, a slash that is none.
 */
const HTTP_URL = new RegExp(
  `^https?://(?:[\\p{L}\\p{M}\\p{N}._-]+|\\[[0-9a-f:.]+\\])(?::[0-9]{1,5})?(?:[/?#][^${NEVER_IN_URL}]*)?$`,
  'iu',
);

/** As nearly all are: in ASCII. The same rule, without the classes of Unicode, which take longer. */
const PLAIN_URL = /^https?:\/\/[a-z0-9._-]+(?::[0-9]{1,4})?(?:[/?#][!#-;=?-[\]-~]*)?$/i;

/** Whether people and every client read the same address in it. */
export function isSafeHttpUrl(url: string): boolean {
  return PLAIN_URL.test(url) || (HTTP_URL.test(url) && URL.canParse(url));
}
