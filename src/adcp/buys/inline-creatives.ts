import type { Query } from '../../ledger/database.ts';
import { findFault, type JsonObject } from '../../lib/schema-fault.ts';
import { authorOf } from '../author.ts';
import { assignCreatives } from '../creatives/assign-creatives.ts';
import { keepCreative, type SentCreative, SentCreativeSchema } from '../creatives/keep-creative.ts';
import { type LibraryTerms, libraryTerms } from '../creatives/library.ts';
import { type AdcpError, fail } from '../errors.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import type { BuyPackage } from '../records/buy-record.ts';
import { type BuyerCall, type FailedAnswer, failed, type SellerSources } from '../tool.ts';
import type { AssignmentArgs, NewPackageArgs } from './buy-schemas.ts';
import { assignmentsOf } from './package-terms.ts';
import { serveTermsOf } from './serve-buy.ts';

type PackageOfCall = {
  readonly creatives: NewPackageArgs['creatives'] | undefined;
  readonly path: string;
};

type InlineCreatives = {
  readonly account: BuyerAccount;
  /** The packages as they were sent, in the order of `lines`, each with its place in the call. */
  readonly sent: readonly PackageOfCall[];
  readonly lines: readonly BuyPackage[];
};

/** Keeps the creatives that packages bring along in the library, and assigns them. */
export async function keepInline(
  query: Query,
  sources: SellerSources,
  call: BuyerCall,
  { account, sent, lines }: InlineCreatives,
): Promise<{ readonly kind: 'kept'; readonly lines: readonly BuyPackage[] } | FailedAnswer> {
  const library = libraryTerms(sources, call, account);
  const changed = new Set<string>();
  const kept: BuyPackage[] = [];
  for (const [index, line] of lines.entries()) {
    const { creatives, path } = sent[index] ?? { creatives: undefined, path: '' };
    const next = await withInline(
      query,
      library,
      { line, creatives: creatives ?? [], path },
      changed,
    );
    if (next.kind === 'failed') return next;
    kept.push(next.line);
  }
  // Other buys may show one that the call has changed.
  const serve = serveTermsOf(sources, authorOf(call.buyer));
  const { fault } =
    changed.size === 0
      ? { fault: undefined }
      : await assignCreatives(query, { library, serve, changed }, []);
  return fault === undefined ? { kind: 'kept', lines: kept } : failed(fault);
}

type LineWithCreatives = {
  readonly line: BuyPackage;
  readonly creatives: readonly JsonObject[];
  readonly path: string;
};

async function withInline(
  query: Query,
  library: LibraryTerms,
  { line, creatives, path }: LineWithCreatives,
  changed: Set<string>,
): Promise<{ readonly kind: 'kept'; readonly line: BuyPackage } | FailedAnswer> {
  if (creatives.length === 0) return { kind: 'kept', line };
  const added: AssignmentArgs[] = [];
  for (const [index, sent] of creatives.entries()) {
    const place = `${path}.creatives[${index}]`;
    const fault = findFault(SentCreativeSchema, sent, place);
    if (fault !== undefined) return failed(malformed(fault.path, fault.reason));
    // The schema has passed.
    const creative = sent as SentCreative & JsonObject;
    const placement = PLACEMENTS.find((name) => creative[name] != null);
    if (placement !== undefined) return failed(noPlacements(`${place}.${placement}`));
    const kept = await keepCreative(query, library, creative, place);
    if (kept.action === 'failed') return failed(...kept.errors);
    if (kept.action === 'updated') changed.add(kept.creative.id);
    const { creative_id, weight } = creative;
    added.push(weight === undefined ? { creative_id } : { creative_id, weight });
  }
  const before = line.assignments.filter(
    ({ creativeId }) => !added.some(({ creative_id }) => creative_id === creativeId),
  );
  const all = [
    ...before.map(({ creativeId, weight }) => ({
      creative_id: creativeId,
      ...(weight !== undefined && { weight }),
    })),
    ...added,
  ];
  const assignments = assignmentsOf(all, path);
  if ('code' in assignments) return failed(assignments);
  return { kind: 'kept', line: { ...line, assignments } };
}

const PLACEMENTS = ['placement_ids', 'placement_refs'] as const;

const noPlacements = (field: string) =>
  fail.unsupported(`${field}: packages have no placements of their own`, {
    field,
    suggestion: 'Leave it out: a creative runs wherever its package does.',
  });

const malformed = (field: string, reason: string): AdcpError =>
  fail.malformed(`${field}: ${reason}`, { field });
