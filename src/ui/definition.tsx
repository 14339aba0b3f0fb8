import type { ComponentChildren } from 'preact';
import { pathOf, valueAt } from '../lib/json-path.ts';
import { isObject } from '../lib/schema-fault.ts';
import { Code } from './code.tsx';
import type { Draft, FormField } from './form-field.tsx';
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
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : textOf(value);
}

/** `of campaign, per person; of advertiser, per conversation` */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(value.some(isObject) ? '; ' : ', ');
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name} ${isObject(one) ? JSON.stringify(one) : textOf(one)}`)
    .join(', ');
}
