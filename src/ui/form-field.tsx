import type { ComponentChildren, FunctionComponent } from 'preact';
import { pathOf, valueAt, withValueAt } from '../lib/json-path.ts';
import { faultWords } from './fault-words.ts';
import { fieldId } from './field-control.ts';
import type { FieldFault } from './shell/client.ts';

/** What somebody fills in: anything may be missing or wrong. */
export type Draft = Readonly<Record<string, unknown>>;

export type FormField = {
  /** As the server names it. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** A flag is true or absent. A switch is also false where that differs from nothing. */
  readonly kind?: 'text' | 'number' | 'day' | 'list' | 'long' | 'choice' | 'flag' | 'switch';
  /** Of a choice or a switch: each value, and the words for it. */
  readonly options?: readonly (readonly [value: string, words: string])[];
  /** Of a choice or a switch: the value that says the same as none. */
  readonly none?: string | boolean;
  /** Whether it has to be filled in, which may depend on the rest of the form. */
  readonly isRequired?: boolean | ((draft: Draft) => boolean);
  /** Whether it takes the whole width of the form. */
  readonly isWide?: boolean;
  /** Whether it stays as it is once it is stored. */
  readonly isFixed?: boolean;
  /** Where it is filled in by something else than a box. */
  readonly Control?: FunctionComponent<{ readonly context: FieldContext }>;
};

type FieldTerms = Omit<FormField, 'name' | 'label' | 'hint' | 'kind'>;

const fieldOf =
  (kind: NonNullable<FormField['kind']>) =>
  (name: string, label: string, hint?: string, terms: FieldTerms = {}): FormField => ({
    ...{ name, label, hint, kind, ...terms },
  });

export const textField = fieldOf('text');
export const numberField = fieldOf('number');
export const listField = fieldOf('list');
export const longField = fieldOf('long');
export const dayField = fieldOf('day');
export const flagField = fieldOf('flag');

/** `choices`: what each value is in words, '' for none. */
export const choiceField = (
  name: string,
  label: string,
  choices: Readonly<Record<string, string>>,
  terms: FieldTerms & Pick<FormField, 'hint' | 'kind'> = {},
): FormField => ({ name, label, kind: 'choice', options: Object.entries(choices), ...terms });

/** Of a field that has to be filled in. */
export const REQUIRED = { isRequired: true } as const;

/** That of an id, which stays as it is once it is stored. */
export const FIXED = { isRequired: true, isFixed: true } as const;

/** Of a field that takes the whole width. */
export const WIDE = { isWide: true } as const;

export type FieldContext = {
  readonly draft: Draft;
  readonly faults: readonly FieldFault[];
  readonly change: (draft: Draft) => void;
  readonly isStored?: boolean;
};

export type FieldsProps = { readonly context: FieldContext; readonly fields: readonly FormField[] };

export function Fields({ context, fields }: FieldsProps) {
  return fields.map((field) => <Field context={context} field={field} key={field.label} />);
}

type FormPartProps = Pick<FieldsProps, 'context'> & {
  readonly title: string;
  readonly fields?: readonly FormField[];
  /** Above the fields. */
  readonly children?: ComponentChildren;
};

/** Fields that belong together, under a title. */
export function FormPart({ title, context, fields = [], children }: FormPartProps) {
  return (
    <fieldset class="panel form-part">
      <legend>{title}</legend>
      {children}
      <Fields context={context} fields={fields} />
    </fieldset>
  );
}

const FLAG_OPTIONS = [
  ['', 'No'],
  ['true', 'Yes'],
] as const;

/** Of a field for a day: anything else that is stored is shown as it is. */
const DAY = /^(?:\d{4}-\d{2}-\d{2})?$/;

type FieldProps = Pick<FieldsProps, 'context'> & {
  readonly field: FormField;
  readonly isFixed?: boolean;
};

type FieldFrameProps = Pick<FieldsProps, 'context'> & {
  readonly field: FormField;
  readonly children: ComponentChildren;
};

export function Field({ context, field, isFixed = false }: FieldProps) {
  const { kind = 'text', options = FLAG_OPTIONS, Control } = field;
  const { value, take, attributes } = fieldPartsOf(context, field);
  const shared = {
    ...attributes,
    value: value === field.none ? '' : textOf(value, kind),
    disabled: isFixed || (field.isFixed === true && context.isStored === true),
  };
  const takeText = (text: string) => take(valueOfText(text, kind));
  if (Control !== undefined) return <Control context={context} />;
  return (
    <FieldFrame context={context} field={field}>
      {kind === 'long' ? (
        <textarea
          {...shared}
          dir="auto"
          rows={3}
          onInput={(event) => takeText(event.currentTarget.value)}
        />
      ) : kind === 'day' && DAY.test(shared.value) ? (
        <input {...shared} type="date" onInput={(event) => takeText(event.currentTarget.value)} />
      ) : kind === 'choice' || kind === 'flag' || kind === 'switch' ? (
        <select {...shared} onChange={(event) => takeText(event.currentTarget.value)}>
          {options.map(([value, words]) => (
            <option value={value} key={value}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input {...shared} dir="auto" onInput={(event) => takeText(event.currentTarget.value)} />
      )}
    </FieldFrame>
  );
}

/** What a field has, whatever it is filled in with. */
export function fieldPartsOf({ draft, faults, change }: FieldContext, field: FormField) {
  const { name, isRequired = false } = field;
  const path = pathOf(name);
  const value = valueAt(draft, path);
  const isNeeded = typeof isRequired === 'function' ? isRequired(draft) : isRequired;
  const isOfTemplate = !isNeeded && isToFill(value);
  const hint = isOfTemplate ? `${field.hint ?? ''} The template asks for it.`.trim() : field.hint;
  const fault = faults.find((one) => one.field === name || one.field.startsWith(`${name}[`));
  const id = fieldId(name);
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return {
    value,
    /** undefined takes the value away. */
    take: (value: unknown) => change((withValueAt(draft, path, value) ?? {}) as Draft),
    fault,
    hint,
    attributes: {
      id,
      'aria-required': isNeeded || isOfTemplate || undefined,
      'aria-invalid': fault !== undefined,
      'aria-describedby': described || undefined,
    },
  };
}

/** A template has an empty text, or a list of one, where something is to be filled in. */
function isToFill(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 1 && value[0] === '');
}

/** The label above what is filled in; the hint and the fault below it. */
export function FieldFrame({ context, field, children }: FieldFrameProps) {
  const { label, isWide } = field;
  const { fault, hint, attributes } = fieldPartsOf(context, field);
  const { id, 'aria-required': isRequired } = attributes;
  const kinds = ['field', isWide && 'wide', isRequired && 'required'].filter(Boolean);
  return (
    <div class={kinds.join(' ')}>
      <label for={id}>{label}</label>
      {children}
      {hint === undefined ? null : (
        <p class="muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault === undefined ? null : (
        <p class="bad" id={`${id}-fault`}>
          {faultWords(fault.reason)}
        </p>
      )}
    </div>
  );
}

function textOf(value: unknown, kind: NonNullable<FormField['kind']>): string {
  if (value === undefined || value === null) return '';
  if (kind === 'flag') return value === false ? '' : 'true';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** A number that is none stays text, and the check says so. */
function valueOfText(text: string, kind: NonNullable<FormField['kind']>): unknown {
  if (text.trim() === '') return undefined;
  if (kind === 'flag' || kind === 'switch') return text === 'true';
  if (kind === 'list') return text.split(',').map((item) => item.trimStart());
  if (kind !== 'number') return text;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}
