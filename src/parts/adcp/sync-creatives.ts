import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { CREATIVES_MAX } from '../../demand/campaigns/campaign-schema.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { countOwned, writeIn } from '../../store/store.ts';
import { type BuyerAccount, findActiveAccount } from './accounts.ts';
import { type BuyPackage, flightOf, MEDIA_BUY, type MediaBuy } from './buy.ts';
import {
  assignedPackages,
  creativeKey,
  LIBRARY_CREATIVE,
  type LibraryCreative,
  type LibraryCreativeDefinition,
  listedCreative,
  readAll,
  readLibrary,
  shownIn,
} from './creatives.ts';
import { attempt, attemptAll, Refused, refuse, refuseFields, refuseIf } from './errors.ts';
import { AccountReference, Id, IdempotencyKey, OPAQUE } from './fields.ts';
import { formatOfCreative, readAd } from './read-creative.ts';
import { authorOf } from './seller-terms.ts';
import { checkCreative, serveBuy } from './serve-buy.ts';
import { type BuyerCall, tool } from './tool.ts';
import { acceptWebhook, type BuyerWebhook, follow, PushNotificationConfig } from './webhooks.ts';

const CREATIVES_OF_CALL_MAX = 100;
const ASSIGNMENTS_OF_CALL_MAX = 500;

/** Of one creative as JSON, so that a library stays within memory. */
const CREATIVE_BYTES_MAX = 32_768;

export const CreativeId = Type.String({
  minLength: 1,
  maxLength: 64,
  expects: 'an id of 1 to 64 characters',
});

/** A creative as a buyer sends it, in any version. What is not named here is read by `readAd`, or kept as it came. */
export const SentCreativeSchema = Type.Object({
  creative_id: CreativeId,
  name: Type.String({ minLength: 1, maxLength: 255 }),
  assets: Type.Object({}),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
  // Of the package that it is sent with.
  weight: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  // A buyer may put a creative away and take it out again. All other states are the reviewers'.
  status: Type.Optional(
    Type.Enum(['approved', 'archived'], { expects: '"archived", or "approved" to bring it back' }),
  ),
});

type SentCreative = DeepReadonly<Static<typeof SentCreativeSchema>>;

const Assignment = Type.Object(
  {
    creative_id: CreativeId,
    package_id: Id,
    weight: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100, expects: 'a whole number from 0 to 100' }),
    ),
    placement_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  },
  { additionalProperties: false },
);

type Assignment = DeepReadonly<Static<typeof Assignment>>;

/** Why a field is refused: what would not be honoured is not ignored. */
const REFUSED_FIELDS = {
  creative_ids: 'all creatives that are sent are kept',
  delete_missing: 'a creative is put away by sending it with the status "archived"',
  assignment_operations: 'update_media_buy takes the creatives of a package as a whole list',
};

export const syncCreatives = tool('sync_creatives', {
  description:
    'Brings creatives into the library of an account and assigns them to packages. What is assigned is reviewed before it serves.',
  input: Type.Object({
    idempotency_key: IdempotencyKey,
    account: AccountReference,
    creatives: Type.Optional(
      Type.Array(SentCreativeSchema, { minItems: 1, maxItems: CREATIVES_OF_CALL_MAX }),
    ),
    assignments: Type.Optional(
      Type.Array(Assignment, { minItems: 1, maxItems: ASSIGNMENTS_OF_CALL_MAX }),
    ),
    dry_run: Type.Optional(Type.Boolean()),
    validation_mode: Type.Optional(
      Type.Enum(['strict'], { expects: '"strict": all of a call is kept, or nothing' }),
    ),
    push_notification_config: Type.Optional(PushNotificationConfig),
    ...OPAQUE,
  }),
  isChange: true,
  async run(args, call) {
    const { creatives = [], assignments = [] } = args;
    const { query, sources, version, write } = call;
    refuseFields(args, REFUSED_FIELDS);
    if (creatives.length + assignments.length === 0) {
      refuse.malformed('creatives', 'expected creatives or assignments');
    }
    const told = { version, task: 'sync_creatives' };
    const notify = acceptWebhook(args.push_notification_config, told);
    const account = await findActiveAccount(query, sources, call, args.account);
    const kept = await keepCreatives(call, account, { sent: creatives, path: 'creatives', notify });
    const buys = await assignCreatives(call, account, kept, assignments);
    // What the call assigns and does not bring is answered too.
    const ids = assignments.map(({ creative_id: id }) => id);
    const others = [...(await readLibrary(query, account.id, ids)).values()].filter(
      ({ definition: { id } }) => !kept.some(({ creative }) => creative.definition.id === id),
    );
    const all = [...kept, ...others.map((creative) => ({ ...UNCHANGED, creative }))];
    const assigned = assignedPackages(buys);
    return {
      ...(args.dry_run && { dry_run: true }),
      creatives: all.map(({ creative, action, warnings }) => {
        const { id } = creative.definition;
        const { status, reason } = listedCreative(creative, account, assigned, sources);
        const lines = assignments.flatMap((one) => (one.creative_id === id ? one.package_id : []));
        return {
          creative_id: id,
          action,
          status: write.creativeStatus(status),
          ...(reason !== '' && { rejection_reason: reason }),
          ...(warnings.length > 0 && { warnings }),
          ...(lines.length > 0 && { assigned_to: [...new Set(lines)] }),
        };
      }),
      ...(account.definition.isSandbox && { sandbox: true }),
    };
  },
});

