import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { findRecord } from '../../store/store.ts';
import { findActiveAccount } from './accounts.ts';
import {
  ASSIGNMENT_ARGS,
  type AssignmentOperation,
  type AssignmentResult,
  assignCreatives,
  readOperations,
} from './assign-creatives.ts';
import { authorOf } from './buyers.ts';
import { creativeKey, LIBRARY_CREATIVE } from './creatives.ts';
import { fail, refuse, refuseWith } from './errors.ts';
import { AccountReference, IdempotencyKey, OPAQUE } from './fields.ts';
import {
  CreativeId,
  type KeptCreative,
  keepCreative,
  SentCreativeSchema,
  writeCreative,
} from './keep-creative.ts';
import { assignedPackages, creativeStanding, readCreatives } from './library.ts';
import { serveTermsOf } from './serve-buy.ts';
import { tool } from './tool.ts';
import { acceptWebhook, PushNotificationConfig } from './webhooks.ts';

/** Of one call. */
const ERRORS_MAX = 100;
const CREATIVES_OF_CALL_MAX = 100;

/** With delete_missing, so that no call keeps others from the store for long. */
const ARCHIVED_MAX = 500;

const some = { minItems: 1, maxItems: CREATIVES_OF_CALL_MAX };

const SyncCreativesSchema = Type.Object({
  idempotency_key: IdempotencyKey,
  account: AccountReference,
  creatives: Type.Optional(Type.Array(SentCreativeSchema, some)),
  creative_ids: Type.Optional(Type.Array(CreativeId, some)),
  ...ASSIGNMENT_ARGS,
  delete_missing: Type.Optional(Type.Boolean()),
  dry_run: Type.Optional(Type.Boolean()),
  validation_mode: Type.Optional(Type.Enum(['strict', 'lenient'])),
  // Nothing of a sync is left for later but the reviews.
  push_notification_config: Type.Optional(PushNotificationConfig),
  ...OPAQUE,
});

type SyncCreativesArgs = DeepReadonly<Static<typeof SyncCreativesSchema>>;

/** What a call contradicts itself in is refused. */
function checkArgs(args: SyncCreativesArgs, operations: readonly AssignmentOperation[]): void {
  const { creatives = [], delete_missing: deletesMissing, validation_mode: mode } = args;
  if (creatives.length === 0 && operations.length === 0) {
    refuse.malformed('creatives', 'expected creatives, assignments or assignment_operations');
  }
  if (deletesMissing && (args.creative_ids !== undefined || args.creatives === undefined)) {
    refuse.malformed('delete_missing', 'expected with it creatives, and no creative_ids');
  }
  if (mode === 'lenient' && args.assignment_operations !== undefined) {
    refuse.malformed('validation_mode', 'expected "strict" with assignment_operations');
  }
  const ids = creatives.map(({ creative_id: id }) => id);
  const again = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (again !== -1) refuse.malformed(`creatives[${again}].creative_id`, 'expected each id once');
}

export const syncCreatives = tool('sync_creatives', {
  description:
    'Brings creatives into the library of an account and assigns them to packages. What is assigned is reviewed before it serves.',
  input: SyncCreativesSchema,
  isChange: true,
  async run(args, call) {
    const { query, sources, write } = call;
    const operations = readOperations(args);
    checkArgs(args, operations);
    const told = { version: call.version, task: 'sync_creatives' };
    const notify = acceptWebhook(args.push_notification_config, told);
    const account = await findActiveAccount(query, sources, call, args.account);
    const serve = serveTermsOf(sources, authorOf(call.buyer));

    const kept = new Map<string, SyncedCreative>();
    for (const [index, sent] of (args.creatives ?? []).entries()) {
      const id = sent.creative_id;
      if (args.creative_ids?.includes(id) === false) continue;
      const path = `creatives[${index}]`;
      kept.set(id, await keepCreative(call, account, { sent, path, notify }));
    }
    const missing = args.delete_missing ? await readCreatives(query, [account.id]) : [];
    const others = missing.filter(
      ({ state, definition }) => state === 'kept' && !kept.has(definition.id),
    );
    if (others.length > ARCHIVED_MAX) {
      refuse.invalid('delete_missing', `expected at most ${ARCHIVED_MAX} creatives to put away`, {
        suggestion: 'Send them with the status "archived", 100 in a call.',
      });
    }
    for (const { definition } of others) {
      await writeCreative(call, account, definition, 'archived');
      kept.set(definition.id, { action: 'deleted' });
    }
    const isChanged = ({ action }: SyncedCreative) => action === 'updated' || action === 'deleted';
    const changed = new Set([...kept].flatMap(([id, one]) => (isChanged(one) ? [id] : [])));
    const { results, buys } = await assignCreatives(call, account, changed, operations);
    const [first, ...more] = [
      ...[...kept.values()].flatMap((one) => (one.action === 'failed' ? one.errors : [])),
      ...results.flatMap(({ error }) => error ?? []),
    ].slice(0, ERRORS_MAX);
    if (first !== undefined && args.validation_mode !== 'lenient') refuseWith(first, ...more);
    // What the call assigns and does not bring.
    for (const { creative_id: id } of operations) {
      if (kept.has(id)) continue;
      const creative = await findRecord(query, LIBRARY_CREATIVE, creativeKey(account.id, id));
      const found = creative && {
        action: 'unchanged' as const,
        creative,
        changes: [],
        warnings: [],
      };
      kept.set(id, found ?? { action: 'failed', errors: [UNKNOWN] });
    }

    const assigned = assignedPackages(buys);
    const statusOf = (one: SyncedCreative) => {
      if (!('creative' in one)) return {};
      const packages = assigned.get(one.creative.id) ?? [];
      const { status, reason } = creativeStanding(one.creative, packages, account, serve, sources);
      const rejected = reason === '' ? {} : { rejection_reason: reason };
      return { status: write.creativeStatus(status), ...rejected };
    };
    return {
      ...(args.dry_run && { dry_run: true }),
      creatives: [...kept].map(([id, one]) => ({
        creative_id: id,
        action: one.action,
        ...statusOf(one),
        ...detailsOf(one),
        ...assignedOf(results.filter((result) => result.creative_id === id)),
      })),
      ...(account.definition.isSandbox && { sandbox: true }),
    };
  },
});

type SyncedCreative = KeptCreative | { readonly action: 'deleted' };

const UNKNOWN = fail.creativeNotFound(
  '',
  'expected a creative of this account: list_creatives has them',
);

function detailsOf(one: SyncedCreative): object {
  if (one.action === 'deleted') return {};
  if (one.action === 'failed') return { errors: one.errors };
  const { changes, warnings } = one;
  return {
    ...(changes.length > 0 && { changes }),
    ...(warnings.length > 0 && { warnings }),
  };
}

function assignedOf(results: readonly AssignmentResult[]): object {
  const right = results.filter(({ error }) => error === undefined);
  const wrong = results.flatMap(({ package_id: line, error }) =>
    error === undefined ? [] : [[line, error.message] as const],
  );
  const added = right.filter(({ operation }) => operation !== 'unassign');
  const lines = [...new Set(added.map(({ package_id: line }) => line))];
  return {
    ...(right.length > 0 && { assigned_to: lines }),
    ...(wrong.length > 0 && { assignment_errors: Object.fromEntries(wrong) }),
  };
}
