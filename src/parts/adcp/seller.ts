import { createMinuteCounts, endMsOf } from '../../lib/minute-counts.ts';
import { preview } from '../../lib/preview.ts';
import { findFault, isObject } from '../../lib/schema-fault.ts';
import type { Query } from '../../lib/sql/database.ts';
import { withoutNulls } from '../../lib/without-nulls.ts';
import type { Buyer } from './buyers.ts';
import { createMediaBuy, updateMediaBuy } from './change-buy.ts';
import { fail, Refused, refuse, refuseIf, refuseWith, UNREACHABLE } from './errors.ts';
import { providePerformanceFeedback } from './feedback.ts';
import { getAdcpCapabilities } from './get-capabilities.ts';
import { getMediaBuyDelivery } from './get-delivery.ts';
import { getProducts } from './get-products.ts';
import { getMediaBuys } from './list-buys.ts';
import { listCreativeFormats, listCreatives } from './list-creatives.ts';
import { type Answered, makeChange } from './make-change.ts';
import { listAccounts, syncAccounts } from './sync-accounts.ts';
import { syncCreatives } from './sync-creatives.ts';
import type { SellerSources, Tool, ToolCall } from './tool.ts';
import { VERSIONS, versionOf } from './versions.ts';
import { WRITERS } from './wire/writer.ts';

/** Buyers whose calls are counted: more than an exchange has. */
const BUYERS_COUNTED_MAX = 10_000;

/** In characters: twice the longest of the protocol. */
const PATH_LENGTH_MAX = 300;

/** Counts the calls of a buyer on this machine, and refuses those that are too many in this minute. */
function createCallLimit(nowMs: () => number) {
  const countOf = createMinuteCounts(nowMs, BUYERS_COUNTED_MAX);
  return (buyer: Pick<Buyer, 'id' | 'callsPerMinute'> | undefined): void => {
    if (buyer === undefined) return;
    const counted = countOf(buyer.id);
    if (counted.count <= buyer.callsPerMinute) return;
    refuse.rateLimited(Math.ceil((endMsOf(counted) - nowMs()) / 1000));
  };
}

/**
 * A NUL or half of a surrogate pair, as JSON escapes them. Postgres has no NUL in a text, and of half a pair UTF-8 makes
 * another character: two ids would be one.
 */
const UNKEPT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

const UNREAD = fail.malformed(
  'arguments',
  'expected no NUL and no half of a surrogate pair in any text or name',
);

/** As an error shows it: names of fields are the buyer's to make up. */
function shownPath(path: string): string {
  return path.length > PATH_LENGTH_MAX ? `${path.slice(0, PATH_LENGTH_MAX).toWellFormed()}…` : path;
}

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

/** What a call came to, as it is sent. */
export type SentAnswer = {
  readonly isError: boolean;
  readonly body: Readonly<Record<string, unknown>>;
};

/** The tools of the protocol, by name: a thin translation to and from the store and the ledger. */
export function createSeller(sources: SellerSources) {
  const tools = new Map(TOOLS.map((one) => [one.name, one]));
  const limitOf = createCallLimit(sources.nowMs);
  return {
    tools: TOOLS,
    /** undefined: there is no such tool. */
    async call(
      name: string,
      args: Readonly<Record<string, unknown>>,
      buyer: Buyer | undefined,
    ): Promise<SentAnswer | undefined> {
      const tool = tools.get(name);
      if (tool === undefined) return undefined;
      const asked = versionOf(args);
      const isSpoken = typeof asked === 'string';
      const version = isSpoken ? asked : VERSIONS[0];
      const write = WRITERS[version];
      const unread = UNKEPT.test(JSON.stringify(args)) ? UNREAD : undefined;
      const echoed =
        unread === undefined && isObject(args.context) ? { context: args.context } : {};
      try {
        limitOf(buyer);
        refuseIf(unread ?? (isSpoken ? undefined : asked));
        const nowMs = sources.nowMs();
        const call = { buyer, version, write, nowMs, sources, changes: CHANGES };
        const { answer, isReplay } = await carryOut(tool, args, call);
        const replayed = isReplay ? { replayed: true } : {};
        return { isError: false, body: { ...write.completed(answer), ...replayed, ...echoed } };
      } catch (error) {
        const { errors } =
          error instanceof Refused ? error : unforeseen(sources, error, name, args);
        return { isError: true, body: { ...write.failed(errors), ...echoed } };
      }
    },
  };
}

async function carryOut(
  { input, isOpen, isChange, run }: Tool,
  args: Readonly<Record<string, unknown>>,
  call: ToolCall,
): Promise<Answered> {
  const { buyer, sources } = call;
  if (!isOpen && buyer === undefined) refuse.authRequired(NO_TOKEN);
  const given = withoutNulls(input, args);
  const fault = findFault(input, given);
  if (fault !== undefined) refuse.malformed(shownPath(fault.path), fault.reason);
  // The schema has passed, and the buyer is known where the tool needs it.
  const runIn = async (query?: Query): Promise<object> =>
    run(given as never, { ...call, query } as never);
  if (buyer === undefined || isOpen) return { answer: await runIn(), isReplay: false };
  const database = sources.database() ?? refuseWith(UNREACHABLE);
  return isChange
    ? makeChange({ ...call, buyer }, given as never, database, runIn)
    : { answer: await runIn(database.query), isReplay: false };
}

function unforeseen(
  { log }: Pick<SellerSources, 'log'>,
  error: unknown,
  tool: string,
  args: object,
): Refused {
  log.error({ err: error, tool, args: preview(args) }, 'a call of an AI buyer failed');
  return new Refused([UNREACHABLE]);
}

export const NO_TOKEN =
  'expected Authorization: Bearer <token>, with the token that the operator gave you';
