import Type, { type Static } from 'typebox';
import { createMinuteCounts, endMsOf } from '../../lib/minute-counts.ts';
import { preview } from '../../lib/preview.ts';
import { findFault, isBranch, isObject, memberPath } from '../../lib/schema-fault.ts';
import { withoutNulls } from '../../lib/without-nulls.ts';
import { sellerIdentity } from './brand.ts';
import type { Buyer } from './buyers.ts';
import { UNREACHABLE } from './change-once.ts';
import { createMediaBuy } from './create-buy.ts';
import { type AdcpError, fail, Refused, refuse, refuseIf } from './errors.ts';
import { providePerformanceFeedback } from './feedback.ts';
import { OPAQUE } from './fields.ts';
import { getMediaBuyDelivery } from './get-delivery.ts';
import { getProducts } from './get-products.ts';
import { getMediaBuys } from './list-buys.ts';
import { listCreativeFormats, listCreatives } from './list-creatives.ts';
import { createPublisherDomains } from './products.ts';
import { requestSigningOf } from './signatures.ts';
import { listAccounts, syncAccounts } from './sync-accounts.ts';
import { syncCreatives } from './sync-creatives.ts';
import { done, type SellerSources, type Tool, type ToolAnswer, type ToolCall } from './tool.ts';
import { updateMediaBuy } from './update-buy.ts';
import { VERSIONS, versionOf } from './versions.ts';
import { WRITERS } from './wire/writers.ts';

/** Buyers whose calls are counted: more than an exchange has. */
const BUYERS_COUNTED_MAX = 10_000;

/** Levels of nesting of arguments. The deepest of the protocol have about fifteen. */
const ARGUMENT_LEVELS_MAX = 40;

/** JSON values of arguments: those of a thousand accounts with all that can be said of them. */
const ARGUMENT_VALUES_MAX = 50_000;

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

/** An object or a list of the arguments, and where it stands. */
type ArgumentBranch = {
  readonly value: object;
  readonly name: string;
  readonly inside: ArgumentBranch | undefined;
};

/**
 * Why arguments cannot be read: they are too deep or too many to be walked, or have a text that no database keeps as it
 * is. Without recursion: the stack is not theirs to fill.
 */
function argumentsFault(args: object): AdcpError | undefined {
  let level: readonly ArgumentBranch[] = [{ value: args, name: '', inside: undefined }];
  let values = 0;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > ARGUMENT_LEVELS_MAX) {
      return fail.malformed('', `expected arguments of at most ${ARGUMENT_LEVELS_MAX} levels`);
    }
    const inside: ArgumentBranch[] = [];
    for (const branch of level) {
      for (const [name, value] of Object.entries(branch.value)) {
        if (++values > ARGUMENT_VALUES_MAX) {
          return fail.malformed(
            '',
            `expected arguments of at most ${ARGUMENT_VALUES_MAX} JSON values`,
          );
        }
        if (!isKeepable(name)) return textFault(pathOf(branch), 'its names');
        if (typeof value === 'string' && !isKeepable(value)) {
          return textFault(pathOf({ value: args, name, inside: branch }));
        }
        if (isBranch(value)) inside.push({ value, name, inside: branch });
      }
    }
    level = inside;
  }
  return undefined;
}

/** Postgres has no NUL in a text, and of half a surrogate pair UTF-8 makes another character: two ids would be one. */
const isKeepable = (text: string) => !text.includes('\0') && text.isWellFormed();

function textFault(path: string, where = 'it'): AdcpError {
  return fail.malformed(
    path === '' ? 'arguments' : path,
    `expected no NUL and no half of a surrogate pair in ${where}`,
  );
}

function pathOf({ name, inside }: ArgumentBranch): string {
  if (inside === undefined) return '';
  return shownPath(memberPath(pathOf(inside), name, inside.value));
}

/** As an error shows it: names of fields are the buyer's to make up. */
function shownPath(path: string): string {
  return path.length > PATH_LENGTH_MAX ? `${path.slice(0, PATH_LENGTH_MAX).toWellFormed()}…` : path;
}

