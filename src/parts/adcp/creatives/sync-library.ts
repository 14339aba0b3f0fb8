import type { Query } from '../../../lib/sql/database.ts';
import type { ServeTerms } from '../buys/serve-buy.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import type { MediaBuy } from '../records/buy-record.ts';
import type { LibraryCreative } from '../records/creative-record.ts';
import { type AssignmentResult, assignCreatives } from './assign-creatives.ts';
import type { AssignmentOperation } from './assignment-args.ts';
import {
  archiveCreative,
  type KeptCreative,
  keepCreative,
  type SentCreative,
} from './keep-creative.ts';
import { type LibraryTerms, readCreative, readCreatives } from './library.ts';

export type SyncAsked = {
  /** Each with the place where the buyer has written it. */
  readonly creatives: readonly { readonly sent: SentCreative; readonly path: string }[];
  readonly operations: readonly AssignmentOperation[];
  /** Whether creatives that are not among them are put away. */
  readonly deletesMissing: boolean;
  /** Whether one fault takes the whole sync back. */
  readonly isStrict: boolean;
};

export type SyncedCreative = {
  readonly id: string;
  readonly result: KeptCreative | { readonly action: 'deleted' };
  readonly assignments: readonly AssignmentResult[];
};

export type SyncedLibrary =
  | { readonly creatives: readonly SyncedCreative[]; readonly buys: readonly MediaBuy[] }
  | { readonly errors: readonly [AdcpError, ...AdcpError[]] };

/** Of one call. */
const ERRORS_MAX = 100;

/** With delete_missing, so that no call keeps others from the store for long. */
const ARCHIVED_MAX = 500;

const TOO_MANY = fail.invalid(
  `delete_missing: expected at most ${ARCHIVED_MAX} creatives to put away`,
  { field: 'delete_missing', suggestion: 'Send them with the status "archived", 100 in a call.' },
);

/** Brings the library of an account and the assignments of its packages to what was asked, in the caller's transaction. */
export async function syncLibrary(
  query: Query,
  library: LibraryTerms,
  serve: ServeTerms,
  { creatives, operations, deletesMissing, isStrict }: SyncAsked,
): Promise<SyncedLibrary> {
  const kept = new Map<string, SyncedCreative['result']>();
  for (const { sent, path } of creatives) {
    kept.set(sent.creative_id, await keepCreative(query, library, sent, path));
  }
  if (deletesMissing) {
    const others = await archiveOthers(query, library, new Set(kept.keys()));
    if (isAdcpError(others)) return { errors: [others] };
    for (const { id } of others) kept.set(id, { action: 'deleted' });
  }
  const changed = new Set(
    [...kept].flatMap(([id, { action }]) =>
      action === 'updated' || action === 'deleted' ? [id] : [],
    ),
  );
  const { results, buys, fault } = await assignCreatives(
    query,
    { library, serve, changed },
    operations,
  );
  const ofCreatives = [...kept.values()].flatMap((one) =>
    one.action === 'failed' ? one.errors : [],
  );
  const ofAssignments = results.flatMap(({ error }) => error ?? []);
  const [first, ...others] = [...ofCreatives, ...ofAssignments].slice(0, ERRORS_MAX);
  if (fault !== undefined) return { errors: [fault] };
  if (first !== undefined && isStrict) return { errors: [first, ...others] };
  for (const { creativeId: id } of operations) {
    if (!kept.has(id)) kept.set(id, await asItIs(query, library, id));
  }
  const byCreative = Map.groupBy(results, ({ creativeId }) => creativeId);
  const synced = [...kept].map(([id, result]) => ({
    id,
    result,
    assignments: byCreative.get(id) ?? [],
  }));
  return { creatives: synced, buys };
}

async function archiveOthers(
  query: Query,
  library: LibraryTerms,
  ids: ReadonlySet<string>,
): Promise<readonly LibraryCreative[] | AdcpError> {
  const all = await readCreatives(query, { account: library.account.id });
  const others = all.filter(({ id, state }) => state === 'kept' && !ids.has(id));
  if (others.length > ARCHIVED_MAX) return TOO_MANY;
  for (const one of others) await archiveCreative(query, library, one);
  return others;
}

/** Of a creative that the call assigns and does not bring. */
async function asItIs(query: Query, library: LibraryTerms, id: string): Promise<KeptCreative> {
  const creative = await readCreative(query, library.account.id, id);
  return creative === undefined
    ? { action: 'failed', errors: [UNKNOWN] }
    : { action: 'unchanged', creative, changes: [], warnings: [] };
}

const UNKNOWN = fail.creativeNotFound(
  'expected a creative of this account: list_creatives has them',
);
