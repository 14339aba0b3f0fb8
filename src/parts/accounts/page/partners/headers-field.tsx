import { useState } from 'preact/hooks';
import { isObject } from '../../../../lib/schema-fault.ts';
import type { FieldContext, FormField } from '../../../../ui/form-field.tsx';

export const HEADERS: FormField = { name: 'headers', label: 'Headers', Control: HeadersField };

/** `Name: value` in each line. What is typed stays as it is until the field is left. */
function HeadersField({ context }: { readonly context: FieldContext }) {
  const { draft, faults, change } = context;
  const [typed, setTyped] = useState<string>();
  const fault = faults.find(({ field }) => field.startsWith('headers'));
  const take = (text: string) => {
    setTyped(text);
    const { headers: _, ...others } = draft;
    const headers = headersOf(text);
    change(Object.keys(headers).length === 0 ? others : { ...others, headers });
  };
  return (
    <div class="field wide">
      <label for="field-headers">Headers</label>
      <textarea
        id="field-headers"
        rows={3}
        spellcheck={false}
        value={typed ?? linesOf(draft.headers)}
        aria-invalid={fault !== undefined}
        aria-describedby="field-headers-hint"
        onInput={(event) => take(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <p class="muted" id="field-headers-hint">
        One in each line, like <code>Authorization: Bearer …</code>. Values are not shown again; a
        line with “(kept)” keeps the one that is stored.
      </p>
      {fault === undefined ? null : <p class="bad">{fault.reason}</p>}
    </div>
  );
}

function linesOf(headers: unknown): string {
  if (!isObject(headers)) return '';
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}

/** A line without a colon is a name without a value, which the server says is wrong. */
export function headersOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}
