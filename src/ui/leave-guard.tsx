import { useEffect, useRef } from 'preact/hooks';
import { addGuard } from './leaving.ts';

/**
 * Asks before another page takes the place of a form with changes, whatever led there: a link, the back button, a key,
 * the end of the session.
 * The browser asks itself before it closes or reloads the page.
 */
export function LeaveGuard({ isChanged }: { readonly isChanged: () => boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isAllowed = useRef(false);
  /** How it is left, where that is not by the address. */
  const other = useRef<(() => void) | undefined>(undefined);
  const current = useRef(isChanged);
  current.current = isChanged;
  useEffect(() => {
    const here = location.href;
    // It comes before `hashchange`: by then the router finds the address of the form, and leaves it where it is.
    const onPop = () => {
      if (isAllowed.current || location.href === here || !current.current()) return;
      history.pushState(null, '', here);
      other.current = undefined;
      // Who has to log in again is not asked: the form waits, unseen.
      if (dialog.current?.parentElement?.checkVisibility()) dialog.current.showModal();
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (current.current()) event.preventDefault();
    };
    addEventListener('popstate', onPop);
    addEventListener('beforeunload', onUnload);
    const removeGuard = addGuard({
      isChanged: () => current.current(),
      ask: (goOn) => {
        other.current = goOn;
        dialog.current?.showModal();
      },
    });
    return () => {
      removeGuard();
      removeEventListener('popstate', onPop);
      removeEventListener('beforeunload', onUnload);
    };
  }, []);
  const leave = () => {
    isAllowed.current = true;
    // The address that was asked for is the entry before the one that was put back.
    const goOn = other.current ?? (() => history.back());
    dialog.current?.close();
    goOn();
  };
  return (
    <dialog ref={dialog} class="help leave" aria-label="Leave without saving?">
      <h2>Leave without saving?</h2>
      <p>What you changed here is lost then.</p>
      <p class="actions">
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          Stay
        </button>
        <button type="button" class="danger" onClick={leave}>
          Leave without saving
        </button>
      </p>
    </dialog>
  );
}
