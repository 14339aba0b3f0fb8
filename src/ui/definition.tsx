import type { ComponentChildren } from 'preact';
import { Code } from './code.tsx';
import type { Draft, FormField } from './form-field.tsx';
import { pathOf, valueAt } from './json-path.ts';
import { Pairs } from './pairs.tsx';

type DefinitionProps = { readonly definition: Draft; readonly fields: readonly FormField[] };

/** What is set, in the words of the form. */
export function Definition({ definition, fields }: DefinitionProps) {
  const pairs = fields.flatMap((field) => {
    const value = valueAt(definition, pathOf(field.name));
    return value === undefined ? [] : [[field.label, shown(field, value)] as const];
  });
  return (
    <section class="panel" aria-labelledby="definition">
      <h2 id="definition">Settings</h2>
      {pairs.length === 0 ? (
        <p class="muted">Nothing is set.</p>
      ) : (
        <Pairs pairs={pairs} kind="settings" />
      )}
      <details>
        <summary>All fields, as JSON</summary>
        <Code text={JSON.stringify(definition)} label="All fields, as JSON" />
      </details>
    </section>
  );
}

function shown({ options }: FormField, value: unknown): ComponentChildren {
  const words = options?.find(([option]) => option === String(value))?.[1];
  if (words !== undefined) return words;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
