import type { AdminApi } from '../../../host/admin/admin-api.ts';
import { json } from '../../../host/admin/headers.ts';
import { OPERATIONS } from '../../../host/admin/operations.ts';
import type { Host } from '../../../host/host.ts';
import { differencesOf } from '../../../lib/differences.ts';
import { coveredOf, senderOf } from '../../../store/covered-fields.ts';
import { type StoredCampaign, waitingCreatives } from '../../../store/stored-campaign.ts';
import { accountCounts } from '../../buyers/buyer-accounts.ts';
import type { Approval, ApprovalList } from '../page/approvals/api.ts';
import { operationRoutes } from './store-call.ts';

export type ApprovalOperationName = 'GET /api/approvals';

export const approvalRoutes = ({ store }: Pick<AdminApi, 'store'>, host: Pick<Host, 'database'>) =>
  operationRoutes<ApprovalOperationName>(OPERATIONS, {
    'GET /api/approvals': async ({ url }) => {
      const accounts = (await accountCounts(host))?.waiting ?? null;
      const list: ApprovalList = { ...approvalList(store.all(), url.searchParams), accounts };
      return json(list);
    },
  });

const ROWS_MAX = 50;

/** The creatives that wait, those of the earliest change first. Drafts are among them: approved, they sell once they start. */
function approvalList(
  campaigns: readonly StoredCampaign[],
  parameters: URLSearchParams,
): Omit<ApprovalList, 'accounts'> {
  const waiting = campaigns
    .flatMap((stored) => waitingCreatives(stored).map((creative) => ({ stored, creative })))
    .sort((a, b) => byChange(a.stored, b.stored));
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

const byChange = (a: StoredCampaign, b: StoredCampaign) =>
  a.changedMs - b.changedMs || a.revision - b.revision;

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
