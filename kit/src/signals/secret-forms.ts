import { isCurrency } from './amounts.ts';
import { STRUCK_OUT } from './tokens.ts';

/** What is recognised as private by how it is written, in any language. */

/** A key with its armour; without an end, all that follows. */
const ARMOURED = /-----BEGIN[\s\S]*?(?:-----END[^-\n]{0,40}-----|$)/g;
const IBAN =
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2,4}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3}){0,2}(?![\p{L}\p{N}])/gu;
/** Seven digits or more with what people put between them. */
const LONG_NUMBER =
  /(?<![\p{L}\p{N}.,])\+?\(?\d(?:[ \u00a0\u202f()./-]{0,2}\d){6,40}(?![\p{L}\p{N}])/gu;
/** "1.500.000", "1500000", and two of them like "15.000-20.000". */
const AMOUNT = "[1-9](?:\\d{0,2}(?:[.,'’ \\u00a0\\u202f]\\d{3}){1,2}(?:[.,]\\d{1,2})?|\\d{0,7})";
const PRICE = new RegExp(`^${AMOUNT}$`);
const RANGE = new RegExp(`^${AMOUNT} ?- ?${AMOUNT}$`);
/** Of each of the two: more digits are a telephone number. */
const RANGE_DIGITS_MAX = 6;
/** "555-1234", but not "500-1000", which nobody is called under. */
const LOCAL_NUMBER = /^(?!\d[05]0-\d\d[05]0$)\d{3}-\d{4}$/;

/** A text without keys and tokens, and numbers of cards, accounts, documents and telephones. */
export function withoutForms(text: string): string {
  return text
    .replace(ARMOURED, ` ${STRUCK_OUT} `)
    .replace(QUOTED, ` ${STRUCK_OUT} `)
    .replace(/\S+/g, withoutSecretForm)
    .replace(IBAN, ` ${STRUCK_OUT} `)
    .replace(LONG_NUMBER, (number, at: number, whole: string) =>
      isAmount(number, whole.slice(0, at), whole.slice(at + number.length))
        ? number
        : ` ${STRUCK_OUT} `,
    );
}

function isAmount(number: string, before: string, after: string): boolean {
  if (PRICE.test(number)) return true;
  if (LOCAL_NUMBER.test(number) && !isPriced(before, after)) return false;
  const isShort = (part: string) => part.replace(/\D/g, '').length <= RANGE_DIGITS_MAX;
  return RANGE.test(number) && number.split('-').every(isShort);
}

/** The last and the first of the words beside a number: the length of what is looked at is bounded. */
const BESIDE_LENGTH_MAX = 12;

/** "$500-800", "500-800 euros". */
function isPriced(before: string, after: string): boolean {
  const left = /([\p{L}]+|\S)\s*$/u.exec(before.slice(-BESIDE_LENGTH_MAX))?.[1] ?? '';
  const right = /^\s*([\p{L}]+|\S)/u.exec(after.slice(0, BESIDE_LENGTH_MAX))?.[1] ?? '';
  return isCurrency(left) || isCurrency(right);
}

/** By which services mark their keys. */
const PREFIXED =
  /(?:^|[^a-z\d])(?:(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?|gh[opsur]_|github_pat_|glpat-|xox[abeoprs]-|xapp-|a(?:kia|sia)(?=[a-z\d]{8})|aiza(?=[\w-]{10})|ya29\.|eyj(?=[\w-]{10})|hf_|npm_|dop_v1_|shp(?:at|ss|ca)_|whsec_|sg\.(?=[\w-]{10})|(?:pat|key)[-_](?=\S*\d)|ssh-(?:rsa|ed25519))[\w./+=-]{4}/i;
const NAME = '(?:pass(?:word|wort|wd)?|pwd|pin|token|secret|key|auth)["\'`*_]{0,3}';
/** `password=…` in one piece; of `**Password:**` the value is still to come. */
const ASSIGNED = new RegExp(`${NAME}([:=])(?=\\S*[\\p{L}\\p{N}])`, 'iu');
/** With a value of several words: `password="lamp, sofa"`. */
const QUOTED = new RegExp(`${NAME}\\s?[:=]\\s?(["'\`])[^"'\`\\n]{1,200}\\1`, 'giu');

const MIXED_LENGTH_MIN = 8;
const LONG_LENGTH_MIN = 16;
const CHANGES_MIN = 3;
const DISTINCT_MIN = 8;

/** A piece of text between two spaces, unless it is a key, a token or a password by its form. */
function withoutSecretForm(chunk: string): string {
  const bare = chunk.replace(/^[("'`[{<]+|[)"'`\]}>.,:;!?]+$/g, '');
  const assigned = /[:=]/.test(bare) ? ASSIGNED.exec(bare) : null;
  if (assigned === null) return hasSecretForm(bare) ? STRUCK_OUT : chunk;
  // Behind a colon the value may go on: "db_password:lamp sofa".
  const before = bare.slice(Math.max(0, assigned.index - PREFIX_LENGTH_MAX), assigned.index);
  const name = `${/[\p{L}\p{N}_.-]*$/u.exec(before)?.[0] ?? ''}${assigned[0]}`;
  return assigned[1] === '=' || hasSecretForm(name) ? STRUCK_OUT : `${name} ${STRUCK_OUT}`;
}

/** Of what a name has before "password": "db_". */
const PREFIX_LENGTH_MAX = 30;

function hasSecretForm(bare: string): boolean {
  if (PREFIXED.test(bare)) return true;
  if (bare.length < MIXED_LENGTH_MIN || !/\d/.test(bare) || !/[a-z]/i.test(bare)) return false;
  if (bare.length >= LONG_LENGTH_MIN) return new Set(bare).size >= DISTINCT_MIN;
  return changesOf(bare) >= CHANGES_MIN && isMixed(bare);
}

/** Upper and lower case and digits, or signs among them: no name of a model is written so. */
function isMixed(text: string): boolean {
  return (/[a-z]/.test(text) && /[A-Z]/.test(text)) || /[!#$%^&*_~+=]/.test(text);
}

/** How often the kind of character changes. */
function changesOf(text: string): number {
  const kinds = text
    .replace(/[a-z]/g, 'a')
    .replace(/[A-Z]/g, 'A')
    .replace(/\d/g, '0')
    .replace(/[^aA0]/g, '-');
  return [...kinds].filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
}
