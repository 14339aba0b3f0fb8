import type { Template } from './word-list.ts';

export type Groups = ReadonlyMap<string, readonly string[]>;

/** A slip in a template can multiply its phrases without end. */
export const PHRASES_PER_TEMPLATE_MAX = 20_000;

/** The phrases that a template stands for: `[a|b] c` is `a c` and `b c`, `{name}` any of a group. */
export function expandTemplate(template: Template, groups: Groups): readonly string[] {
  const { phrases, end } = readSequence(template, 0, groups);
  if (end !== template.length) throw new Error(`"${template}" has a "${template[end]}" too many`);
  return [...new Set(phrases.map((phrase) => phrase.trim().replace(/\s+/g, ' ')))];
}

/** Groups in the order in which they stand: each may use those before it. */
export function expandGroups(groups: Readonly<Record<string, readonly Template[]>>): Groups {
  const expanded = new Map<string, readonly string[]>();
  for (const [name, templates] of Object.entries(groups)) {
    expanded.set(
      name,
      templates.flatMap((template) => expandTemplate(template, expanded)),
    );
  }
  return expanded;
}

type Read = { readonly phrases: readonly string[]; readonly end: number };

/** Up to the end of the template, or to a `|` or `]` that belongs to whoever called. */
function readSequence(template: Template, start: number, groups: Groups): Read {
  let phrases: readonly string[] = [''];
  let at = start;
  while (at < template.length && template[at] !== '|' && template[at] !== ']') {
    const part = readPart(template, at, groups);
    phrases = joined(phrases, part.phrases, template);
    at = part.end;
  }
  return { phrases, end: at };
}

function readPart(template: Template, at: number, groups: Groups): Read {
  if (template[at] === '[') return readAlternatives(template, at, groups);
  if (template[at] === '{') return readGroup(template, at, groups);
  return { phrases: [template[at] ?? ''], end: at + 1 };
}

function readAlternatives(template: Template, start: number, groups: Groups): Read {
  const phrases: string[] = [];
  let at = start;
  do {
    const alternative = readSequence(template, at + 1, groups);
    phrases.push(...alternative.phrases);
    at = alternative.end;
  } while (template[at] === '|');
  if (template[at] !== ']') throw new Error(`"${template}" has a "[" without its "]"`);
  return { phrases, end: at + 1 };
}

function readGroup(template: Template, start: number, groups: Groups): Read {
  const end = template.indexOf('}', start);
  const name = template.slice(start + 1, end);
  const phrases = groups.get(name);
  if (end === -1 || phrases === undefined) {
    throw new Error(`"${template}" names the group "${name}", which no group above it is called`);
  }
  return { phrases, end: end + 1 };
}

function joined(left: readonly string[], right: readonly string[], template: Template) {
  if (left.length * right.length > PHRASES_PER_TEMPLATE_MAX) {
    throw new Error(`"${template}" stands for more than ${PHRASES_PER_TEMPLATE_MAX} phrases`);
  }
  return left.flatMap((start) => right.map((rest) => start + rest));
}
