import { isObject } from '../../../lib/schema-fault.ts';
import type { CreativeStatus } from '../creatives/creative-statuses.ts';
import { NATIVE_IN_FEED, sellerFormats } from '../creatives/formats.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import type { LibraryCreative } from '../records/creative-record.ts';

/** Of a creative in one package. */
export type ApprovalStatus = 'pending_review' | 'approved' | 'rejected';

/** A creative with all that a list of the library tells of it. */
export type ListedCreative = {
  readonly creative: LibraryCreative;
  /** undefined: one of the sandbox that nobody has declared. */
  readonly account: BuyerAccount | undefined;
  readonly status: CreativeStatus;
  /** Why it is rejected, or ''. */
  readonly reason: string;
  readonly packages: readonly {
    readonly packageId: string;
    readonly buyId: string;
    readonly assignedMs: number;
    readonly approval: ApprovalStatus;
    readonly reason: string;
  }[];
};

export type CreativeTerms = {
  /** Of this seller. */
  readonly agentUrl: string;
  /** Of one creative. */
  readonly assignmentsMax: number;
};

type WrittenCreative = Readonly<Record<string, unknown>>;

/** A creative in the list of a library, since 3.1. */
export function writtenCreative(
  listed: ListedCreative,
  { agentUrl, assignmentsMax }: CreativeTerms,
): WrittenCreative {
  const { creative, status, reason, packages } = listed;
  const { sent, name } = creative.definition;
  const shown = packages.slice(0, assignmentsMax);
  return {
    creative_id: creative.id,
    name,
    ...formatOf(sent, agentUrl),
    status,
    ...(reason !== '' && { rejection_reason: reason }),
    created_date: new Date(creative.createdMs).toISOString(),
    updated_date: new Date(creative.changedMs).toISOString(),
    assets: isObject(sent.assets) ? sent.assets : {},
    ...(Array.isArray(sent.tags) && { tags: sent.tags }),
    assignments: {
      assignment_count: packages.length,
      returned_assignment_count: shown.length,
      assignments_truncated: shown.length < packages.length,
      assigned_packages: shown.map((one) => ({
        package_id: one.packageId,
        media_buy_id: one.buyId,
        assigned_date: new Date(one.assignedMs).toISOString(),
        approval_status: one.approval,
        ...(one.reason !== '' && { rejection_reason: one.reason }),
      })),
    },
  };
}

/** As it was sent: by `format_kind`, or by `format_id`, which is of this seller where no agent is named. */
function formatOf(
  { format_id: id, format_kind: kind, format_option_ref: option }: WrittenCreative,
  agentUrl: string,
): WrittenCreative {
  if (kind === undefined)
    return { format_id: { agent_url: agentUrl, ...(isObject(id) ? id : {}) } };
  return { format_kind: kind, ...(option !== undefined && { format_option_ref: option }) };
}

/** Of 3.0: a format is always named by its id, and each asset has a role of its own. */
export function earlierCreative(listed: ListedCreative, terms: CreativeTerms): WrittenCreative {
  const { agentUrl } = terms;
  const { format_kind, format_option_ref, assets, ...written } = writtenCreative(listed, terms);
  const option = isObject(format_option_ref) ? format_option_ref.format_option_id : undefined;
  const id = option ?? format_kind ?? NATIVE_IN_FEED;
  const known = sellerFormats(agentUrl).find((format) => format.id === id);
  return {
    ...written,
    ...(written.format_id === undefined && {
      format_id: { agent_url: known?.agent_url ?? agentUrl, id },
    }),
    status: earlierStatus(listed.status),
    assets: Object.fromEntries(
      Object.entries(isObject(assets) ? assets : {}).flatMap(([role, value]) =>
        (Array.isArray(value) ? value : [value]).map((asset, index) => [
          index === 0 ? role : `${role}_${index + 1}`,
          asset,
        ]),
      ),
    ),
  };
}

/** 3.0 knows no suspended creatives: they wait for a decision. */
export function earlierStatus(status: CreativeStatus): string {
  return status === 'suspended' ? 'pending_review' : status;
}
