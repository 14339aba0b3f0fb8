import { useEffect } from 'preact/hooks';
import { useResource } from '../../../../ui/loaded.tsx';
import type { ApprovalList } from './api.ts';

const EVERY_MS = 30_000;

/** Told on the window where somebody has decided here: the number changes at once. */
const DECIDED = 'parley-decided';

export function tellDecided(): void {
  dispatchEvent(new Event(DECIDED));
}

/** How many creatives and accounts of AI buyers wait for approval. 0 where it is not known. */
export function useWaiting(): { readonly creatives: number; readonly accounts: number } {
  const { outcome, reload } = useResource<ApprovalList>('/api/approvals?rows=0', EVERY_MS);
  useEffect(() => {
    addEventListener(DECIDED, reload);
    return () => removeEventListener(DECIDED, reload);
  }, [reload]);
  if (outcome?.kind !== 'ready') return { creatives: 0, accounts: 0 };
  return { creatives: outcome.value.total, accounts: outcome.value.accounts ?? 0 };
}
