import { useEffect, useState } from 'preact/hooks';
import { type Outcome, post } from '../client.ts';

/** A check follows the last key by this much. */
const PAUSE_MS = 250;

type Checked<T> = { readonly text: string; readonly outcome: Outcome<T> };

/** Has the server check what is typed, after a pause in typing. The text that was checked last, with the answer. */
export function useChecked<T>(path: string, text: string): Checked<T> | undefined {
  const [checked, setChecked] = useState<Checked<T>>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const outcome = await post<T>(path, text);
      if (isCurrent) setChecked({ text, outcome });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [path, text]);
  return checked;
}
