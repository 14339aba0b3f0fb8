import { useEffect, useState } from 'preact/hooks';
import { type Outcome, send } from './shell/client.ts';

/** A check follows the last key by this much. */
const PAUSE_MS = 250;

/** A server that is busy with the checks of others is asked again after this. */
const BUSY_MS = 2000;
const BUSY_STATUS = 429;

type CheckedText<T> = { readonly text: string; readonly outcome: Outcome<T> };

/** Has the server check what is typed, if anything, after a pause in typing. The text that was checked last, with the answer. */
export function useChecked<T>(path: string, text: string | undefined): CheckedText<T> | undefined {
  const [checked, setChecked] = useState<CheckedText<T>>();
  useEffect(() => {
    if (text === undefined) return undefined;
    const typedOn = new AbortController();
    const { signal } = typedOn;
    const check = async () => {
      const outcome = await send<T>(path, text, {}, { signal });
      if (signal.aborted) return;
      setChecked({ text, outcome });
      const isBusy = outcome.kind === 'failed' && outcome.status === BUSY_STATUS;
      if (isBusy) timer = setTimeout(check, BUSY_MS);
    };
    let timer = setTimeout(check, PAUSE_MS);
    return () => {
      // The server ends work that nobody waits for.
      typedOn.abort();
      clearTimeout(timer);
    };
  }, [path, text]);
  return checked;
}
