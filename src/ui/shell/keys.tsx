import { useEffect, useRef } from 'preact/hooks';
import type { MenuPage } from './page-list.ts';
import { goTo } from './router.ts';

/** How long the console waits for a key after `g`. */
const CHORD_MS_MAX = 1500;

/** `g` and a page's key opens the page. `?` shows the help. */
export function useShortcuts(pages: readonly MenuPage[], toggleHelp: () => void): void {
  const opened = pages.map(({ id, key }) => [`g${key}`, () => goTo(id)] as const);
  useKeys({ ...Object.fromEntries(opened), '?': toggleHelp });
}

/** What each key does, or `g` and a key, but not in text fields and with other keys. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    let chordUntilMs = 0;
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (target instanceof HTMLElement && target.matches('input, textarea, select')) return;
      const isChord = performance.now() < chordUntilMs;
      chordUntilMs = key === 'g' ? performance.now() + CHORD_MS_MAX : 0;
      const action = latest.current[isChord ? `g${key}` : key];
      // While a question is open, its own keys alone count.
      if (action === undefined || (key !== '?' && document.querySelector('dialog[open]'))) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
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
