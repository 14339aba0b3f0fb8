import { offsetMs, wallTime } from '../lib/time-zone.ts';
import { TypedField } from './typed-field.tsx';
import { useZone } from './zone.tsx';

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
