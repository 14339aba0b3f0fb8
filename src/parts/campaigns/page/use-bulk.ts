import { useState } from 'preact/hooks';
import type { BulkAction } from '../../../store/bulk-change.ts';
import { send } from '../../../ui/shell/client.ts';
import { BULK_MAX, type BulkAnswer, type BulkCall, type BulkResult } from './bulk-api.ts';

type BulkState =
  | { readonly step: 'idle' }
  | { readonly step: 'working'; readonly done: number; readonly of: number }
  | BulkOutcome<'preview'>
  | BulkOutcome<'done'>;

export type BulkOutcome<Step extends string> = {
  readonly step: Step;
  readonly action: BulkAction;
  readonly results: readonly BulkResult[];
  /** Why the campaigns after these were not reached. */
  readonly failure: string | undefined;
};

/** An action on many campaigns: first what it would do, then what it did. */
export function useBulk(onDone: (outcome: BulkOutcome<'done'>) => void) {
  const [state, setState] = useState<BulkState>({ step: 'idle' });

  async function run(path: string, action: BulkAction, campaigns: BulkCall['campaigns']) {
    const results: BulkResult[] = [];
    for (let start = 0; start < campaigns.length; start += BULK_MAX) {
      setState({ step: 'working', done: start, of: campaigns.length });
      const body = JSON.stringify({ action, campaigns: campaigns.slice(start, start + BULK_MAX) });
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      const outcome = await send<BulkAnswer>(path, body, headers);
      if (outcome.kind === 'failed') return { results, failure: outcome.reason };
      results.push(...outcome.value.results);
    }
    return { results, failure: undefined };
  }

  async function make(action: BulkAction, seen: readonly BulkResult[]): Promise<void> {
    const campaigns = seen
      .filter(({ outcome }) => outcome === 'changed')
      .map(({ partner, campaign, revision }) => ({ partner, campaign, revision }));
    const made = await run('/api/campaigns/bulk', action, campaigns);
    const done = { step: 'done', action, ...made } as const;
    setState(done);
    onDone(done);
  }

  return {
    state,
    async preview(action: BulkAction, campaigns: BulkCall['campaigns']) {
      const made = await run('/api/campaigns/bulk/preview', action, campaigns);
      setState({ step: 'preview', action, ...made });
    },
    /** What was previewed, in the revisions that were looked at. */
    confirm: ({ action, results }: BulkOutcome<'preview'>) => make(action, results),
    undo: ({ results }: BulkOutcome<'done'>) => make({ kind: 'undo' }, results),
    close: () => setState({ step: 'idle' }),
  };
}
