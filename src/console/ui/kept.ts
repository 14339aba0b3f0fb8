import { useCallback, useState } from 'preact/hooks';

const kept = new Map<string, unknown>();

/** Sets the value of a page, even before the page is opened. */
export function keep(name: string, value: unknown): void {
  kept.set(name, value);
}

type Change<T> = (before: T) => T;

/** Like `useState`, but the value survives leaving the page. */
export function useKept<T>(
  name: string,
  initial: () => T,
): readonly [T, (change: Change<T>) => void] {
  const [value, setValue] = useState<T>(() => {
    if (!kept.has(name)) kept.set(name, initial());
    return kept.get(name) as T;
  });
  const change = useCallback(
    (next: Change<T>) => {
      // Update the stored value, because an answer may arrive while another page is open.
      kept.set(name, next(kept.get(name) as T));
      setValue(kept.get(name) as T);
    },
    [name],
  );
  return [value, change];
}