/** What a sync did with a creative. */
type KeptCreative = {
  readonly action: 'created' | 'updated' | 'unchanged';
  readonly creative: LibraryCreative;
  readonly warnings: readonly string[];
};

const UNCHANGED = { action: 'unchanged', warnings: [] } as const;

type SentCreatives = {
  readonly sent: readonly SentCreative[];
  readonly path: string;
  /** Where the buyer is told of reviews. undefined: as before. */
  readonly notify?: BuyerWebhook | undefined;
};

/** Keeps creatives in the library of an account: all of them, or none. */
export async function keepCreatives(
  call: BuyerCall,
  account: BuyerAccount,
  { sent, path, notify }: SentCreatives,
): Promise<readonly KeptCreative[]> {
  const { query } = call;
  const ids = sent.map(({ creative_id: id }) => id);
  const read = attemptAll(sent, (one, index) => {
    const at = `${path}[${index}]`;
    if (ids.indexOf(one.creative_id) < index) {
      refuse.malformed(`${at}.creative_id`, 'expected each id once');
    }
    return readDefinition(call, account, one, at);
  });
  const library = await readLibrary(query, account.id, ids);
  const count = await countOwned(query, LIBRARY_CREATIVE, [account.id]);
  if (count + ids.length - library.size > LIBRARY_CREATIVE.countMax) {
    refuse.invalid(path, `expected at most ${LIBRARY_CREATIVE.countMax} creatives in a library`, {
      suggestion: 'Change creatives that are there, by their creative_id.',
    });
  }
  const all: KeptCreative[] = [];
  for (const { definition: made, state, warnings } of read) {
    const before = library.get(made.id);
    const told = notify ?? before?.definition.notify;
    const definition = { ...made, ...(told && { notify: told }) };
    const isKept = before?.state === state && isDeepStrictEqual(before.definition, definition);
    const creative = isKept ? before : await writeCreative(call, account, definition, state);
    const changed = isKept ? 'unchanged' : 'updated';
    all.push({ action: before === undefined ? 'created' : changed, creative, warnings });
  }
  return all;
}

/** Its state is the library's, and the others are of the package that it is sent with. */
const NOT_CONTENT: readonly string[] = ['status', 'weight', 'placement_ids', 'placement_refs'];

function readDefinition(
  { sources }: BuyerCall,
  account: BuyerAccount,
  creative: SentCreative,
  path: string,
) {
  const { creative_id: id, name, status } = creative;
  const entries = Object.entries(creative).filter(([field]) => !NOT_CONTENT.includes(field));
  const sent = Object.fromEntries(entries);
  const bytes = Buffer.byteLength(JSON.stringify(sent));
  if (bytes > CREATIVE_BYTES_MAX) {
    refuse.invalid(path, `expected at most ${CREATIVE_BYTES_MAX} bytes, but got ${bytes}`);
  }
  const state = status === 'archived' ? ('archived' as const) : ('kept' as const);
  const ad = attempt(() =>
    readAd(creative, formatOfCreative(creative, sources.formats(), path), path),
  );
  if (!(ad instanceof Refused)) return { definition: { id, name, sent, ad }, state, warnings: [] };
  if (!account.definition.isSandbox) throw ad;
  const warning = `kept in the sandbox, where nothing serves: ${ad.message}`;
  return { definition: { id, name, sent }, state, warnings: [warning] };
}

