export type Groups = ReadonlyMap<string, readonly string[]>;

/** A slip in a template can multiply its texts without end. */
const TEXTS_PER_ITEM_MAX = 2_000;

/** The texts that a template stands for: `[a|b] c` is `a c` and `b c`, `{name}` any of a group. */
export function expandText(template: string, groups: Groups): readonly string[] {
  const { texts, end } = readSequence(template, 0, groups);
  if (end !== template.length) throw new Error(`"${template}" has a "${template[end]}" too many`);
  return texts;
}

/** Groups in the order in which they stand: each may use those before it. */
export function expandGroups(groups: Readonly<Record<string, readonly string[]>>): Groups {
  const expanded = new Map<string, readonly string[]>();
  for (const [name, templates] of Object.entries(groups)) {
    expanded.set(
      name,
      templates.flatMap((template) => expandText(template, expanded)),
    );
  }
  return expanded;
}

type Expansion = { readonly texts: readonly string[]; readonly end: number };

/** Up to the end of the template, or to a `|` or `]` that belongs to whoever called. */
function readSequence(template: string, start: number, groups: Groups): Expansion {
  let texts: readonly string[] = [''];
  let at = start;
  while (at < template.length && template[at] !== '|' && template[at] !== ']') {
    const part = readPart(template, at, groups);
    texts = joined(texts, part.texts, template);
    at = part.end;
  }
  return { texts, end: at };
}

function readPart(template: string, at: number, groups: Groups): Expansion {
  if (template[at] === '[') return readAlternatives(template, at, groups);
  if (template[at] === '{') return readGroup(template, at, groups);
  let end = at + 1;
  while (end < template.length && !'[]{|'.includes(template[end] ?? '')) end++;
  return { texts: [template.slice(at, end)], end };
}

function readAlternatives(template: string, start: number, groups: Groups): Expansion {
  const texts: string[] = [];
  let at = start;
  do {
    const alternative = readSequence(template, at + 1, groups);
    texts.push(...alternative.texts);
    at = alternative.end;
  } while (template[at] === '|');
  if (template[at] !== ']') throw new Error(`"${template}" has a "[" without its "]"`);
  return { texts, end: at + 1 };
}

function readGroup(template: string, start: number, groups: Groups): Expansion {
  const end = template.indexOf('}', start);
  const name = template.slice(start + 1, end);
  const texts = groups.get(name);
  if (end === -1 || texts === undefined) {
    throw new Error(`"${template}" names the group "${name}", which no group above it is called`);
  }
  return { texts, end: end + 1 };
}

function joined(left: readonly string[], right: readonly string[], template: string) {
  if (left.length * right.length > TEXTS_PER_ITEM_MAX) {
    throw new Error(`"${template}" stands for more than ${TEXTS_PER_ITEM_MAX} texts`);
  }
  return left.flatMap((start) => right.map((rest) => start + rest));
}
