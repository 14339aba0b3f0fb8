import type { FieldFault } from '../client.ts';
import { fieldName, type JsonPath, valueAt, withValueAt } from './json-path.ts';

/** A campaign while somebody fills it in: anything may be missing or wrong. */
export type Draft = Readonly<Record<string, unknown>>;

export type FieldContext = {
  readonly draft: Draft;
  readonly faults: readonly FieldFault[];
  readonly change: (draft: Draft) => void;
};

type FieldProps = {
  readonly context: FieldContext;
  readonly path: JsonPath;
  readonly label: string;
  readonly hint?: string;
  readonly kind?: 'text' | 'number' | 'list' | 'long';
  readonly isFixed?: boolean;
  /** Whether it takes the whole width of the form. */
  readonly isWide?: boolean;
};

export function Field(props: FieldProps) {
  const { context, path, label, hint, kind = 'text', isFixed, isWide } = props;
  const { draft, faults, change } = context;
  const name = fieldName(path);
  const fault = faults.find(({ field }) => field === name || field.startsWith(`${name}[`));
  const id = `field-${name.replace(/[^\w]+/g, '-')}`;
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const shared = {
    id,
    value: textOf(valueAt(draft, path)),
    disabled: isFixed === true,
    'aria-invalid': fault !== undefined,
    'aria-describedby': described || undefined,
  };
  const take = (text: string) =>
    change((withValueAt(draft, path, valueOfText(text, kind)) ?? {}) as Draft);
  return (
    <div class={isWide ? 'field wide' : 'field'}>
      <label for={id}>{label}</label>
      {kind === 'long' ? (
        <textarea {...shared} rows={3} onInput={(event) => take(event.currentTarget.value)} />
      ) : (
        <input {...shared} onInput={(event) => take(event.currentTarget.value)} />
      )}
      {hint === undefined ? null : (
        <p class="muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault === undefined ? null : (
        <p class="field-fault" id={`${id}-fault`}>
          {fault.reason}
        </p>
      )}
    </div>
  );
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : String(value);
}

/** A number that is none stays text, and the check says so. */
function valueOfText(text: string, kind: NonNullable<FieldProps['kind']>): unknown {
  if (text.trim() === '') return undefined;
  if (kind === 'list') return text.split(',').map((item) => item.trimStart());
  if (kind !== 'number') return text;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}
