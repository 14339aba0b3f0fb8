import type { ComponentChildren } from 'preact';
import type { FieldFault } from '../client.ts';
import type { DraftState } from './use-draft.ts';

type SaveBarProps = {
  readonly state: DraftState;
  readonly label: string;
  readonly cancelHref?: string;
  /** Where they are not those of the last save. */
  readonly faults?: readonly FieldFault[];
  /** Other buttons. */
  readonly children?: ComponentChildren;
};

/** Below a form: the button that saves, and what came of it. */
export function SaveBar({ state, label, cancelHref, faults, children }: SaveBarProps) {
  const { failed, conflict, isSaving } = state;
  return (
    <>
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
      </p>
      {failed === undefined ? null : (
        <div class="failure" role="alert">
          <div>
            <p>{failed.reason}</p>
            <Faults faults={faults ?? failed.faults} />
            {conflict === undefined ? null : (
              <>
                <p>What you typed is still here, and is not saved.</p>
                <p class="actions">
                  <button type="button" onClick={conflict.takeTheirs}>
                    Load theirs
                  </button>
                  <button type="button" onClick={conflict.keepMine}>
                    Save mine in its place
                  </button>
                </p>
              </>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function Faults({ faults }: { readonly faults: readonly FieldFault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul>
      {faults.map(({ field, reason }) => (
        <li key={field}>
          {field}: {reason}
        </li>
      ))}
    </ul>
  );
}
