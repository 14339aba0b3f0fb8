/** What the words of a schema are called by people. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\ba non-empty string\b/g, 'a text'],
  [/\ba string\b/g, 'a text'],
  [/\ban integer\b/g, 'a whole number'],
  [/\ban array\b/g, 'a list'],
  [/\ban object\b/g, 'several fields'],
  [/\bthe string (?=")/g, ''],
  [/\btrue or false\b/g, 'yes or no'],
];

const EXPECTED = /^expected (.+), but (?:got (.+)|the field is missing)$/s;
const COUNTED = /^\d+ (?:item|character)s?$/;
const TYPED = /^"(.*)"$/s;
const DECIMAL_COMMA = /^(-?\d+),(\d+)$/;

/** A fault of a field in the words of those who fill in forms. One that has another form stays as it is. */
export function faultWords(reason: string): string {
  const [, expected, got] = EXPECTED.exec(reason) ?? [];
  if (expected === undefined) return reason;
  const wanted = named(expected);
  if (got === undefined || got === '""') return `fill it in: ${wanted}`;
  const given = named(got);
  const text = TYPED.exec(given)?.[1];
  if (!/^a (whole )?number/.test(wanted)) {
    return `${wanted} was expected, ${COUNTED.test(given) ? `it has ${given}` : `${given} was typed`}`;
  }
  const like = wanted.startsWith('a whole number') ? 'like 8' : 'like 8.50';
  const example = /number$/.test(wanted) ? `${wanted} ${like}` : `${wanted}, ${like},`;
  return `${example} was expected, ${given} was typed${text === undefined ? '' : instead(text)}`;
}

/** Nobody guesses what a comma means: people are shown how to write what they may mean. */
function instead(text: string): string {
  const [, whole, part = ''] = DECIMAL_COMMA.exec(text.trim()) ?? [];
  if (whole === undefined) return '';
  const [decimal, thousands] = [`${whole}.${part}`, `${whole}${part}`];
  return part.length === 3 ? `: write ${thousands} or ${decimal}` : `: write ${decimal}`;
}

function named(text: string): string {
  return NAMES.reduce((words, [pattern, name]) => words.replace(pattern, name), text);
}
