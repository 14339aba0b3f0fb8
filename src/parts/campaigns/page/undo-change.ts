import { sentence } from '../../../ui/format.ts';
import { type Outcome, send } from '../../../ui/shell/client.ts';
import type { BulkAnswer, CampaignKey } from './bulk-api.ts';

/** Another try would come to the same. */
export const NOT_UNDONE_STATUS = 409;

/** Takes back the change that made this revision, also an approval: the version of before serves again. */
export async function undoChange(
  { partner, campaign }: CampaignKey,
  revision: number,
): Promise<Outcome<{ readonly revision: number }>> {
  const campaigns = [{ partner, campaign, revision }];
  const body = JSON.stringify({ action: { kind: 'undo' }, campaigns });
  const outcome = await send<BulkAnswer>('/api/campaigns/bulk', body);
  if (outcome.kind === 'failed') return outcome;
  const [result] = outcome.value.results;
  if (result?.outcome === 'changed' && result.revision !== null) {
    return { kind: 'ready', value: { revision: result.revision } };
  }
  const reason = sentence(result?.reason ?? 'nothing was taken back');
  return { kind: 'failed', status: NOT_UNDONE_STATUS, reason, faults: [] };
}
