import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { Query } from '../../lib/sql/database.ts';
import { type BuyerAccount, findAccount, findActiveAccount } from './accounts.ts';
import {
  ASSIGNMENT_ARGS,
  type AssignmentOperation,
  type AssignmentResult,
  assignCreatives,
  readOperations,
} from './assign-creatives.ts';
import type { MediaBuy } from './buy.ts';
import { authorOf, changeOnce, rehearse, UNREACHABLE } from './change-once.ts';
import type { LibraryCreative } from './creatives.ts';
import { fail, refuse, refuseIf, refuseWith } from './errors.ts';
import { AccountReference, IdempotencyKey, OPAQUE } from './fields.ts';
import {
  archiveCreative,
  CreativeId,
  type KeptCreative,
  keepCreative,
  type SentCreative,
  SentCreativeSchema,
} from './keep-creative.ts';
import {
  assignedKey,
  assignedPackages,
  creativeStanding,
  type LibraryTerms,
  libraryTerms,
  readCreative,
  readCreatives,
  standingTermsOf,
} from './library.ts';
import { type ServeTerms, serveTermsOf } from './serve-buy.ts';
import { type BuyerCall, done, type SellerSources, type Tool, type ToolAnswer } from './tool.ts';
import { acceptWebhook, PushNotificationConfig } from './webhooks.ts';

type SyncAsked = {
  /** Each with the place where the buyer has written it. */
  readonly creatives: readonly { readonly sent: SentCreative; readonly path: string }[];
  readonly operations: readonly AssignmentOperation[];
  /** Whether creatives that are not among them are put away. */
  readonly deletesMissing: boolean;
  /** Whether one fault takes the whole sync back. */
  readonly isStrict: boolean;
};

type SyncedCreative = {
  readonly id: string;
  readonly result: KeptCreative | { readonly action: 'deleted' };
  readonly assignments: readonly AssignmentResult[];
};

type SyncedLibrary = {
  readonly creatives: readonly SyncedCreative[];
  readonly buys: readonly MediaBuy[];
};

/** Of one call. */
const ERRORS_MAX = 100;

/** With delete_missing, so that no call keeps others from the store for long. */
const ARCHIVED_MAX = 500;

/** Brings the library of an account and the assignments of its packages to what was asked, in the caller's transaction. */
async function syncLibrary(
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
  refuseIf(fault);
  if (first !== undefined && isStrict) refuseWith(first, ...others);
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
): Promise<readonly LibraryCreative[]> {
  const all = await readCreatives(query, { account: library.account.id });
  const others = all.filter(({ id, state }) => state === 'kept' && !ids.has(id));
  if (others.length > ARCHIVED_MAX) {
    refuse.invalid('delete_missing', `expected at most ${ARCHIVED_MAX} creatives to put away`, {
      suggestion: 'Send them with the status "archived", 100 in a call.',
    });
  }
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
  '',
  'expected a creative of this account: list_creatives has them',
);

const CREATIVES_OF_CALL_MAX = 100;

const SyncCreativesSchema = Type.Object({
  idempotency_key: IdempotencyKey,
  account: AccountReference,
  creatives: Type.Optional(
    Type.Array(SentCreativeSchema, { minItems: 1, maxItems: CREATIVES_OF_CALL_MAX }),
  ),
  creative_ids: Type.Optional(
    Type.Array(CreativeId, { minItems: 1, maxItems: CREATIVES_OF_CALL_MAX }),
  ),
  ...ASSIGNMENT_ARGS,
  delete_missing: Type.Optional(Type.Boolean()),
  dry_run: Type.Optional(Type.Boolean()),
  validation_mode: Type.Optional(Type.Enum(['strict', 'lenient'])),
  // Nothing of a sync is left for later but the reviews.
  push_notification_config: Type.Optional(PushNotificationConfig),
  ...OPAQUE,
});

type SyncCreativesArgs = DeepReadonly<Static<typeof SyncCreativesSchema>>;

export function syncCreatives(sources: SellerSources): Tool {
  return {
    name: 'sync_creatives',
    description:
      'Brings creatives into the library of an account and assigns them to packages. What is assigned is reviewed before it serves.',
    schema: SyncCreativesSchema,
    openTo: 'buyers',
    run: (args: SyncCreativesArgs, call: BuyerCall) => sync(sources, args, call),
  };
}

