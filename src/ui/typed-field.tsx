import { useEffect, useId, useRef } from 'preact/hooks';
import { offsetMs, wallTime } from '../lib/time-zone.ts';
import { useZone } from './zone.tsx';

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

type TimeFieldProps = {
  readonly label: string;
  /** '' where none is chosen. */
  readonly iso: string;
  readonly onChange: (iso: string) => void;
};

/** A time to choose, in the console's time zone. */
export function TimeField({ label, iso, onChange }: TimeFieldProps) {
  const zone = useZone();
  return (
    <TypedField
      label={label}
      type="datetime-local"
      value={localText(iso, zone)}
      onChange={(text) => onChange(isoOf(text, zone))}
    />
  );
}

/** As the field has it: `2026-11-15T09:30`. */
export function localText(iso: string, zone: string): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return '';
  const { date, clock } = wallTime(zone, ms);
  return `${date}T${clock.slice(0, 5)}`;
}

/** The moment at which the clocks of the zone show this. '' for a text that is no time. */
export function isoOf(text: string, zone: string): string {
  const asUtcMs = Date.parse(`${text}Z`);
  if (text === '' || Number.isNaN(asUtcMs)) return '';
  const nearMs = asUtcMs - offsetMs(zone, asUtcMs);
  // Where the clocks change between the two, the offset of the second is the right one.
  return new Date(asUtcMs - offsetMs(zone, nearMs)).toISOString();
}
