import { useEffect, useId, useRef } from 'preact/hooks';

type TypedFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly type?: 'search' | 'datetime-local';
  readonly placeholder?: string;
  readonly size?: number;
  /** What is offered while somebody types. */
  readonly options?: readonly string[];
  /** Once it is typed: with Enter, or when the field is left. */
  readonly onChange: (value: string) => void;
};

/** A field of a search. What is being typed stays when the page is drawn again. */
export function TypedField({ label, value, type = 'search', options, ...rest }: TypedFieldProps) {
  const { placeholder, size, onChange } = rest;
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  useEffect(() => {
    if (input.current !== null) input.current.value = value;
  }, [value]);
  return (
    <label>
      {label}{' '}
      <input
        ref={input}
        type={type}
        defaultValue={value}
        placeholder={placeholder}
        size={size}
        list={options === undefined ? undefined : list}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
      {options === undefined ? null : (
        <datalist id={list}>
          {options.map((option) => (
            <option value={option} key={option} />
          ))}
        </datalist>
      )}
    </label>
  );
}
