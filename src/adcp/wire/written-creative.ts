import { isObject } from '../../lib/schema-fault.ts';
import type { CreativeStatus } from '../creatives/creative-status.ts';
import { NATIVE_IN_FEED, sellerFormats } from '../creatives/formats.ts';
import type { ListedCreative } from './writer.ts';

type Written = Readonly<Record<string, unknown>>;

/** A creative in the list of a library, since 3.1. */
export function writtenCreative(listed: ListedCreative, agentUrl: string): Written {
  const { creative, status, reason, packages } = listed;
  const { sent, name } = creative.definition;
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
      assigned_packages: packages.map((one) => ({
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
  { format_id: id, format_kind: kind, format_option_ref: option }: Written,
  agentUrl: string,
): Written {
  if (kind === undefined)
    return { format_id: { agent_url: agentUrl, ...(isObject(id) ? id : {}) } };
  return { format_kind: kind, ...(option !== undefined && { format_option_ref: option }) };
}

/** Of 3.0: a format is always named by its id, and each asset has a role of its own. */
export function earlierCreative(listed: ListedCreative, agentUrl: string): Written {
  const { format_kind, format_option_ref, assets, ...written } = writtenCreative(listed, agentUrl);
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
