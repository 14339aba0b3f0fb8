import { useEffect, useRef } from 'preact/hooks';
import type { MergeSide } from '../lib/merge.ts';
import { fieldId, fieldLabel } from './field-control.ts';
import { capitalized } from './format.ts';
import { Changes, valueWords } from './history.tsx';
import type { DraftConflict } from './use-draft.ts';
import { Time } from './zone.tsx';

/** Somebody else has saved meanwhile: what they did, and a choice for each field that both have changed. */
export function Conflict({ conflict }: { readonly conflict: DraftConflict }) {
  const { changed, changes, collisions, choose } = conflict;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), [changes.length, changed?.at]);
  const who = changed?.by ?? 'somebody else';
  const others = changes.filter(({ field }) => !collisions.some((one) => one.field === field));
  return (
    <section class="note" role="alert" aria-label="Changed meanwhile" tabIndex={-1} ref={box}>
      <p>
        <strong>
          {capitalized(who)} has changed it meanwhile
          {changed?.at == null ? null : (
            <>
              {' '}
              (<Time iso={changed.at} />)
            </>
          )}
          .
        </strong>{' '}
        What you typed is still here, and is not saved.
      </p>
      {changes.length === 0 ? <p>No field of this form is different.</p> : null}
      {others.length === 0 ? null : (
        <>
          <p>
            {collisions.length === 0 ? 'Nothing of it collides with yours: the' : 'The'} form has
            their changes now, beside yours:
          </p>
          <Changes changes={others} nameOf={fieldLabel} />
        </>
      )}
      {collisions.map(({ field, mine, theirs, side }) => (
        <fieldset class="choices" key={field}>
          <legend>{fieldLabel(field)}: which one stays?</legend>
          {SIDES.map((one) => (
            <label key={one}>
              <input
                type="radio"
                id={`${fieldId(field)}-${one}`}
                name={`${fieldId(field)}-side`}
                data-field={`${fieldId(field)}-mine`}
                data-name={fieldLabel(field)}
                data-fault="choose yours or theirs"
                required
                checked={side === one}
                onChange={() => choose(field, one)}
              />{' '}
              {one === 'mine' ? 'Yours' : `That of ${who}`}:{' '}
              {valueWords(one === 'mine' ? mine : theirs)}
            </label>
          ))}
        </fieldset>
      ))}
      <p>
        {collisions.length === 0
          ? 'Save again to keep both.'
          : 'Choose, then save again. Nothing else of theirs is overwritten.'}
      </p>
    </section>
  );
}

const SIDES: readonly MergeSide[] = ['mine', 'theirs'];
