import { useEffect, useRef, useState } from 'preact/hooks';
import { findJsonFault } from '../lib/json-fault.ts';
import { withChanges } from '../lib/json-path.ts';
import { isObject } from '../lib/schema-fault.ts';
import { ALL_FIELDS_ID } from './field-control.ts';
import type { Draft, FieldContext } from './form-field.tsx';
import { sentence } from './format.ts';

type AllFieldsProps = Pick<FieldContext, 'draft'> & {
  readonly label: string;
  readonly change: (draft: Draft) => void;
};

/** What is in the box, and the draft that was read in it last. */
type Typed = { readonly text: string; readonly read: Draft };

/** For the fields that a form does not have. Text that cannot be read stays, and the form is not saved with it. */
export function AllFields({ draft, label, change }: AllFieldsProps) {
  const [typed, setTyped] = useState<Typed>();
  const area = useRef<HTMLTextAreaElement>(null);
  const found = typed && readDraft(typed.text);
  const fault = typeof found === 'string' ? found : undefined;
  useEffect(() => area.current?.setCustomValidity(fault ?? ''), [fault]);
  const take = (text: string) => {
    const read = typed?.read ?? draft;
    const next = readDraft(text);
    if (typeof next === 'string') return setTyped({ text, read });
    setTyped({ text, read: next });
    // Other fields of the form may have changed since.
    change(withChanges(draft, read, next) as Draft);
  };
  return (
    <details class="panel">
      <summary>All fields, as JSON</summary>
      <label for={ALL_FIELDS_ID}>{label}</label>
      <textarea
        id={ALL_FIELDS_ID}
        ref={area}
        rows={16}
        spellcheck={false}
        data-name="All fields, as JSON"
        value={typed?.text ?? JSON.stringify(draft, null, 2)}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${ALL_FIELDS_ID}-fault`}
        onInput={(event) => take(event.currentTarget.value)}
        onBlur={() => {
          if (fault === undefined) setTyped(undefined);
        }}
      />
      {fault === undefined ? null : (
        <p class="bad" id={`${ALL_FIELDS_ID}-fault`}>
          {sentence(fault)}
        </p>
      )}
    </details>
  );
}

/** The fields, or why there are none to read. */
function readDraft(text: string): Draft | string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : 'expected fields in braces: { … }';
  } catch {
    return findJsonFault(text).replace('the body is empty', 'expected fields in braces: { … }');
  }
}
