type SelectProps = {
  readonly label: string;
  readonly value: string;
  /** Each value, and the words for it. */
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => void;
  readonly class?: string;
};

/** A list to choose from, with its label. */
export function Select({ label, value, options, onChange, class: kind }: SelectProps) {
  return (
    <label class={kind}>
      {label}{' '}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([option, words]) => (
          <option value={option} key={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