/** `archived`: it is put away. It stays in the library, and no package shows it. */
async function writeCreative(
  { query, buyer, nowMs }: BuyerCall,
  account: BuyerAccount,
  definition: LibraryCreativeDefinition,
  state: 'kept' | 'archived',
): Promise<LibraryCreative> {
  const stored = await writeIn(query, LIBRARY_CREATIVE, creativeKey(account.id, definition.id), {
    action: state === 'archived' ? 'archive' : 'change',
    by: authorOf(buyer),
    nowMs,
    next: () => ({ definition, state, kept: { buyer: buyer.id, account: account.id } }),
  });
  await follow(query, LIBRARY_CREATIVE, stored);
  return stored;
}

/**
 * Assigns creatives to packages, and brings those that have changed to the campaigns that show them. Resolves to the buys of the
 * account as they are now.
 */
export async function assignCreatives(
  { query, sources, buyer, nowMs }: BuyerCall,
  account: BuyerAccount,
  kept: readonly KeptCreative[],
  assignments: readonly Assignment[] = [],
): Promise<readonly MediaBuy[]> {
  const buys = await readAll(query, MEDIA_BUY, [account.id]);
  const library = await readLibrary(
    query,
    account.id,
    assignments.map(({ creative_id: id }) => id),
  );
  const products = account.definition.isSandbox ? [] : sources.products();
  const drafts = new Map<string, BuyPackage>();
  attemptAll(assignments, (one, index) => {
    const path = `assignments[${index}]`;
    const stored = openPackage(buys, one.package_id, `${path}.package_id`, nowMs);
    // A sandbox shows nothing, so that any format goes into any product.
    const product = products.find(({ id }) => id === stored.productId);
    checkCreative(library.get(one.creative_id), product, `${path}.creative_id`);
    drafts.set(stored.id, withCreative(drafts.get(stored.id) ?? stored, one, path));
  });
  attemptAll(assignments, ({ package_id: id }, index) => {
    if (isEvenlyWeighted(drafts.get(id))) return;
    const reason = 'expected a weight for each creative of the package, or for none';
    refuse.invalid(`assignments[${index}].weight`, reason);
  });
  const changed = kept.filter(({ action }) => action === 'updated');
  const changedIds = new Set(changed.map(({ creative }) => creative.definition.id));
  const now: MediaBuy[] = [];
  for (const buy of buys) {
    const packages = buy.definition.packages.map((line) => drafts.get(line.id) ?? line);
    const isChanged = packages.some((line) => drafts.has(line.id));
    const next = isChanged
      ? await writeIn(query, MEDIA_BUY, buy.id, {
          action: 'assign creatives',
          by: authorOf(buyer),
          nowMs,
          next: () => ({ definition: { ...buy.definition, packages } }),
        })
      : buy;
    now.push(next);
    const isShown = shownIn(packages).some((id) => changedIds.has(id));
    if (isChanged || isShown) {
      refuseIf(await serveBuy(query, account, next, sources, authorOf(buyer)));
    }
  }
  return now;
}

/** Either each creative of a package has a weight, or none has. */
export function isEvenlyWeighted({ assignments }: Pick<BuyPackage, 'assignments'> = NONE): boolean {
  const count = assignments.filter(({ weight }) => weight !== undefined).length;
  return count === 0 || count === assignments.length;
}

const NONE = { assignments: [] };

/** A package that may still change. Not found and not yours are the same bytes. */
function openPackage(
  buys: readonly MediaBuy[],
  id: string,
  field: string,
  nowMs: number,
): BuyPackage {
  for (const { state, definition } of buys) {
    const line = definition.packages.find((one) => one.id === id);
    if (line === undefined) continue;
    const isOpen = state === 'open' && line.canceled === undefined;
    if (isOpen && flightOf(definition, line).endMs > nowMs) return line;
    refuse.invalidState(field, isOpen ? 'the package has ended' : 'the package is canceled');
  }
  return refuse.packageNotFound(field, 'expected a package of this account', {
    suggestion: 'get_media_buys has the packages.',
  });
}

function withCreative(
  line: BuyPackage,
  { creative_id: creativeId, weight, placement_ids }: Assignment,
  path: string,
): BuyPackage {
  refuseFields({ placement_ids }, PLACELESS, `${path}.`);
  const own = { creativeId, ...(weight !== undefined && { weight }) };
  const others = line.assignments.filter((one) => one.creativeId !== creativeId);
  if (others.length >= CREATIVES_MAX) {
    refuse.invalid(path, `expected at most ${CREATIVES_MAX} creatives in a package`);
  }
  return { ...line, assignments: [...others, own] };
}

const PLACELESS = { placement_ids: 'a creative runs wherever its package does' };
