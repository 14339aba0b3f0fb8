import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** What a field with a listbox below it says of the list. The types know of one with the attribute `list` alone. */
export function comboboxOf(listId: string, count: number, active: number): object {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': count > 0,
    'aria-controls': count > 0 ? listId : undefined,
    'aria-activedescendant': active >= 0 && active < count ? optionId(listId, active) : undefined,
  };
}

type ListboxProps<T> = {
  readonly id: string;
  readonly label: string;
  readonly class?: string;
  readonly options: readonly T[];
  readonly keyOf: (option: T) => string;
  /** The one that Enter chooses; -1: none. */
  readonly active: number;
  readonly onChoose: (option: T) => void;
  readonly children: (option: T) => ComponentChildren;
};

/** What a combobox offers. The field keeps the focus, and its keys do what a click does. */
export function Listbox<T>(props: ListboxProps<T>) {
  const { id, label, options, keyOf, active, onChoose, children } = props;
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <div class={props.class} role="listbox" id={id} aria-label={label}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
        <div
          role="option"
          id={optionId(id, index)}
          aria-selected={index === active}
          key={keyOf(option)}
          // Before the field loses the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
