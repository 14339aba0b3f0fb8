import type { TryResult } from '../api.ts';
import type { Outcome } from '../client.ts';
import { useKept } from '../ui/kept.ts';

/** The answer beside the editor. */
export type LastAnswer = Outcome<TryResult> | null;

/** A stored answer of this page: another version of the console may have stored something else. */
export function readAnswerOf(stored: unknown): LastAnswer | undefined {
  if (typeof stored !== 'object' || stored === null || !('kind' in stored)) return undefined;
  if (stored.kind !== 'ready' || !('value' in stored)) return undefined;
  const { value } = stored;
  const isResult =
    typeof value === 'object' &&
    value !== null &&
    'status' in value &&
    'headers' in value &&
    Array.isArray(value.headers) &&
    'body' in value &&
    typeof value.body === 'string';
  return isResult ? { kind: 'ready', value: value as TryResult } : undefined;
}

export function useLastAnswer() {
  const [answer, change] = useKept<LastAnswer>('playground answer', () => null, {
    read: readAnswerOf,
  });
  return [answer, (next: LastAnswer) => change(() => next)] as const;
}
