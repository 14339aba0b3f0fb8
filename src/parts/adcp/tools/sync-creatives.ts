import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../../lib/readonly.ts';
import type { Query } from '../../../lib/sql/database.ts';
import { findAccount, findActiveAccount } from '../accounts/accounts.ts';
import { authorOf } from '../author.ts';
import { type ServeTerms, serveTermsOf } from '../buys/serve-buy.ts';
import { changeOnce, rehearse, UNREACHABLE } from '../change-once.ts';
import type { AssignmentResult } from '../creatives/assign-creatives.ts';
import { ASSIGNMENT_ARGS, readOperations } from '../creatives/assignment-args.ts';
import { creativeStanding, standingTermsOf } from '../creatives/creative-status.ts';
import { CreativeId, SentCreativeSchema } from '../creatives/keep-creative.ts';
import { assignedKey, assignedPackages, libraryTerms } from '../creatives/library.ts';
import {
  type SyncAsked,
  type SyncedCreative,
  type SyncedLibrary,
  syncLibrary,
} from '../creatives/sync-library.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import { AccountReference, IdempotencyKey, OPAQUE } from '../fields.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import { acceptWebhook, PushNotificationConfig } from '../told/webhooks.ts';
import {
  type BuyerCall,
  done,
  failed,
  type SellerSources,
  type Tool,
  type ToolAnswer,
} from '../tool.ts';

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
  if (isAdcpError(asked)) return failed(asked);
  const notify = acceptWebhook(args.push_notification_config, {
    version: call.version,
    task: 'sync_creatives',
  });
  if (isAdcpError(notify)) return failed(notify);
  const database = sources.database();
  if (database === undefined) return failed(UNREACHABLE);
  const named = await findAccount(database.query, call.buyer, args.account);
  if (isAdcpError(named)) return failed(named);
  const make = async (query: Query): Promise<ToolAnswer> => {
    const account = await findActiveAccount(query, call.buyer, args.account);
    if (isAdcpError(account)) return failed(account);
    const library = libraryTerms(sources, call, account, notify);
    const serve = serveTermsOf(sources, authorOf(call.buyer));
    const synced = await syncLibrary(query, library, serve, asked);
    if ('errors' in synced) return failed(...synced.errors);
    return done(bodyOf({ sources, call, account, serve, isDryRun: args.dry_run === true }, synced));
  };
  if (args.dry_run === true) return rehearse(sources, make);
  return changeOnce(sources, call, { account: named.id, args }, make);
}

/** What the call asks for, or why it contradicts itself. */
function readAsked(args: SyncCreativesArgs): SyncAsked | AdcpError {
  const { creatives = [], creative_ids: ids, delete_missing: deletesMissing = false } = args;
  const operations = readOperations(args);
  if (isAdcpError(operations)) return operations;
  const refused = (field: string, reason: string) =>
    fail.malformed(`${field}: ${reason}`, { field });
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
  { creatives, buys }: Exclude<SyncedLibrary, { readonly errors: unknown }>,
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
