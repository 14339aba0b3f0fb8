import { useState } from 'preact/hooks';
import { FieldFrame, type FieldsProps, fieldPartsOf } from '../../../ui/form-field.tsx';
import {
  dayOfTime,
  type FlightEdge,
  shownMoment,
  storedTime,
  timeOfDay,
  timeWords,
  zoneOf,
} from './flight-text.ts';
import { FLIGHT } from './form-fields.ts';

type FlightFieldProps = Pick<FieldsProps, 'context'> & { readonly edge: FlightEdge };

/** A day, or a time in the zone of the campaign. What nobody touches stays as it is stored. */
export function FlightField({ context, edge }: FlightFieldProps) {
  const [wanted, setWanted] = useState<'day' | 'time'>('day');
  const zone = zoneOf(context.draft.zone);
  const { name, day, time } = FLIGHT[edge];
  const { value } = fieldPartsOf(context, { name, label: name });
  const shown = shownMoment(value, zone);
  const kind = shown?.kind ?? wanted;
  const isTime = kind === 'time';
  const stored = String(value ?? '');
  const words = shown === undefined || zone === undefined ? '' : timeWords(stored, zone);
  const { label, hint } = isTime ? { ...time, hint: words } : day;
  const field = { name, label, ...(hint === '' ? {} : { hint }) };
  const { take, attributes } = fieldPartsOf(context, field);
  const takeText = (text: string) => {
    if (text === '') take(undefined);
    else take(isTime && zone !== undefined ? storedTime(text, zone) : text);
    // An emptied field stays of its kind.
    if (kind !== 'text') setWanted(kind);
  };
  const change = () => {
    const next = isTime ? 'day' : 'time';
    setWanted(next);
    if (shown === undefined || zone === undefined) return;
    take(next === 'day' ? dayOfTime(stored, edge, zone) : timeOfDay(stored, edge, zone));
  };
  const shared = {
    ...attributes,
    value: shown?.text ?? '',
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      takeText(currentTarget.value),
  };
  return (
    <FieldFrame context={context} field={field}>
      <div class="with-kind">
        {kind === 'text' ? (
          <input {...shared} />
        ) : (
          <input {...shared} type={isTime ? 'datetime-local' : 'date'} key={kind} />
        )}
        {kind === 'text' || zone === undefined ? null : (
          <button type="button" onClick={change}>
            {isTime ? 'Whole day' : 'Time'}
            <span class="hidden"> instead of “{label}”</span>
          </button>
        )}
      </div>
    </FieldFrame>
  );
}
