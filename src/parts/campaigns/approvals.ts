import type { CampaignCreative } from '../../demand/campaigns/campaign-schema.ts';
import { pageOf } from '../../host/record-ops.ts';
import { differencesOf } from '../../lib/differences.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import {
  approvedOf,
  type CampaignState,
  coveredOf,
  partnerOf,
  type StoredCampaign,
  senderOf,
  waitingCreatives,
} from '../../store/campaign-kind.ts';

/** `accounts`: of AI buyers, which wait on their own page. */
export type ApprovalList = DeepReadonly<ReturnType<typeof approvalList> & { accounts: number }>;

/** A creative that waits, with all that is approved together with it. */
export type Approval = DeepReadonly<ReturnType<typeof approvalOf>>;

/** The creatives that wait, those of the earliest change first. Drafts are among them: approved, they sell once they start. */
export function approvalList(campaigns: readonly StoredCampaign[], page?: number) {
  const waiting = campaigns
    .flatMap((stored) => waitingCreatives(stored).map((creative) => ({ stored, creative })))
    .sort((a, b) => byChange(a.stored, b.stored));
  const shown = pageOf(waiting, page);
  return { ...shown, rows: shown.rows.map(({ stored, creative }) => approvalOf(stored, creative)) };
}

const byChange = (a: StoredCampaign, b: StoredCampaign) =>
  a.changedMs - b.changedMs || a.revision - b.revision;

function approvalOf(stored: StoredCampaign, creative: CampaignCreative) {
  const { definition, revision, state, changedMs, changedBy } = stored;
  const approved = approvedOf(stored);
  const sender = senderOf(coveredOf(definition));
  const last = approved?.creatives.find((one) => one.id === creative.id);
  const ofSender = approved === undefined ? [] : differencesOf(senderOf(approved), sender);
  const ofCreative = last === undefined ? [] : differencesOf(last, creative);
  return {
    partner: partnerOf(stored),
    campaign: definition.id,
    revision,
    // What is deleted waits for nothing.
    state: state as CampaignState,
    changedAt: new Date(changedMs).toISOString(),
    changedBy,
    creative,
    sender,
    /** `new`: no form of it was approved; `changed`: an earlier form was, and serves while the campaign runs. */
    kind: last === undefined ? ('new' as const) : ('changed' as const),
    /** Where it and its sender differ from what was approved last. */
    changes: [...ofSender, ...ofCreative],
  };
}
