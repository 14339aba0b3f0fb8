/**
 * No URL of an ad has these: clients remove or replace some of them, and so read another URL than we do; others end an
 * attribute of HTML, or make people see another address than the one they go to.
 */
export const NEVER_IN_URL = '\\s"<>\\\\\\p{Cc}\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}';

/** A host without a user before it, which people would take for the host. */
const HTTP_URL = new RegExp(
  `^https?://[^${NEVER_IN_URL}/?#@]+(?:[/?#][^${NEVER_IN_URL}]*)?$`,
  'iu',
);

/** As nearly all are: in ASCII. The same rule, without the classes of Unicode, which take longer. */
const PLAIN_URL = /^https?:\/\/[!$-.0-;=A-Z[\]-~]+(?:[/?#][!#-;=?-[\]-~]*)?$/i;

/** Whether people and every client read the same address in it. */
export function isSafeHttpUrl(url: string): boolean {
  return PLAIN_URL.test(url) || HTTP_URL.test(url);
}
