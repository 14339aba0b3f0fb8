import { useEffect, useRef } from 'preact/hooks';

/** The form that is open: whether something is typed in it, and the question before that is lost. */
let form:
  | { readonly isChanged: () => boolean; readonly ask: (goOn: () => void) => void }
  | undefined;

/** Whether something is typed that is not saved. */
export const isTyped = (): boolean => form?.isChanged() ?? false;

/** Leaves by another way than the address, once nothing is lost by it or somebody has said so. */
export function leaveBy(goOn: () => void): void {
  if (form !== undefined && isTyped()) form.ask(goOn);
  else goOn();
}

/**
 * Asks before another page takes the place of a form with changes, whatever led there: a link, the back button, a key,
 * the end of the session. The browser asks itself before it closes or reloads the page.
 */
export function LeaveGuard({ isChanged }: { readonly isChanged: () => boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isAllowed = useRef(false);
  const goOn = useRef(() => {});
  const current = useRef(isChanged);
  current.current = isChanged;
  useEffect(() => {
    const here = location.href;
    const ask = (leave: () => void) => {
      goOn.current = leave;
      dialog.current?.showModal();
    };
    form = { isChanged: () => current.current(), ask };
    // It comes before `hashchange`: by then the router finds the address of the form, and leaves it where it is.
    const onPop = () => {
      if (isAllowed.current || location.href === here || !current.current()) return;
      history.pushState(null, '', here);
      // Who has to log in again is not asked: the form waits, unseen.
      if (!dialog.current?.parentElement?.checkVisibility()) return;
      // The address that was asked for is the entry before the one that was put back.
      ask(() => history.back());
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (current.current()) event.preventDefault();
    };
    addEventListener('popstate', onPop);
    addEventListener('beforeunload', onUnload);
    return () => {
      form = undefined;
      removeEventListener('popstate', onPop);
      removeEventListener('beforeunload', onUnload);
    };
  }, []);
  const leave = () => {
    isAllowed.current = true;
    dialog.current?.close();
    goOn.current();
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
