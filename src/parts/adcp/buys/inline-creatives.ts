import { findFault, type JsonObject } from '../../../lib/schema-fault.ts';
import type { Query } from '../../../lib/sql/database.ts';
import { authorOf } from '../author.ts';
import { assignCreatives } from '../creatives/assign-creatives.ts';
import { keepCreative, type SentCreative, SentCreativeSchema } from '../creatives/keep-creative.ts';
import { type LibraryTerms, libraryTerms } from '../creatives/library.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import type { BuyPackage } from '../records/buy-record.ts';
import { type BuyerCall, type FailedAnswer, failed, type SellerSources } from '../tool.ts';
import type { SentAssignment } from './buy-schemas.ts';
import { assignmentsOf } from './package-terms.ts';
import { serveTermsOf } from './serve-buy.ts';

/** A package of a call, and the creatives that it brings along. */
type SentPackage = {
  readonly line: BuyPackage;
  /** Where the buyer wrote it. */
  readonly path: string;
  readonly creatives: readonly JsonObject[] | null | undefined;
};

/** Packages of a call, in the order in which it has them in `list`. */
export function sentPackages(
  lines: readonly BuyPackage[],
  sent: readonly { readonly creatives?: SentPackage['creatives'] }[],
  list: string,
): readonly SentPackage[] {
  return lines.map((line, index) => ({
    line,
    path: `${list}[${index}]`,
    creatives: sent[index]?.creatives,
  }));
}

type InlineTerms = {
  readonly account: BuyerAccount;
  readonly packages: readonly SentPackage[];
};

type KeptPackages = { readonly kind: 'kept'; readonly lines: readonly BuyPackage[] };

/** Keeps the creatives that packages bring along in the library, and assigns them beside those that are named. */
export async function keepInline(
  query: Query,
  sources: SellerSources,
  call: BuyerCall,
  { account, packages }: InlineTerms,
): Promise<KeptPackages | FailedAnswer> {
  const library = libraryTerms(sources, call, account);
  const changed = new Set<string>();
  const lines: BuyPackage[] = [];
  for (const one of packages) {
    const kept = await keepOfPackage(query, library, one, changed);
    if ('kind' in kept) return kept;
    lines.push(kept);
  }
  if (changed.size > 0) {
    // Other packages may show them already.
    const serve = serveTermsOf(sources, authorOf(call.buyer));
    const { fault } = await assignCreatives(query, { library, serve, changed }, []);
    if (fault !== undefined) return failed(fault);
  }
  return { kind: 'kept', lines };
}

async function keepOfPackage(
  query: Query,
  library: LibraryTerms,
  { line, path, creatives }: SentPackage,
  changed: Set<string>,
): Promise<BuyPackage | FailedAnswer> {
  if (creatives == null) return line;
  const added: SentAssignment[] = [];
  for (const [index, sent] of creatives.entries()) {
    const at = `${path}.creatives[${index}]`;
    const creative = checkedCreative(sent, at);
    if (isAdcpError(creative)) return failed(creative);
    const kept = await keepCreative(query, library, creative, at);
    if (kept.action === 'failed') return failed(...kept.errors);
    if (kept.action === 'updated') changed.add(creative.creative_id);
    added.push(assignmentArgs(sent, creative.creative_id));
  }
  const ids = new Set(added.map(({ creative_id }) => creative_id));
  const named = line.assignments.flatMap(({ creativeId, weight }) =>
    ids.has(creativeId)
      ? []
      : [{ creative_id: creativeId, ...(weight !== undefined && { weight }) }],
  );
  const assignments = assignmentsOf([...named, ...added], path);
  return isAdcpError(assignments) ? failed(assignments) : { ...line, assignments };
}

function checkedCreative(sent: JsonObject, path: string): SentCreative | AdcpError {
  const fault = findFault(SentCreativeSchema, sent, path);
  // The schema has passed.
  if (fault === undefined) return sent as SentCreative;
  return fail.malformed(`${fault.path}: ${fault.reason}`, { field: fault.path });
}

/** What an uploaded creative says of the package alone. */
function assignmentArgs(sent: JsonObject, id: string): SentAssignment {
  const { weight, placement_ids, placement_refs } = sent;
  return {
    creative_id: id,
    ...(typeof weight === 'number' && { weight }),
    ...(placement_ids != null && { placement_ids }),
    ...(placement_refs != null && { placement_refs }),
  };
}
