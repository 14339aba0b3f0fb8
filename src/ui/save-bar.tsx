import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { differencesOf } from '../lib/differences.ts';
import { faultWords } from './fault-words.ts';
import { fieldLabel, focusField } from './field-control.ts';
import { sentence } from './format.ts';
import { Changes } from './history.tsx';
import { LeaveGuard } from './leaving.tsx';
import type { FailedCall, FieldFault } from './shell/client.ts';
import { type DraftState, NOT_SENT } from './use-draft.ts';
import { Time } from './zone.tsx';

type SaveBarProps = {
  readonly state: DraftState;
  readonly label: string;
  readonly cancelHref?: string;
  /** Where they are not those of the last save. */
  readonly faults?: readonly FieldFault[];
  /** Other buttons. */
  readonly children?: ComponentChildren;
};

/** Below a form: what came of the last save, the button that saves, and the question before the form is left. */
export function SaveBar({ state, label, cancelHref, faults, children }: SaveBarProps) {
  const { failed, conflict, isSaving, warning, isChanged } = state;
  const bar = useRef<HTMLDivElement>(null);
  const shown = failed?.status === NOT_SENT ? failed.faults : (faults ?? failed?.faults ?? []);
  const isUnread = () => bar.current?.closest('form')?.querySelector(':invalid') != null;
  return (
    <>
      {failed === undefined ? null : conflict === undefined ? (
        <FailedSave failed={failed} faults={shown} />
      ) : (
        <Conflict failed={failed} conflict={conflict} draft={state.draft} />
      )}
      <div class="save-bar" ref={bar}>
        {warning === undefined ? null : (
          <p class="note" role="status">
            {warning}
          </p>
        )}
        <p class="actions">
          <button type="submit" class="primary" disabled={isSaving}>
            {label}
          </button>
          {children}
          {cancelHref === undefined ? null : (
            <a class="button" href={cancelHref}>
              Cancel
            </a>
          )}
          <span class="muted required-note">* has to be filled in</span>
        </p>
      </div>
      <LeaveGuard isChanged={() => isChanged() || isUnread()} />
    </>
  );
}

type FailedSaveProps = {
  readonly failed: FailedCall;
  readonly faults: readonly FieldFault[];
};

/** What a save came to, by the faults that are left of it. undefined: none is. */
function failedWords(
  { status, reason, faults: ofSave }: FailedCall,
  { length }: FailedSaveProps['faults'],
): string | undefined {
  if (status === NOT_SENT || ofSave.length === 0) return reason;
  if (length === 0) return undefined;
  return length === 1 ? 'One field is wrong.' : `${length} fields are wrong.`;
}

/** It takes the focus, so that nobody takes the save for done. */
function FailedSave({ failed, faults }: FailedSaveProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [failed]);
  const words = failedWords(failed, faults);
  if (words === undefined) return null;
  return (
    <div class="failure" role="alert" tabIndex={-1} ref={box}>
      <div>
        <p>{words}</p>
        {faults.length === 0 ? null : (
          <ul>
            {faults.map(({ field, reason }) => (
              <li key={field}>
                <a
                  href={location.hash}
                  onClick={(event) => {
                    event.preventDefault();
                    focusField(field);
                  }}
                >
                  {fieldLabel(field)}
                </a>
                : {faultWords(reason)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

type ConflictProps = Pick<DraftState, 'draft'> & {
  readonly failed: FailedCall;
  readonly conflict: NonNullable<DraftState['conflict']>;
};

/** Somebody else has saved meanwhile: their version is overwritten only by who has seen it. */
function Conflict({ failed, conflict: { other, look }, draft }: ConflictProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), [failed, other]);
  const changes = other && differencesOf(other.draft, draft);
  return (
    <section class="note" role="alert" aria-label="Changed meanwhile" tabIndex={-1} ref={box}>
      <p>
        <strong>{sentence(failed.reason)}</strong> What you typed is still here, and is not saved.
      </p>
      {changes === undefined ? (
        <button type="button" onClick={look}>
          See the other version
        </button>
      ) : changes.length === 0 ? (
        <p>It is the same as yours.</p>
      ) : (
        <>
          <p>
            To save yours over the version
            {other?.changed?.at == null ? null : (
              <>
                {' '}
                of {other.changed.by}, <Time iso={other.changed.at} />
              </>
            )}
            , save again. This changes then:
          </p>
          <Changes changes={changes} nameOf={fieldLabel} />
        </>
      )}
    </section>
  );
}
