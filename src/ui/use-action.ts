import { useState } from 'preact/hooks';
import { faultWords } from './fault-words.ts';
import { fieldLabel } from './field-control.ts';
import type { FailedCall, Outcome } from './shell/client.ts';

/** What was done, in words, and how it is taken back. */
export type Done = {
  readonly said: string;
  /** Absent where it cannot be taken back: then people were told before. */
  readonly undo?: {
    readonly call: () => Promise<Outcome<unknown>>;
    readonly onDone: () => void;
    /** What is done then. */
    readonly said: string;
  };
};

export type Action = ReturnType<typeof useAction>;

/** Calls that change something: one at a time, with what the last one came to. */
export function useAction() {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [done, setDone] = useState<Done>();
  async function run<T>(
    call: Promise<Outcome<T>>,
    then: (value: T) => void,
    doneOf?: (value: T) => Done,
  ): Promise<void> {
    setIsBusy(true);
    const outcome = await call;
    const failed = outcome.kind === 'failed' ? failureWords(outcome) : undefined;
    setIsBusy(false);
    setFailure(failed);
    setDone(outcome.kind === 'ready' ? doneOf?.(outcome.value) : undefined);
    if (outcome.kind === 'ready') then(outcome.value);
  }
  return { isBusy, failure, done, run };
}

/** Where no list says which fields are wrong, the sentence does. */
function failureWords({ reason, faults }: FailedCall): string {
  const words = faults.map((fault) => `${fieldLabel(fault.field)}: ${faultWords(fault.reason)}`);
  return faults.length === 0 ? reason : `${words.join('; ')}.`;
}
