import { useEffect } from 'preact/hooks';
import { useResource } from '../ui/loaded.tsx';
import type { ApprovalList } from './api.ts';

const EVERY_MS = 30_000;

/** Told on the window where somebody has decided here: the number changes at once. */
const DECIDED = 'parley-decided';

export function tellDecided(): void {
  dispatchEvent(new Event(DECIDED));
}

/** How many creatives wait for approval. undefined: it is not known. */
export function useWaiting(): number | undefined {
  const { outcome, reload } = useResource<ApprovalList>('/api/approvals?rows=0', EVERY_MS);
  useEffect(() => {
    addEventListener(DECIDED, reload);
    return () => removeEventListener(DECIDED, reload);
  }, [reload]);
  return outcome?.kind === 'ready' ? outcome.value.total : undefined;
}
