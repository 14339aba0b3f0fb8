/** Elements of HTML that stand in running text. What else is between angle brackets is text. */
const ELEMENTS = new Set(
  (
    'a b big blockquote br center code dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins li mark ol p pre s ' +
    'small span strike strong sub sup table tbody td th thead tr tt u ul wbr'
  ).split(' '),
);

const TAG = /<\/?([a-z][a-z0-9]{0,9})(?![a-z0-9])([^<>]*)>/gi;

/** The text with a space for every tag. Attributes are texts too: they follow, apart from the rest. */
export function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  const attributes: string[] = [];
  const shown = text.replace(TAG, (tag, name, rest) => {
    if (!ELEMENTS.has(name.toLowerCase())) return tag;
    if (/[^\s/]/.test(rest)) attributes.push(rest);
    return ' ';
  });
  return [shown, ...attributes].join('\n\n');
}