/** All tools of the seller. */
function sellerTools(sources: SellerSources): readonly Tool[] {
  return [
    getAdcpCapabilities(sources, requestSigningOf),
    listAccounts(sources),
    syncAccounts(sources),
    getProducts(sources),
    createMediaBuy(sources),
    updateMediaBuy(sources),
    getMediaBuys(sources),
    getMediaBuyDelivery(sources),
    providePerformanceFeedback(sources),
    syncCreatives(sources),
    listCreatives(sources),
    listCreativeFormats(sources),
  ];
}

const PROTOCOLS_MAX = 20;

const Arguments = Type.Object({
  ...OPAQUE,
  protocols: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: PROTOCOLS_MAX }),
  ),
});

type CapabilityArgs = Readonly<Static<typeof Arguments>>;

function getAdcpCapabilities(
  sources: SellerSources,
  requestSigning: (buyer: Buyer | undefined) => object | undefined,
): Tool {
  const domains = createPublisherDomains(sources);
  return {
    name: 'get_adcp_capabilities',
    description: 'What this seller supports: versions, protocols, targeting and accounts.',
    schema: Arguments,
    openTo: 'all',
    async run({ protocols }: CapabilityArgs, { buyer, write }: ToolCall) {
      const all = sources.products();
      const models = new Set(all.flatMap(({ options }) => options.map(({ model }) => model)));
      const { media_buy, ...rest } = write.capabilities({
        models: [...models],
        publisherDomains: domains.declared(all.flatMap(({ publishers }) => publishers)),
        channels: [...new Set(all.flatMap(({ channels }) => channels))],
        requestSigning: requestSigning(buyer),
        identity: sellerIdentity(sources.publicUrl()),
      });
      const isAsked = protocols === undefined || protocols.includes('media_buy');
      return done({ ...rest, ...(isAsked && { media_buy }) });
    },
  };
}

export type Seller = ReturnType<typeof createSeller>;

/** What a call came to, as it is sent. */
export type SentAnswer = {
  readonly isError: boolean;
  readonly body: Readonly<Record<string, unknown>>;
};

/** The tools of the protocol, by name: a thin translation to and from the store and the ledger. */
export function createSeller(sources: SellerSources) {
  const tools = new Map(sellerTools(sources).map((tool) => [tool.name, tool]));
  const limitOf = createCallLimit(sources.nowMs);
  return {
    tools: (): readonly Tool[] => [...tools.values()],
    /** undefined: there is no such tool. What the exchange asks for a buyer is not of the calls that this may make. */
    async call(
      name: string,
      args: Readonly<Record<string, unknown>>,
      buyer: Buyer | undefined,
      by: 'buyer' | 'exchange' = 'buyer',
    ): Promise<SentAnswer | undefined> {
      const tool = tools.get(name);
      if (tool === undefined) return undefined;
      const asked = versionOf(args);
      const isSpoken = typeof asked === 'string';
      const version = isSpoken ? asked : VERSIONS[0];
      const write = WRITERS[version];
      const unread = argumentsFault(args);
      const echoed =
        unread === undefined && isObject(args.context) ? { context: args.context } : {};
      try {
        if (by !== 'exchange') limitOf(buyer);
        refuseIf(unread ?? (isSpoken ? undefined : asked));
        const call = { buyer, version, write, nowMs: sources.nowMs() };
        const { body, isReplay } = await carryOut(tool, args, call);
        const replayed = isReplay === true ? { replayed: true } : {};
        return { isError: false, body: { ...write.completed(body), ...replayed, ...echoed } };
      } catch (error) {
        const { errors } =
          error instanceof Refused ? error : unforeseen(sources, error, name, args);
        return { isError: true, body: { ...write.failed(errors), ...echoed } };
      }
    },
  };
}

async function carryOut(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  call: Parameters<Tool['run']>[1],
): Promise<ToolAnswer> {
  const { buyer } = call;
  if (tool.openTo === 'buyers' && buyer === undefined) refuse.authRequired(NO_TOKEN);
  const given = withoutNulls(tool.schema, args);
  const fault = findFault(tool.schema, given);
  if (fault !== undefined) refuse.malformed(shownPath(fault.path), fault.reason);
  // The schema has passed, and the buyer is known where the tool needs it.
  return tool.run(given as never, call as never);
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
