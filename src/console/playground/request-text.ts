import { keep, useKept } from '../ui/kept.ts';
import { EXAMPLES } from './examples.ts';

const NAME = 'playground request';

export function written(request: unknown): string {
  return JSON.stringify(request, null, 2);
}

const STORING = {
  read: (stored: unknown) => (typeof stored === 'string' ? stored : undefined),
};

/** The text in the editor. */
export function useRequestText(): readonly [string, (text: string) => void] {
  const [text, change] = useKept(NAME, () => written(EXAMPLES[0]?.request), STORING);
  return [text, (next) => change(() => next)];
}

/** Opens a request of another page in the playground. */
export function handOver(request: string): void {
  keep(NAME, request);
}
