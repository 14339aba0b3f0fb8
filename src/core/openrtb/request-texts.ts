import { isObject, pathTo } from '../../lib/schema-fault.ts';
import type { BidRequest } from './bid-request.ts';
import type { PrivacyClass } from './privacy-class.ts';
import { type PrivacyPlan, REQUEST_PLAN } from './privacy-plan.ts';
import { searchKeywords } from './product-search.ts';
import type { ValidRequest } from './validate.ts';

/** How a text is written: keywords between commas, a URL, or as people write. */
type TextForm = 'keywords' | 'url' | 'prose';

/**
 * Where a request can hold texts that tell of the conversation or the person (ruling 65). Every classified field
 * does that is not listed below, and so does every field that nobody declared.
 */
export type TextPlan = {
  readonly hasText: boolean;
  /** Of a string here. */
  readonly form: TextForm;
  /** By name, without a prototype. */
  readonly fields: Readonly<Record<string, TextPlan>>;
};

/** Numbers, codes and strings that machines write. */
const CLASSES_WITHOUT_TEXT: ReadonlySet<PrivacyClass> = new Set([
  'signal',
  'consent',
  'device',
  'id',
  'demographics',
  'address',
  'coordinates',
  'fine-geo',
  'native-request',
  'price-filter',
]);

/** Fields, with all that is in them, that tell of the inventory or the transaction and not of the conversation. */
export const FIELDS_WITHOUT_TEXT: readonly string[] = [
  ...'id imp test at tmax device regs source allimps'.split(' '),
  ...'cur bcat acat cattax badv bapp wseat bseat wlang wlangb ext.prebid'.split(' '),
  ...below('site', 'id name domain cat cattax sectioncat pagecat privacypolicy publisher mobile'),
  ...below('app', 'id name bundle storeurl cat cattax sectioncat pagecat privacypolicy publisher'),
  ...below('app', 'domain ver paid'),
  ...below('site.content', 'cat cattax context language langb'),
  ...below('app.content', 'cat cattax context language langb'),
  ...below('user', 'geo eids data.id data.ext.segtax'),
  // Numbers, and words that the schema lists.
  ...below('ext.service', 'messageSequenceNumber messageLength isQuickReply userThinkTimeMs'),
  ...below('ext.service', 'sessionDurationMs sentiment funnel intent.confidence'),
];

function below(parent: string, names: string): readonly string[] {
  return names.split(' ').map((name) => `${parent}.${name}`);
}

const NO_FIELDS: TextPlan['fields'] = Object.freeze(Object.create(null));
const NO_TEXT: TextPlan = { hasText: false, form: 'prose', fields: NO_FIELDS };
export const UNDECLARED: TextPlan = { hasText: true, form: 'prose', fields: NO_FIELDS };

const withoutText = new Set(FIELDS_WITHOUT_TEXT);

export const TEXT_PLAN: TextPlan = planOf(REQUEST_PLAN, '');

function planOf(plan: PrivacyPlan, path: string): TextPlan {
  if (withoutText.has(path)) return NO_TEXT;
  if (plan.kind === 'field') {
    if (CLASSES_WITHOUT_TEXT.has(plan.privacyClass)) return NO_TEXT;
    return { ...UNDECLARED, form: formOf(path, plan.privacyClass) };
  }
  const fields: Record<string, TextPlan> = Object.create(null);
  for (const [name, field] of plan.fields) fields[name] = planOf(field, pathTo(path, name));
  // Some fields without text are in no schema.
  for (const listed of FIELDS_WITHOUT_TEXT) {
    const name = listed.slice(path === '' ? 0 : path.length + 1);
    if (!name.includes('.') && pathTo(path, name) === listed) fields[name] = NO_TEXT;
  }
  return { ...UNDECLARED, fields };
}

function formOf(path: string, privacyClass: PrivacyClass): TextForm {
  if (privacyClass === 'page' || path === 'site.ref') return 'url';
  return path.endsWith('.keywords') ? 'keywords' : 'prose';
}

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
