import type { Approval, ApprovalList } from '../../console/approvals/api.ts';
import { differencesOf } from '../../lib/differences.ts';
import { coveredOf, senderOf } from '../../store/covered-fields.ts';
import type { Review, StoredCampaign } from '../../store/stored-campaign.ts';

const ROWS_MAX = 50;

/** The creatives that wait, those of the earliest change first. An archived campaign has nothing to approve. */
export function approvalList(
  campaigns: readonly StoredCampaign[],
  parameters: URLSearchParams,
): ApprovalList {
  const waiting = campaigns
    .filter(({ state, reviews }) => state !== 'archived' && reviews.some(isWaiting))
    .sort((a, b) => a.changedMs - b.changedMs || a.revision - b.revision)
    .flatMap((stored) =>
      stored.reviews.filter(isWaiting).map(({ creative }) => ({ stored, creative })),
    );
  const asked = Number(parameters.get('rows') ?? ROWS_MAX);
  const rows = Number.isSafeInteger(asked) && asked >= 0 ? Math.min(asked, ROWS_MAX) : ROWS_MAX;
  const pages = Math.max(1, Math.ceil(waiting.length / (rows || ROWS_MAX)));
  const wanted = Number(parameters.get('page') ?? 1);
  const page = Number.isSafeInteger(wanted) && wanted > 0 ? Math.min(wanted, pages) : 1;
  const shown = waiting.slice((page - 1) * rows, page * rows);
  return {
    rows: shown.flatMap(({ stored, creative }) => approvalOf(stored, creative)),
    total: waiting.length,
    page,
    pages,
  };
}

const isWaiting = ({ state }: Review) => state === 'waiting';

function approvalOf(stored: StoredCampaign, id: string): Approval | [] {
  const { partner, campaign, revision, state, changedMs, changedBy, approved } = stored;
  const creative = campaign.creatives.find((one) => one.id === id);
  if (creative === undefined) return [];
  const sender = senderOf(coveredOf(campaign));
  const last = approved?.creatives.find((one) => one.id === id);
  const ofSender = approved === undefined ? [] : differencesOf(senderOf(approved), sender);
  const ofCreative = last === undefined ? [] : differencesOf(last, creative);
  return {
    partner,
    campaign: campaign.id,
    revision,
    state,
    changedAt: new Date(changedMs).toISOString(),
    changedBy,
    creative,
    sender,
    kind: last === undefined ? 'new' : 'changed',
    changes: [...ofSender, ...ofCreative],
  };
}