async function sync(
  sources: SellerSources,
  args: SyncCreativesArgs,
  call: BuyerCall,
): Promise<ToolAnswer> {
  const asked = readAsked(args);
  const notify = acceptWebhook(args.push_notification_config, {
    version: call.version,
    task: 'sync_creatives',
  });
  const database = sources.database() ?? refuseWith(UNREACHABLE);
  const named = await findAccount(database.query, call.buyer, args.account);
  const make = async (query: Query): Promise<ToolAnswer> => {
    const account = await findActiveAccount(query, call.buyer, args.account);
    const library = libraryTerms(sources, call, account, notify);
    const serve = serveTermsOf(sources, authorOf(call.buyer));
    const synced = await syncLibrary(query, library, serve, asked);
    return done(bodyOf({ sources, call, account, serve, isDryRun: args.dry_run === true }, synced));
  };
  if (args.dry_run === true) return rehearse(sources, make);
  return changeOnce(sources, call, { account: named.id, args }, make);
}

/** What the call asks for, or why it contradicts itself. */
function readAsked(args: SyncCreativesArgs): SyncAsked {
  const { creatives = [], creative_ids: ids, delete_missing: deletesMissing = false } = args;
  const operations = readOperations(args);
  const refused = (field: string, reason: string) => refuse.malformed(field, reason);
  if (creatives.length === 0 && operations.length === 0) {
    return refused('creatives', 'expected creatives, assignments or assignment_operations');
  }
  if (deletesMissing && (ids !== undefined || args.creatives === undefined)) {
    return refused('delete_missing', 'expected with it creatives, and no creative_ids');
  }
  const isStrict = args.validation_mode !== 'lenient';
  if (!isStrict && args.assignment_operations !== undefined) {
    return refused('validation_mode', 'expected "strict" with assignment_operations');
  }
  const seen = new Set<string>();
  const wanted = ids === undefined ? undefined : new Set(ids);
  const asked = [];
  for (const [index, sent] of creatives.entries()) {
    const path = `creatives[${index}]`;
    if (seen.has(sent.creative_id)) return refused(`${path}.creative_id`, 'expected each id once');
    seen.add(sent.creative_id);
    if (wanted?.has(sent.creative_id) ?? true) asked.push({ sent, path });
  }
  return { creatives: asked, operations, deletesMissing, isStrict };
}

type SyncedFor = {
  readonly sources: SellerSources;
  readonly call: BuyerCall;
  readonly account: BuyerAccount;
  readonly serve: ServeTerms;
  readonly isDryRun: boolean;
};

function bodyOf(
  { sources, call, account, serve, isDryRun }: SyncedFor,
  { creatives, buys }: SyncedLibrary,
): object {
  const assigned = assignedPackages(buys);
  const terms = standingTermsOf(account, serve);
  const statusOf = ({ result }: SyncedCreative) => {
    if (!('creative' in result)) return {};
    const packages = assigned.get(assignedKey(account.id, result.creative.id)) ?? [];
    const { status, reason } = creativeStanding(result.creative, packages, terms, sources);
    return {
      status: call.write.creativeStatus(status),
      ...(reason !== '' && { rejection_reason: reason }),
    };
  };
  return {
    ...(isDryRun && { dry_run: true }),
    creatives: creatives.map((one) => ({
      creative_id: one.id,
      action: one.result.action,
      ...statusOf(one),
      ...detailsOf(one.result),
      ...assignedOf(one.assignments),
    })),
    ...(account.definition.isSandbox && { sandbox: true }),
  };
}

function detailsOf(result: SyncedCreative['result']): object {
  if (result.action === 'deleted') return {};
  if (result.action === 'failed') return { errors: result.errors };
  const { changes, warnings } = result;
  return {
    ...(changes.length > 0 && { changes }),
    ...(warnings.length > 0 && { warnings }),
  };
}

function assignedOf(assignments: readonly AssignmentResult[]): object {
  const right = assignments.filter(({ error }) => error === undefined);
  const wrong = assignments.flatMap(({ packageId, error }) =>
    error === undefined ? [] : [[packageId, error.message] as const],
  );
  const added = right.filter(({ operation }) => operation !== 'unassign');
  return {
    ...(right.length > 0 && { assigned_to: [...new Set(added.map(({ packageId }) => packageId))] }),
    ...(wrong.length > 0 && { assignment_errors: Object.fromEntries(wrong) }),
  };
}
