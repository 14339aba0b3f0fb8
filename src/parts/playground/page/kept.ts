import { keep, useKept } from '../../../ui/kept.ts';
import type { Outcome } from '../../../ui/shell/client.ts';
import { goTo } from '../../../ui/shell/router.ts';
import type { TryResult } from '../operations.ts';
import { EXAMPLES } from './examples.ts';

const REQUEST = 'playground request';

export function written(request: unknown): string {
  return JSON.stringify(request, null, 2);
}

/** The text in the editor. */
export function useRequestText() {
  const read = (stored: unknown) => (typeof stored === 'string' ? stored : undefined);
  return useKept<string>(REQUEST, () => written(EXAMPLES[0]?.request), read);
}

/** Opens a request of another page in the playground. */
export function openInPlayground(request: string): void {
  keep(REQUEST, request);
  goTo('playground');
}

/** The answer beside the editor. */
export function useLastAnswer() {
  return useKept<LastAnswer>('playground answer', () => null, readAnswerOf);
}

type LastAnswer = Outcome<TryResult> | null;

/** A stored answer of this page: another version of the console may have stored something else. */
function readAnswerOf(stored: unknown): LastAnswer | undefined {
  const { kind, value } = (stored ?? {}) as { kind?: unknown; value?: Partial<TryResult> };
  const isResult =
    kind === 'ready' &&
    value?.status !== undefined &&
    Array.isArray(value.headers) &&
    typeof value.body === 'string';
  return isResult ? { kind, value: value as TryResult } : undefined;
}
