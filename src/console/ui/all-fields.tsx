import { useState } from 'preact/hooks';
import { isObject } from '../../lib/schema-fault.ts';
import type { Draft, FieldContext } from './form-field.tsx';

type AllFieldsProps = Pick<FieldContext, 'draft'> & {
  readonly label: string;
  readonly change: (draft: Draft) => void;
};

/** For the fields that a form does not have. */
export function AllFields({ draft, label, change }: AllFieldsProps) {
  const [typed, setTyped] = useState<string>();
  const take = (text: string) => {
    setTyped(text);
    try {
      const value: unknown = JSON.parse(text);
      if (isObject(value)) change(value);
    } catch {
      // Not finished yet.
    }
  };
  return (
    <details class="panel">
      <summary>All fields, as JSON</summary>
      <label for="all-fields">{label}</label>
      <textarea
        id="all-fields"
        rows={16}
        spellcheck={false}
        value={typed ?? JSON.stringify(draft, null, 2)}
        onInput={(event) => take(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
    </details>
  );
}
