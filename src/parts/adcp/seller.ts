import { BUYER_CALLS_PER_MINUTE } from '../../demand/buyer-schema.ts';
import { createMinuteCounts, endMsOf } from '../../lib/minute-counts.ts';
import { preview } from '../../lib/preview.ts';
import { Refusal } from '../../lib/refusal.ts';
import { findFault, isObject } from '../../lib/schema-fault.ts';
import type { Database, Query } from '../../lib/sql/database.ts';
import { withoutNulls } from '../../lib/without-nulls.ts';
import { nextRevision } from '../../store/history.ts';
import { callOf, once } from '../../store/once.ts';
import { accountScope } from './accounts.ts';
import { getAdcpCapabilities } from './capabilities.ts';
import { createMediaBuy, updateMediaBuy } from './change-buy.ts';
import {
  authRequired,
  errorOf,
  fail,
  Refused,
  rateLimited,
  refuse,
  refuseIf,
  refuseWith,
  UNREACHABLE,
} from './errors.ts';
import { providePerformanceFeedback } from './feedback.ts';
import type { AccountReferenceArgs } from './fields.ts';
import { getMediaBuyDelivery } from './get-delivery.ts';
import { getProducts } from './get-products.ts';
import { getMediaBuys } from './list-buys.ts';
import { listCreativeFormats, listCreatives } from './list-creatives.ts';
import type { Buyer, SellerSources } from './seller-terms.ts';
import { listAccounts, syncAccounts } from './sync-accounts.ts';
import { syncCreatives } from './sync-creatives.ts';
import type { BuyerCall, Tool, ToolCall } from './tool.ts';
import { VERSIONS, versionOf } from './versions.ts';
import { WRITERS } from './wire/writer.ts';

/** All tools of the seller. */
const TOOLS: readonly Tool[] = [
  getAdcpCapabilities,
  listAccounts,
  syncAccounts,
  getProducts,
  createMediaBuy,
  updateMediaBuy,
  getMediaBuys,
  getMediaBuyDelivery,
  providePerformanceFeedback,
  syncCreatives,
  listCreatives,
  listCreativeFormats,
];

const CHANGES = TOOLS.filter((one) => one.isChange).map(({ name }) => name);

export type Seller = ReturnType<typeof createSeller>;

type Arguments = Readonly<Record<string, unknown>>;

/** What a call came to, as it is sent. */
export type SentAnswer = { readonly isError: boolean; readonly body: Arguments };

/** The tools of the protocol, by name: a thin translation to and from the store and the ledger. */
export function createSeller(sources: SellerSources) {
  const limit = createCallLimit(sources.nowMs);
  return {
    tools: TOOLS,
    /** undefined: there is no such tool. */
    async call(
      name: string,
      args: Arguments,
      buyer: Buyer | undefined,
    ): Promise<SentAnswer | undefined> {
      const tool = TOOLS.find((one) => one.name === name);
      if (tool === undefined) return undefined;
      const asked = versionOf(args);
      const isSpoken = typeof asked === 'string';
      const version = isSpoken ? asked : VERSIONS[0];
      const write = WRITERS[version];
      const unkept = UNKEPT.test(JSON.stringify(args)) ? NOT_KEPT : undefined;
      const echoed = !unkept && isObject(args.context) ? { context: args.context } : {};
      try {
        limit(buyer);
        refuseIf(unkept ?? (isSpoken ? undefined : asked));
        const call = { buyer, version, write, nowMs: sources.nowMs(), sources, changes: CHANGES };
        const { answer, isReplay } = await carryOut(tool, args, call);
        const replayed = isReplay ? { replayed: true } : {};
        return { isError: false, body: { ...write.completed(answer), ...replayed, ...echoed } };
      } catch (error) {
        const isRefused = error instanceof Refused;
        if (!isRefused) {
          const facts = { err: error, tool: name, args: preview(args) };
          sources.log.error(facts, 'a call of an AI buyer failed');
        }
        const errors = isRefused ? error.errors : ([UNREACHABLE] as const);
        return { isError: true, body: { ...write.failed(errors), ...echoed } };
      }
    },
  };
}

/** Buyers whose calls are counted: more than an exchange has. */
const BUYERS_COUNTED_MAX = 10_000;

/** Counts the calls of a buyer on this machine, and refuses those that are too many in this minute. */
function createCallLimit(nowMs: () => number) {
  const countOf = createMinuteCounts(nowMs, BUYERS_COUNTED_MAX);
  return (buyer: Pick<Buyer, 'id' | 'callsPerMinute'> | undefined): void => {
    if (buyer === undefined) return;
    const counted = countOf(buyer.id);
    if (counted.count <= (buyer.callsPerMinute ?? BUYER_CALLS_PER_MINUTE)) return;
    refuseWith(rateLimited(Math.ceil((endMsOf(counted) - nowMs()) / 1000)));
  };
}

