import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { countOwned, findRecord, writeIn } from '../../store/store.ts';
import type { BuyerAccount } from './accounts.ts';
import { authorOf } from './buyers.ts';
import {
  creativeKey,
  LIBRARY_CREATIVE,
  type LibraryCreative,
  type LibraryCreativeDefinition,
  type LibraryCreativeState,
} from './creatives.ts';
import { type AdcpError, attempt, fail, Refused, refuse } from './errors.ts';
import { formatOfCreative, readAd } from './read-creative.ts';
import type { BuyerCall } from './tool.ts';
import { type BuyerWebhook, follow } from './webhooks.ts';

const NAME_LENGTH_MAX = 255;
const TAGS_MAX = 50;
const TAG_LENGTH_MAX = 100;

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
  name: Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX }),
  assets: Type.Object({}),
  tags: Type.Optional(
    Type.Array(Type.String({ maxLength: TAG_LENGTH_MAX }), { maxItems: TAGS_MAX }),
  ),
  // Of the package that it is sent with.
  weight: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  // A buyer may put a creative away and take it out again. All other states are the reviewers'.
  status: Type.Optional(
    Type.Enum(['approved', 'archived'], { expects: '"archived", or "approved" to bring it back' }),
  ),
});

export type SentCreative = DeepReadonly<Static<typeof SentCreativeSchema>>;

/** What a sync did with a creative. */
export type KeptCreative =
  | {
      readonly action: 'created' | 'updated' | 'unchanged';
      readonly creative: LibraryCreative;
      /** Names of fields, of one that was updated. */
      readonly changes: readonly string[];
      readonly warnings: readonly string[];
    }
  | { readonly action: 'failed'; readonly errors: readonly [AdcpError, ...AdcpError[]] };

/** Keeps a creative in the library of an account. `path` is where the buyer wrote it, and `notify` where it is told of reviews. */
export async function keepCreative(
  call: BuyerCall,
  account: BuyerAccount,
  { sent, path, notify }: Sent,
): Promise<KeptCreative> {
  const { query } = call;
  const read = attempt(() => readDefinition(call, account, { sent, path }));
  if (read instanceof Refused) return { action: 'failed', errors: read.errors };
  const before = await findRecord(
    query,
    LIBRARY_CREATIVE,
    creativeKey(account.id, sent.creative_id),
  );
  const isFull = async () =>
    (await countOwned(query, LIBRARY_CREATIVE, [account.id])) >= LIBRARY_CREATIVE.countMax;
  if (before === undefined && (await isFull())) return { action: 'failed', errors: [full(path)] };
  const told = notify ?? before?.definition.notify;
  const definition = { ...read.definition, ...(told && { notify: told }) };
  const state = sent.status === 'archived' ? 'archived' : 'kept';
  const changes = before === undefined ? [] : changesOf(before, definition, state);
  const isSame = changes.length === 0 && isDeepStrictEqual(before?.definition, definition);
  const creative =
    before !== undefined && isSame ? before : await writeCreative(call, account, definition, state);
  const changed = changes.length > 0 ? 'updated' : 'unchanged';
  const action = before === undefined ? 'created' : changed;
  return { action, creative, changes, warnings: read.warnings };
}

type Sent = {
  readonly sent: SentCreative;
  readonly path: string;
  /** undefined: as before. */
  readonly notify?: BuyerWebhook | undefined;
};

function readDefinition(
  { sources }: BuyerCall,
  account: BuyerAccount,
  { sent: creative, path }: Sent,
) {
  const { creative_id: id, name } = creative;
  const sent = Object.fromEntries(
    Object.entries(creative).filter(([field]) => !NOT_CONTENT.includes(field)),
  );
  const bytes = Buffer.byteLength(JSON.stringify(sent));
  if (bytes > CREATIVE_BYTES_MAX) {
    refuse.invalid(path, `expected at most ${CREATIVE_BYTES_MAX} bytes, but got ${bytes}`);
  }
  const ad = attempt(() =>
    readAd(creative, formatOfCreative(creative, sources.formats(), path), path),
  );
  if (!(ad instanceof Refused)) return { definition: { id, name, sent, ad }, warnings: [] };
  if (!account.definition.isSandbox) throw ad;
  const warning = `kept in the sandbox, where nothing serves: ${ad.message}`;
  return { definition: { id, name, sent }, warnings: [warning] };
}

/** Its state is the library's, and the others are of the package that it is sent with. */
const NOT_CONTENT: readonly string[] = ['status', 'weight', 'placement_ids', 'placement_refs'];

function changesOf(
  before: LibraryCreative,
  next: LibraryCreativeDefinition,
  state: LibraryCreativeState,
): readonly string[] {
  const { sent, ad } = before.definition;
  const names = new Set([...Object.keys(sent), ...Object.keys(next.sent)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(sent[name], next.sent[name]));
  // The same creative may be read otherwise after a change of the config.
  if (changed.length === 0 && !isDeepStrictEqual(ad, next.ad)) changed.push('assets');
  return before.state === state ? changed : [...changed, 'status'];
}

const full = (path: string) =>
  fail.invalid(path, `expected at most ${LIBRARY_CREATIVE.countMax} creatives in a library`, {
    suggestion: 'Change creatives that are there, by their creative_id.',
  });

/** `archived`: it is put away. It stays in the library, and no package shows it. */
export async function writeCreative(
  { query, buyer, nowMs }: BuyerCall,
  account: BuyerAccount,
  definition: LibraryCreativeDefinition,
  state: LibraryCreativeState,
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
