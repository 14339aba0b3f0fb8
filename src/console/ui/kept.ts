import { useCallback, useState } from 'preact/hooks';

const kept = new Map<string, unknown>();

/** A value for the page that has this name, even before it is opened. */
export function keep(name: string, value: unknown): void {
  kept.set(name, value);
}

type Change<T> = (before: T) => T;

/** Like `useState`, but still there when one comes back to the page. */
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
      // What is kept counts: an answer may come while another page is open.
      kept.set(name, next(kept.get(name) as T));
      setValue(kept.get(name) as T);
    },
    [name],
  );
  return [value, change];
}
