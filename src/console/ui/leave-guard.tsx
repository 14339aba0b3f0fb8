import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * Asks before another page takes the place of a form with changes, whatever led there: a link, the back button, a key.
 * The browser asks itself before it closes or reloads the page.
 */
export function LeaveGuard({ isChanged }: { readonly isChanged: () => boolean }) {
  const [isAsked, setIsAsked] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const isAllowed = useRef(false);
  const current = useRef(isChanged);
  current.current = isChanged;
  useEffect(() => {
    const here = location.href;
    // It comes before `hashchange`: by then the router finds the address of the form, and leaves it where it is.
    const onPop = () => {
      if (isAllowed.current || location.href === here || !current.current()) return;
      history.pushState(null, '', here);
      setIsAsked(true);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (current.current()) event.preventDefault();
    };
    addEventListener('popstate', onPop);
    addEventListener('beforeunload', onUnload);
    return () => {
      removeEventListener('popstate', onPop);
      removeEventListener('beforeunload', onUnload);
    };
  }, []);
  useEffect(() => {
    if (isAsked) dialog.current?.showModal();
  }, [isAsked]);
  if (!isAsked) return null;
  const leave = () => {
    isAllowed.current = true;
    // The address that was asked for is the entry before the one that was put back.
    history.back();
  };
  return (
    <dialog
      ref={dialog}
      class="help leave"
      aria-labelledby="leave-title"
      onClose={() => setIsAsked(false)}
    >
      <h2 id="leave-title">Leave without saving?</h2>
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
