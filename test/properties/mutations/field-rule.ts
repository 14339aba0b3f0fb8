import type { Json } from '../json.ts';
import type { Pick } from './mutation.ts';
import type { Place } from './place.ts';

/** What one field must be; each constraint becomes a way to break it. */
export type FieldRule = {
  /** A pattern like `imp[].bidfloor`. */
  readonly at: string;
  readonly type: 'string' | 'number' | 'boolean' | 'array' | 'object';
  readonly isRequired?: boolean;
  /** Values of the right type that break the constraint. */
  readonly bad?: readonly Json[];
};

export type Breach = {
  readonly kind: 'missing' | 'type' | 'value';
  readonly name: string;
  readonly make: (place: Place, pick: Pick) => void;
};

const WRONG_TYPES: Readonly<Record<FieldRule['type'], readonly Json[]>> = {
  string: [0, 1.5, true, [], {}, ['a']],
  number: ['1', '', true, false, [], [1], {}],
  boolean: [0, 1, 'true', '', [], {}],
  array: ['a', '', 0, true, {}, { 0: 'a', length: 1 }],
  object: ['a', '', '{}', 0, 1, true, [], [{}]],
};

export function breachesOf({ at, type, isRequired = false, bad = [] }: FieldRule): Breach[] {
  const isItem = at.endsWith('[]');
  const wrong = isItem ? [...WRONG_TYPES[type], null] : WRONG_TYPES[type];
  const breaches: Breach[] = [
    {
      kind: 'type',
      name: `${at} is of another type`,
      make: (place, pick) => place.put(pick(wrong)),
    },
  ];
  if (isRequired) {
    breaches.push(
      { kind: 'missing', name: `${at} is missing`, make: (place) => place.remove() },
      { kind: 'missing', name: `${at} is null`, make: (place) => place.put(null) },
    );
  }
  for (const value of bad) {
    breaches.push({
      kind: 'value',
      name: `${at} is ${shown(value)}`,
      make: (place) => place.put(value),
    });
  }
  return breaches;
}

function shown(value: Json): string {
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 36)}… of ${text.length} characters`;
}
