import { isObject } from '../../lib/schema-fault.ts';
import type { BidRequest } from './bid-request.ts';
import { searchKeywords } from './product-search.ts';
import { TEXT_PLAN, type TextForm, type TextPlan, UNDECLARED } from './text-plan.ts';
import type { ValidRequest } from './validate.ts';

/** The texts of a request that tell of the conversation or the person, by how they are written. */
type RequestTexts = {
  /** Keywords between commas. */
  readonly keywords: string[];
  readonly prose: string[];
};

/** All of them, whatever the shape of the value that holds them: most of the fields are not checked (ruling 65). */
export function textsOf(wire: BidRequest): RequestTexts {
  const texts: RequestTexts = { keywords: [], prose: [] };
  collect(TEXT_PLAN, wire, texts);
  return texts;
}

function collect(plan: TextPlan, value: unknown, texts: RequestTexts): void {
  if (typeof value === 'string') {
    if (plan.form === 'keywords') texts.keywords.push(value);
    else texts.prose.push(plan.form === 'url' ? behindHost(value) : value);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(plan, item, texts);
  } else if (isObject(value)) {
    for (const name in value) {
      const field = plan.fields[name];
      // The name of a field that nobody declared can tell as much as its value.
      if (field === undefined) texts.prose.push(name);
      if (field?.hasText !== false) collect(field ?? UNDECLARED, value[name], texts);
    }
  }
}

/** The path, query and fragment of a URL; all of what is no URL. */
function behindHost(url: string): string {
  const [origin] = ORIGIN.exec(url) ?? [''];
  return url.slice(origin.length);
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * The request without the texts that are hidden. A text goes as a whole: one keyword of several, one topic, the
 * path of a page. What a hidden text names goes with it: an item of a list, like a segment, and an intent.
 */
export function withoutTexts(request: ValidRequest, isHidden: IsHidden): ValidRequest {
  const wire = shownOf(TEXT_PLAN, request.wire, isHidden) as BidRequest; // Required fields hold no texts.
  return {
    ...request,
    wire: withoutNamelessIntent(wire),
    // Read again: those of the request lost the capitals that tell joined words apart, and the bounds of an item.
    keywords: searchKeywords(wire).keywords.filter((keyword) => !isHidden(keyword)),
  };
}

type IsHidden = (text: string) => boolean;

function shownOf(plan: TextPlan, value: unknown, isHidden: IsHidden): unknown {
  if (!plan.hasText) return value;
  if (typeof value === 'string') return shownText(plan.form, value, isHidden);
  if (Array.isArray(value)) {
    return value.flatMap((item) => shownItem(item, shownOf(plan, item, isHidden)));
  }
  if (!isObject(value)) return value;
  const shown: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const fieldPlan = plan.fields[name];
    if (fieldPlan === undefined && isHidden(name)) continue;
    const part = shownOf(fieldPlan ?? UNDECLARED, field, isHidden);
    if (part !== undefined) shown[name] = part;
  }
  return shown;
}

function shownItem(item: unknown, shown: unknown): readonly unknown[] {
  if (!isObject(item) || !isObject(shown)) return shown === undefined ? [] : [shown];
  return Object.keys(shown).length < Object.keys(item).length ? [] : [shown];
}

function shownText(form: TextForm, text: string, isHidden: IsHidden): string | undefined {
  if (form === 'keywords') return shownKeywords(text, isHidden);
  const told = form === 'url' ? behindHost(text) : text;
  if (!isHidden(told)) return text;
  return told.length < text.length ? `${text.slice(0, -told.length)}/` : undefined;
}

function shownKeywords(text: string, isHidden: IsHidden): string | undefined {
  const shown = text.split(',').filter((keyword) => !isHidden(keyword));
  return shown.length === 0 ? undefined : shown.join(',');
}

/** An intent needs its value. */
function withoutNamelessIntent(wire: BidRequest): BidRequest {
  const context = wire.ext?.service;
  if (context?.intent === undefined || 'value' in context.intent) return wire;
  const { intent: _, ...rest } = context;
  return { ...wire, ext: { ...wire.ext, service: rest } };
}

/** The language of the conversation as the request states it: `en` of `en-GB`. The device's is not the conversation's. */
export function statedLanguage({ site, app }: BidRequest): string | undefined {
  const { content } = (site ?? app ?? {}) as { readonly content?: unknown };
  if (!isObject(content)) return undefined;
  const tag = content.langb ?? content.language;
  return typeof tag === 'string' ? TAG.exec(tag)?.[1]?.toLowerCase() : undefined;
}

const TAG = /^([a-z]{2,3})(?:[-_]|$)/i;
