import { keep, useKept } from '../ui/kept.ts';
import { EXAMPLES } from './examples.ts';

const NAME = 'playground request';

export function written(request: unknown): string {
  return JSON.stringify(request, null, 2);
}

/** What stands in the editor. */
export function useRequestText(): readonly [string, (text: string) => void] {
  const [text, change] = useKept(NAME, () => written(EXAMPLES[0]?.request));
  return [text, (next) => change(() => next)];
}

/** Another page's request, to be opened in the playground. */
export function handOver(request: string): void {
  keep(NAME, request);
}
