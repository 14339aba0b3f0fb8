import { useEffect, useRef } from 'preact/hooks';
import { Failure } from './empty.tsx';
import type { Action, Done } from './use-action.ts';

/** What the last action came to, with the button that takes it back. It stays until the next action or another page. */
export function DoneNotice({ action }: { readonly action: Action }) {
  const { isBusy, failure, done, run } = action;
  const notice = useRef<HTMLParagraphElement>(null);
  const focusedFor = useRef<Done | undefined>(undefined);
  useEffect(() => {
    // The button that did it may go with what it did: from here the next one with Tab takes it back.
    if (done === undefined || done === focusedFor.current) return;
    if (document.activeElement !== document.body) return;
    focusedFor.current = done;
    notice.current?.focus();
  });
  const undo = done?.undo;
  return (
    <>
      <Failure reason={failure} />
      <p class="done" role="status" tabIndex={-1} ref={notice}>
        {done === undefined ? null : <span>{done.said}</span>}
        {undo === undefined ? null : (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => run(undo.call(), undo.onDone, () => ({ said: undo.said }))}
          >
            Undo
          </button>
        )}
      </p>
    </>
  );
}
