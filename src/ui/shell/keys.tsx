import { useEffect, useRef } from 'preact/hooks';
import type { MenuPage } from './page-list.ts';
import { goTo } from './router.ts';

/** How long the console waits for a key after `g`. */
const CHORD_MS_MAX = 1500;

/** `g` and a page's key opens the page. `?` shows the help. Both are off in text fields. */
export function useShortcuts(pages: readonly MenuPage[], toggleHelp: () => void): void {
  useEffect(() => {
    let chordUntilMs = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const page = pages.find(({ key }) => key === event.key);
      if (page !== undefined && performance.now() < chordUntilMs) goTo(page.id);
      chordUntilMs = event.key === 'g' ? performance.now() + CHORD_MS_MAX : 0;
      if (event.key === '?') toggleHelp();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [pages, toggleHelp]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}

const KEYS = [
  { keys: ['Ctrl', 'Enter'], does: 'Send the request, under Try it' },
  { keys: ['?'], does: 'This help' },
];

type HelpProps = { readonly pages: readonly MenuPage[]; readonly onClose: () => void };

/** Lists the keys in a native dialog, which traps the focus and closes on Escape. */
export function Help({ pages, onClose }: HelpProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="help-title" class="help">
      <h2 id="help-title">Keys</h2>
      <dl>
        {[...pages.map(({ name, key = '' }) => ({ keys: ['g', key], does: name })), ...KEYS].map(
          ({ keys, does }) => (
            <div key={does}>
              <dt>
                <kbd>{keys[0]}</kbd> {keys[1] === undefined ? null : <kbd>{keys[1]}</kbd>}
              </dt>
              <dd>{does}</dd>
            </div>
          ),
        )}
      </dl>
      <p class="muted">
        {/* The licence of the database asks for this link: docs/geo.md. */}
        IP geolocation by{' '}
        <a href="https://db-ip.com" rel="noreferrer" target="_blank">
          DB-IP
        </a>
      </p>
      {/* Else the link above has the focus. */}
      <button type="button" autofocus onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