/**
 * A NUL or half of a surrogate pair, as JSON escapes them. Postgres has no NUL in a text, and of half a pair UTF-8 makes
 * another character: two ids would be one.
 */
const UNKEPT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

const NOT_KEPT = fail.malformed(
  'arguments',
  'expected no NUL and no half of a surrogate pair in any text or name',
);

/** In characters: twice the longest of the protocol. Names of fields are the buyer's to make up. */
const PATH_LENGTH_MAX = 300;

type Answered = { readonly answer: object; readonly isReplay: boolean };

async function carryOut(
  { input, isOpen, isChange, run }: Tool,
  args: Arguments,
  call: ToolCall,
): Promise<Answered> {
  const { buyer, sources } = call;
  if (!isOpen && buyer === undefined) refuseWith(authRequired(NO_TOKEN));
  const given = withoutNulls(input, args);
  const fault = findFault(input, given);
  if (fault !== undefined) {
    refuse.malformed(fault.path.slice(0, PATH_LENGTH_MAX).toWellFormed(), fault.reason);
  }
  // The schema has passed, and the buyer is known where the tool needs it.
  const runIn = async (query?: Query): Promise<object> =>
    run(given as never, { ...call, query } as never);
  if (buyer === undefined || isOpen) return { answer: await runIn(), isReplay: false };
  const database = sources.database() ?? refuseWith(UNREACHABLE);
  return isChange
    ? makeChange({ ...call, buyer }, given as never, database, runIn)
    : { answer: await runIn(database.query), isReplay: false };
}

export const NO_TOKEN =
  'expected Authorization: Bearer <token>, with the token that the operator gave you';

/** What tools that change something have in common. */
type ChangeArgs = {
  readonly idempotency_key: string;
  readonly account?: AccountReferenceArgs;
  readonly dry_run?: boolean;
  readonly context?: unknown;
  readonly governance_context?: unknown;
  readonly push_notification_config?: unknown;
};

/**
 * Makes the change of a call in one transaction, once for each buyer, account and key, then brings it to the workers. With
 * `dry_run`, nothing of it stays and its key is not used up.
 */
async function makeChange(
  { buyer, nowMs, sources }: Pick<BuyerCall, 'buyer' | 'nowMs' | 'sources'>,
  args: ChangeArgs,
  { transaction }: Pick<Database, 'transaction'>,
  make: (query: Query) => Promise<object>,
): Promise<Answered> {
  if (args.dry_run === true) return rehearse(transaction, make);
  const account = args.account === undefined ? '' : accountScope(buyer, args.account);
  const key = `adcp/${buyer.id}/${account}/${args.idempotency_key}`;
  const made = await transaction(async (query) => {
    // Waits for other writers, so that two calls with one key come one after the other.
    await nextRevision(query);
    return once(query, callOf({ key, body: comparedBody(args) }), nowMs, () => make(query));
  });
  if (made instanceof Refusal) return refuseWith(errorOf(made));
  if (made.isReplay) return made;
  await sources.refresh().catch((err) => {
    // Workers that could not be told are told within a second.
    sources.log.warn({ err }, 'a change of an AI buyer is stored and not served yet');
  });
  return made;
}

/** What a change would come to. */
async function rehearse(
  transaction: Database['transaction'],
  make: (query: Query) => Promise<object>,
): Promise<Answered> {
  const takenBack = new Error('taken back');
  let answer: object = {};
  await transaction(async (query) => {
    answer = await make(query);
    throw takenBack;
  }).catch((error) => {
    if (error !== takenBack) throw error;
  });
  return { answer, isReplay: false };
}

/**
 * What a call is compared by. A caller that repeats it may trace it otherwise, and may have new credentials meanwhile: the
 * protocol leaves out these and nothing else.
 */
function comparedBody({
  idempotency_key: _key,
  context: _context,
  governance_context: _token,
  push_notification_config: told,
  ...args
}: ChangeArgs): string {
  const { authentication } = isObject(told) ? told : {};
  const { credentials: _, ...scheme } = isObject(authentication) ? authentication : {};
  const compared = { ...args, told: isObject(told) ? { ...told, authentication: scheme } : told };
  return JSON.stringify(compared, inOrder);
}

/** An object with its names in one order, whatever order they came in. */
const inOrder = (_name: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
