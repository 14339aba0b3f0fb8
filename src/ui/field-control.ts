import { capitalized } from './format.ts';
import type { FieldFault } from './shell/client.ts';

/** The id of the control of a field, as the server names it. */
export function fieldId(name: string): string {
  return `field-${name.replace(/[^\w]+/g, '-')}`;
}

/** For the fields that a form does not have. */
export const ALL_FIELDS_ID = 'all-fields';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Found = {
  readonly control: Control;
  /** What of the field is within the control. */
  readonly rest: string;
};

/** The control of a field, or of the nearest field around it. */
function findControl(field: string): Found | undefined {
  for (let name = field; name !== ''; name = name.replace(/[.[][^.[]*$|^[^.[]*$/, '')) {
    const control = document.getElementById(fieldId(name)) ?? document.getElementById(name);
    if (isControl(control)) return { control, rest: field.slice(name.length) };
  }
  return undefined;
}

function isControl(element: Element | null): element is Control {
  return element?.matches('input, textarea, select') ?? false;
}

/** A field in the words of its form. */
export function fieldLabel(field: string): string {
  const found = findControl(field);
  if (found === undefined) return field === '' ? 'All of it' : capitalized(pathWords(field));
  const { control, rest } = found;
  const label = control.dataset.name ?? control.labels?.[0]?.textContent ?? field;
  return rest === '' ? label : `${label}, ${pathWords(rest)}`;
}

/** `creatives[1].title` → `creatives 2, title`. */
function pathWords(path: string): string {
  return path
    .replace(/\[(\d+)\]/g, (_, index: string) => ` ${Number(index) + 1}`)
    .replace(/\./g, ', ')
    .replace(/^[, ]+/, '');
}

/** Shows the control of a field and puts the cursor into it: into the JSON where the form has no other. */
export function focusField(field: string): void {
  const control = findControl(field)?.control ?? document.getElementById(ALL_FIELDS_ID);
  if (!isControl(control)) return;
  const details = control.closest('details');
  if (details !== null) details.open = true;
  control.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
}

/** What of a form cannot be read: it is in no draft, so no server can judge it. */
export function unfinishedIn(form: HTMLFormElement): readonly FieldFault[] {
  const controls = [...form.querySelectorAll<Control>(':is(input, textarea, select):invalid')];
  return controls.map(({ id, validationMessage }) => ({ field: id, reason: validationMessage }));
}
