import { useCallback, useState } from 'preact/hooks';
import { readStored, writeStored } from '../../../ui/stored.ts';

const kept = new Map<string, unknown>();

const PREFIX = 'parley ';
/** What is too large for the storage is not stored. */
const UNITS_MAX = 1_000_000;

function keep(name: string, value: unknown): void {
  kept.set(name, value);
  const text = JSON.stringify(value);
  writeStored('sessionStorage', `${PREFIX}${name}`, text.length <= UNITS_MAX ? text : 'null');
}

/**
 * Like `useState`, but the value survives leaving the page and, with `read`, reloading it. `read` returns undefined
 * where what is stored cannot be used.
 */
export function useKept<T extends string | object | null>(
  name: string,
  initial: () => T,
  read?: (stored: unknown) => T | undefined,
): readonly [T, (next: T | ((before: T) => T)) => void] {
  const [value, setValue] = useState<T>(() => {
    if (!kept.has(name)) kept.set(name, read?.(storedValue(name)) ?? initial());
    return kept.get(name) as T;
  });
  const change = useCallback(
    (next: T | ((before: T) => T)) => {
      // Update the stored value, because an answer may arrive while another page is open.
      const changed = typeof next === 'function' ? next(kept.get(name) as T) : next;
      if (read === undefined) kept.set(name, changed);
      else keep(name, changed);
      setValue(changed);
    },
    [name],
  );
  return [value, change];
}

function storedValue(name: string): unknown {
  try {
    return JSON.parse(readStored('sessionStorage', `${PREFIX}${name}`) ?? 'null');
  } catch {
    return undefined;
  }
}
