import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { JsonObject } from '../../lib/schema-fault.ts';
import type { Query } from '../../lib/sql/database.ts';
import { authorOf } from './change-once.ts';
import {
  CREATIVE_TABLE,
  creativeKey,
  LIBRARY_CREATIVES_MAX,
  type LibraryCreative,
  type LibraryCreativeDefinition,
  type LibraryCreativeState,
} from './creatives.ts';
import { type AdcpError, attempt, fail, Refused, refuse } from './errors.ts';
import { type LibraryTerms, readCreative } from './library.ts';
import { formatOfCreative, readAd } from './read-creative.ts';
import { follow } from './webhooks.ts';

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

/** Keeps a creative in the library of an account, in the transaction of the caller. `path` is where the buyer wrote it. */
export async function keepCreative(
  query: Query,
  terms: LibraryTerms,
  sent: SentCreative,
  path: string,
): Promise<KeptCreative> {
  const read = attempt(() => readDefinition(terms, sent, path));
  if (read instanceof Refused) return { action: 'failed', errors: read.errors };
  const current = await readCreative(query, terms.account.id, sent.creative_id);
  if (current === undefined) {
    const count = await CREATIVE_TABLE.countSome(query, { account: terms.account.id });
    if (count >= LIBRARY_CREATIVES_MAX) return { action: 'failed', errors: [full(path)] };
  }
  const definition = {
    ...read.definition,
    ...keptNotify(current, terms),
  };
  const state: LibraryCreativeState = sent.status === 'archived' ? 'archived' : 'kept';
  const changes = current === undefined ? [] : changesOf(current, definition, state);
  const warnings = read.warning === undefined ? [] : [read.warning];
  if (current !== undefined && changes.length === 0) {
    const creative = await toldOf(query, terms, current);
    return { action: 'unchanged', creative, changes, warnings };
  }
  const creative = await writeCreative(query, terms, sent.creative_id, { definition, state });
  return { action: current === undefined ? 'created' : 'updated', creative, changes, warnings };
}

type ReadDefinition = { readonly definition: LibraryCreativeDefinition; readonly warning?: string };

function readDefinition(
  { account, formats }: LibraryTerms,
  creative: SentCreative,
  path: string,
): ReadDefinition {
  const { name } = creative;
  const sent = contentOf(creative);
  const bytes = Buffer.byteLength(JSON.stringify(sent));
  if (bytes > CREATIVE_BYTES_MAX) {
    refuse.invalid(path, `expected at most ${CREATIVE_BYTES_MAX} bytes, but got ${bytes}`);
  }
  const ad = attempt(() => readAd(creative, formatOfCreative(creative, formats, path), path));
  if (!(ad instanceof Refused)) return { definition: { name, sent, ad } };
  if (!account.definition.isSandbox) throw ad;
  const warning = `kept in the sandbox, where nothing serves: ${ad.message}`;
  return { definition: { name, sent }, warning };
}

/** What a creative has for the package that it is uploaded with is not of the library, and its state is not its content. */
function contentOf(creative: JsonObject): JsonObject {
  const { status: _status, weight: _weight, ...rest } = creative;
  const { placement_ids: _ids, placement_refs: _refs, ...content } = rest;
  return content;
}

function keptNotify(
  current: LibraryCreative | undefined,
  terms: LibraryTerms,
): Pick<LibraryCreativeDefinition, 'notify'> {
  const notify = terms.notify ?? current?.definition.notify;
  return notify === undefined ? {} : { notify };
}

/** The same creative, with the webhook of this call. */
async function toldOf(
  query: Query,
  terms: LibraryTerms,
  current: LibraryCreative,
): Promise<LibraryCreative> {
  const { id, definition, state } = current;
  const isSame = isDeepStrictEqual(keptNotify(current, terms).notify, definition.notify);
  if (isSame) return current;
  const next = { ...definition, ...keptNotify(current, terms) };
  return writeCreative(query, terms, id, { definition: next, state });
}

function changesOf(
  current: LibraryCreative,
  next: LibraryCreativeDefinition,
  state: LibraryCreativeState,
): readonly string[] {
  const before = current.definition.sent;
  const names = new Set([...Object.keys(before), ...Object.keys(next.sent)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], next.sent[name]));
  // The same creative may be read otherwise after a change of the config.
  const isReadAnew = changed.length === 0 && !isDeepStrictEqual(current.definition.ad, next.ad);
  return [
    ...changed,
    ...(isReadAnew ? ['assets'] : []),
    ...(current.state === state ? [] : ['status']),
  ];
}

const full = (path: string) =>
  fail.invalid(path, `expected at most ${LIBRARY_CREATIVES_MAX} creatives in a library`, {
    suggestion: 'Change creatives that are there, by their creative_id.',
  });

type NextCreative = {
  readonly definition: LibraryCreativeDefinition;
  readonly state: LibraryCreativeState;
};

async function writeCreative(
  query: Query,
  { buyer, account, nowMs }: LibraryTerms,
  id: string,
  next: NextCreative,
): Promise<LibraryCreative> {
  const record = { id, buyer: buyer.id, account: account.id, ...next };
  const action = next.state === 'archived' ? 'archive' : 'change';
  const stored = await CREATIVE_TABLE.change(query, record, {
    action,
    author: authorOf(buyer),
    nowMs,
  });
  await follow(query, creativeKey(account.id, id), stored);
  return stored;
}

/** Puts a creative away: it stays, and no package shows it. */
export function archiveCreative(
  query: Query,
  terms: LibraryTerms,
  { id, definition }: LibraryCreative,
): Promise<LibraryCreative> {
  return writeCreative(query, terms, id, { definition, state: 'archived' });
}
