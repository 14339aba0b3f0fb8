import { useEffect, useRef } from 'preact/hooks';

/** `g` and a letter open another page, as long as this: such a letter decides nothing here. */
const CHORD_MS_MAX = 1500;

/** What each key does on this page, but not in text fields, in dialogs and with other keys. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    let chordUntilMs = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const { target } = event;
      const isElsewhere =
        target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
      if (isElsewhere || document.querySelector('dialog[open]') !== null) return;
      const isChord = performance.now() < chordUntilMs;
      chordUntilMs = event.key === 'g' ? performance.now() + CHORD_MS_MAX : 0;
      const action = isChord ? undefined : latest.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
