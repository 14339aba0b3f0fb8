import type { BidRequest } from './bid-request.ts';
import { TEXT_PLAN, type TextForm, type TextPlan, UNDECLARED } from './text-plan.ts';

/** The texts of a request that tell of the conversation or the person, by how they are written. */
export type RequestTexts = {
  /** Keywords between commas. */
  readonly keywords: readonly string[];
  readonly prose: readonly string[];
};

/** All of them, whatever the shape of the value that holds them: most of the fields are not checked (ruling 65). */
export function textsOf(wire: BidRequest): RequestTexts {
  const texts = { keywords: [], prose: [] };
  collect(TEXT_PLAN, wire, texts);
  return texts;
}

type Collected = { readonly keywords: string[]; readonly prose: string[] };

function collect(plan: TextPlan, value: unknown, texts: Collected): void {
  if (typeof value === 'string') {
    add(plan.form, value, texts);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(plan, item, texts);
  } else if (typeof value === 'object' && value !== null) {
    collectFields(plan, value as Readonly<Record<string, unknown>>, texts);
  }
}

function collectFields(
  { fields }: TextPlan,
  value: Readonly<Record<string, unknown>>,
  texts: Collected,
): void {
  for (const name in value) {
    const field = fields[name];
    if (field === undefined) {
      // The name of a field that nobody declared can tell as much as its value.
      texts.prose.push(name);
      collect(UNDECLARED, value[name], texts);
    } else if (field.hasText) {
      collect(field, value[name], texts);
    }
  }
}

function add(form: TextForm, text: string, texts: Collected): void {
  if (form === 'keywords') texts.keywords.push(text);
  else texts.prose.push(form === 'url' ? behindHost(text) : text);
}

/** The path, query and fragment of a URL; all of what is no URL. */
export function behindHost(url: string): string {
  const [origin] = ORIGIN.exec(url) ?? [''];
  return url.slice(origin.length);
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
