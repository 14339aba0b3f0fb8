import { useCallback, useState } from 'preact/hooks';
import { readStored, writeStored } from './stored.ts';

const kept = new Map<string, unknown>();

type Change<T> = (before: T) => T;

/** How a value survives a reload of the page. */
export type Storing<T> = {
  /** Undefined where the stored value cannot be used. */
  readonly read: (stored: unknown) => T | undefined;
};

/** Sets the value of a page, even before the page is opened. */
export function keep(name: string, value: unknown): void {
  kept.set(name, value);
  writeStored(name, value);
}

/** Like `useState`, but the value survives leaving the page and, with `storing`, reloading it. */
export function useKept<T>(
  name: string,
  initial: () => T,
  storing?: Storing<T>,
): readonly [T, (change: Change<T>) => void] {
  const [value, setValue] = useState<T>(() => {
    if (!kept.has(name)) kept.set(name, storing?.read(readStored(name)) ?? initial());
    return kept.get(name) as T;
  });
  const change = useCallback(
    (next: Change<T>) => {
      // Update the stored value, because an answer may arrive while another page is open.
      const changed = next(kept.get(name) as T);
      kept.set(name, changed);
      if (storing !== undefined) writeStored(name, changed);
      setValue(changed);
    },
    [name],
  );
  return [value, change];
}
