import { useEffect, useState } from 'preact/hooks';
import type { fieldPartsOf } from './form-field.tsx';

export type Suggestion = {
  readonly value: string;
  /** What people call it, where that is something else. */
  readonly name?: string | undefined;
  /** What is to be known before it is chosen. */
  readonly note: string;
};

type ValueListProps = {
  /** Of the field to type in, which has a label outside. */
  readonly attributes: ReturnType<typeof fieldPartsOf>['attributes'];
  readonly label: string;
  readonly values: readonly string[];
  readonly suggestions: readonly Suggestion[];
  /** Two texts with the same form mean the same. */
  readonly form: (text: string) => string;
  readonly onChange: (values: readonly string[]) => void;
};

/** Of what fits the typed text, the first ones. */
const SHOWN_MAX = 50;

/** Values one by one, each suggested or typed: arrows and Enter choose, Backspace takes back the last. */
export function ValueList(props: ValueListProps) {
  const { attributes, label, values, suggestions, form, onChange } = props;
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isChosen = (text: string) => values.some((value) => form(value) === form(text));
  const shown = isOpen ? matching(suggestions, typed, isChosen) : [];
  const listId = `${attributes.id}-list`;
  const type = (text: string, open: boolean) => {
    setTyped(text);
    setIsOpen(open);
    setActive(-1);
  };
  const add = (texts: readonly string[]) => {
    const meant = texts.map((text) => meantBy(text.trim(), suggestions, form));
    const next = meant.filter((value) => value !== '' && !isChosen(value));
    if (next.length > 0) onChange([...values, ...new Set(next)]);
    type('', false);
  };
  const move = (step: number) => {
    setIsOpen(true);
    const count = isOpen ? shown.length : matching(suggestions, typed, isChosen).length;
    if (count > 0) setActive(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') move(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Enter') add([shown[active]?.value ?? typed]);
    else if (key === 'Escape' && isOpen) type(typed, false);
    else if (key === 'Backspace' && typed === '') onChange(values.slice(0, -1));
    else return;
    event.preventDefault();
  };
  return (
    <div class="values">
      <Chosen {...props} />
      <input
        {...attributes}
        {...comboboxOf(listId, shown.length, active)}
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget: { value } }) => {
          if (value.includes(',')) add(value.split(','));
          else type(value, true);
        }}
        onClick={() => setIsOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => add([typed])}
      />
      {shown.length === 0 ? null : (
        <Suggestions
          id={listId}
          label={`${label}: suggested`}
          suggestions={shown}
          active={active}
          onChoose={(value) => add([value])}
        />
      )}
    </div>
  );
}

/** What a field with a listbox below it says of the list. The types know of one with the attribute `list` alone. */
function comboboxOf(listId: string, count: number, active: number): object {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': count > 0,
    'aria-controls': count > 0 ? listId : undefined,
    'aria-activedescendant': active >= 0 && active < count ? optionId(listId, active) : undefined,
  };
}

const optionId = (listId: string, index: number): string => `${listId}-${index}`;

type SuggestionsProps = Pick<ValueListProps, 'label' | 'suggestions'> & {
  readonly id: string;
  /** The one that Enter chooses; -1: none. */
  readonly active: number;
  readonly onChoose: (value: string) => void;
};

/** The field keeps the focus, and its keys do what a click does. */
function Suggestions({ id, label, suggestions, active, onChoose }: SuggestionsProps) {
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <div class="suggestions" role="listbox" id={id} aria-label={label}>
      {suggestions.map((one, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
        <div
          role="option"
          id={optionId(id, index)}
          aria-selected={index === active}
          key={one.value}
          // Before the field loses the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(one.value)}
        >
          <span>{titleOf(one)}</span> <span class="muted">{one.note}</span>
        </div>
      ))}
    </div>
  );
}

function Chosen({ label, values, suggestions, form, onChange }: ValueListProps) {
  if (values.length === 0) return null;
  return (
    <ul class="chips" aria-label={`${label}: chosen`}>
      {values.map((value, index) => {
        const known = suggestions.find((one) => form(one.value) === form(value));
        return (
          <li class="chip" key={value}>
            {titleOf({ value, name: known?.name })}{' '}
            <button
              type="button"
              aria-label={`Remove ${value}`}
              onClick={() => onChange(values.filter((_, at) => at !== index))}
            >
              ×
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function titleOf({ value, name }: Pick<Suggestion, 'value' | 'name'>): string {
  return name === undefined ? value : `${value} · ${name}`;
}

/** Those that begin with the text before those that have it elsewhere. */
function matching(
  suggestions: readonly Suggestion[],
  typed: string,
  isChosen: (text: string) => boolean,
): readonly Suggestion[] {
  const text = typed.trim().toLowerCase();
  const left = suggestions.filter(({ value }) => !isChosen(value));
  const fits = (has: (part: string) => boolean) => (one: Suggestion) =>
    [one.value, one.name ?? ''].some((part) => has(part.toLowerCase()));
  const first = left.filter(fits((part) => part.startsWith(text)));
  const later = left.filter(
    (one) => !first.includes(one) && fits((part) => part.includes(text))(one),
  );
  return [...first, ...later].slice(0, SHOWN_MAX);
}

/** The value whose name was typed, or that is written otherwise; else what was typed. */
function meantBy(
  text: string,
  suggestions: readonly Suggestion[],
  form: ValueListProps['form'],
): string {
  const folded = text.toLowerCase();
  const meant = suggestions.find(
    ({ value, name }) => form(value) === form(text) || name?.toLowerCase() === folded,
  );
  return meant?.value ?? text;
}
