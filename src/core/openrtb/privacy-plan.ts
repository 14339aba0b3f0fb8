import { isObject } from '../../lib/schema-fault.ts';
import { BidRequestSchema } from './bid-request.ts';
import {
  type Classified,
  FIELD_FORMS,
  type FieldForm,
  type Formed,
  NEVER_SHOWN,
  PRIVACY_KEYWORD,
  type PrivacyClass,
} from './privacy-class.ts';

/** The classes of a request's fields as a tree: the allow-list that redaction walks. */
export type PrivacyPlan =
  | {
      readonly kind: 'field';
      readonly privacyClass: PrivacyClass;
      /** Undefined: the schema checks the field, or nobody sees it. */
      readonly form: FieldForm | undefined;
    }
  | { readonly kind: 'object'; readonly fields: readonly (readonly [string, PrivacyPlan])[] };

type ClassifiedSchema = {
  readonly properties?: Readonly<Record<string, ClassifiedSchema>>;
  readonly items?: ClassifiedSchema;
  readonly [PRIVACY_KEYWORD]?: Classified;
};

export const REQUEST_PLAN: PrivacyPlan = planOfSchema(BidRequestSchema as ClassifiedSchema, 'root');

function planOfSchema(schema: ClassifiedSchema, path: string): PrivacyPlan {
  const { items, properties = {} } = schema;
  if (items !== undefined) return planOfSchema(items, path);
  const classes = schema[PRIVACY_KEYWORD];
  // `contextual`: every declared field has the class of the whole.
  if (typeof classes === 'string') {
    return objectPlan(Object.keys(properties), (name) => planOf(classes, properties[name], path));
  }
  if (classes === undefined || isFormed(classes)) {
    throw new Error(`${path} has no privacy classes`);
  }
  return objectPlan(Object.keys(classes), (name) =>
    planOf(classes[name] as Classified, properties[name], `${path}.${name}`),
  );
}

function planOf(
  privacyClass: Classified,
  schema: ClassifiedSchema | undefined,
  path: string,
): PrivacyPlan {
  if (isFormed(privacyClass)) {
    return { kind: 'field', privacyClass: privacyClass[0], form: privacyClass[1] };
  }
  if (typeof privacyClass !== 'string') {
    return objectPlan(Object.keys(privacyClass), (name) =>
      planOf(privacyClass[name] as Classified, undefined, `${path}.${name}`),
    );
  }
  if (privacyClass !== 'nested') {
    if (schema === undefined && !NEVER_SHOWN.has(privacyClass)) {
      throw new Error(`${path} is checked by no schema and has no form`);
    }
    return { kind: 'field', privacyClass, form: undefined };
  }
  if (schema === undefined) throw new Error(`${path} is nested and has no schema`);
  return planOfSchema(schema, path);
}

function isFormed(classes: Classified): classes is Formed {
  return Array.isArray(classes);
}

function objectPlan(
  names: readonly string[],
  planOfField: (name: string) => PrivacyPlan,
): PrivacyPlan {
  return { kind: 'object', fields: names.map((name) => [name, planOfField(name)] as const) };
}

type ShowField = (privacyClass: PrivacyClass, value: unknown) => unknown;

/**
 * A copy of the value with the fields of the plan as `show` gives them; undefined withholds one. Fields that the plan
 * does not name are left out, and so is a value of another shape or form than the plan's, and an object or list of
 * which nothing is left.
 */
export function showPlanned(plan: PrivacyPlan, value: unknown, show: ShowField): unknown {
  if (plan.kind === 'field' && plan.form !== undefined) {
    const fit = FIELD_FORMS[plan.form](value);
    return fit === undefined ? undefined : show(plan.privacyClass, fit);
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return plan.kind === 'field' ? show(plan.privacyClass, value) : value;
    const items = value
      .map((item) => showPlanned(plan, item, show))
      .filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (plan.kind === 'field') {
    // An object where the plan knows a single value could hold anything.
    return isObject(value) || value === null ? undefined : show(plan.privacyClass, value);
  }
  if (!isObject(value)) return undefined;
  const shown: Record<string, unknown> = {};
  let isEmpty = true;
  for (const [name, fieldPlan] of plan.fields) {
    if (!Object.hasOwn(value, name)) continue;
    const field = showPlanned(fieldPlan, value[name], show);
    if (field === undefined) continue;
    shown[name] = field;
    isEmpty = false;
  }
  return isEmpty ? undefined : shown;
}
