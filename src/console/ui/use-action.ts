import { useState } from 'preact/hooks';
import type { Outcome } from '../client.ts';

/** Calls that change something: one at a time, with the reason why the last one failed. */
export function useAction() {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function run<T>(call: Promise<Outcome<T>>, then: (value: T) => void): Promise<void> {
    setIsBusy(true);
    const outcome = await call;
    setIsBusy(false);
    setFailure(outcome.kind === 'failed' ? outcome.reason : undefined);
    if (outcome.kind === 'ready') then(outcome.value);
  }
  return { isBusy, failure, run };
}
