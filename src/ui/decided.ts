import { useEffect } from 'preact/hooks';

/** Told on the window where somebody has decided about what waits: the numbers in the menu change at once. */
const DECIDED = 'parley-decided';

export function tellDecided(): void {
  dispatchEvent(new Event(DECIDED));
}

export function useDecided(reload: () => void): void {
  useEffect(() => {
    addEventListener(DECIDED, reload);
    return () => removeEventListener(DECIDED, reload);
  }, [reload]);
}
