import { pathTo } from '../../lib/schema-fault.ts';
import type { PrivacyClass } from './privacy-class.ts';
import { type PrivacyPlan, REQUEST_PLAN } from './privacy-plan.ts';

/** How a text is written: keywords between commas, a URL, or as people write. */
export type TextForm = 'keywords' | 'url' | 'prose';

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
