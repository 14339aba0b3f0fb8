import { useEffect } from 'preact/hooks';
import { PAGES } from './page-list.ts';
import { goTo } from './router.ts';

/** How long the console waits for a key after `g`. */
const CHORD_MS_MAX = 1500;

/** `g` and a page's key opens the page. `?` shows the help. Both are off in text fields. */
export function useShortcuts(toggleHelp: () => void): void {
  useEffect(() => {
    let chordUntilMs = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const page = PAGES.find(({ key }) => key === event.key);
      if (page !== undefined && performance.now() < chordUntilMs) goTo(page.id);
      chordUntilMs = event.key === 'g' ? performance.now() + CHORD_MS_MAX : 0;
      if (event.key === '?') toggleHelp();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [toggleHelp]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}
