import { useEffect, useState } from 'preact/hooks';
import { type Outcome, send } from '../client.ts';

/** A check follows the last key by this much. */
const PAUSE_MS = 250;

type CheckedText<T> = { readonly text: string; readonly outcome: Outcome<T> };

/** Has the server check what is typed, after a pause in typing. The text that was checked last, with the answer. */
export function useChecked<T>(path: string, text: string): CheckedText<T> | undefined {
  const [checked, setChecked] = useState<CheckedText<T>>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const outcome = await send<T>(path, text);
      if (isCurrent) setChecked({ text, outcome });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [path, text]);
  return checked;
}
