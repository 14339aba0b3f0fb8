import type { Query } from '../../lib/sql/database.ts';
import { readHistory } from '../../store/history.ts';
import { type BuyerAccount, findAccount, isReachedBy, readAccount } from './accounts.ts';
import {
  BUY_TABLE,
  type BuyPackage,
  type BuyStatus,
  buyKey,
  flightOf,
  isoOf,
  type MediaBuy,
  type PackageStanding,
  readLibrary,
  statusOf,
} from './buy.ts';
import { type GetBuysArgs, GetBuysSchema } from './buy-args.ts';
import { UNREACHABLE } from './change-once.ts';
import type { Library } from './creatives.ts';
import { type AdcpError, fail, refuse, refuseWith } from './errors.ts';
import { reviewOf } from './library.ts';
import { pageOf, pageOfList } from './paging.ts';
import { partsOfKey } from './records.ts';
import { type BuyerCall, done, type SellerSources, type Tool, type ToolAnswer } from './tool.ts';
import type { BuyHistoryEntry, ListedBuyView, PackageApproval, PackageView } from './wire/buys.ts';

export type FoundBuy = {
  readonly buy: MediaBuy;
  readonly status: BuyStatus;
  /** undefined: it was never declared, which accounts of a sandbox need not be. */
  readonly account: BuyerAccount | undefined;
  /** The creatives that packages of the account show. */
  readonly library: Library;
  /** Whether it is of this buyer, and of an account that this buyer reaches. */
  readonly isReached: boolean;
};

/** The buys that a caller may see: of one account where it asks for one, or else of all its accounts. */
export function createBuyReach(
  query: Query,
  { buyer, nowMs }: Pick<BuyerCall, 'buyer' | 'nowMs'>,
  asked?: BuyerAccount,
) {
  const known = new Map<string, BuyerAccount | undefined>();
  if (asked !== undefined) known.set(asked.id, asked);

  async function accountOf(id: string): Promise<BuyerAccount | undefined> {
    if (!known.has(id)) known.set(id, await readAccount(query, id));
    return known.get(id);
  }

  /** One question for the creatives of an account, however many buys it has. */
  async function found(buys: readonly MediaBuy[]): Promise<readonly FoundBuy[]> {
    const all: FoundBuy[] = [];
    for (const [id, own] of Map.groupBy(buys, (buy) => buy.account)) {
      const account = await accountOf(id);
      const lines = own.flatMap(({ definition }) => definition.packages);
      const library = await readLibrary(query, id, lines);
      for (const buy of own) {
        const isReached = isReachedBy(buyer, buy, account);
        all.push({ buy, status: statusOf(buy, library, nowMs), account, library, isReached });
      }
    }
    return all.toSorted((one, other) => one.buy.createdRevision - other.buy.createdRevision);
  }

  return {
    /** Those with these ids, in their order, and where the others are. Not there and not yours are alike. */
    async named(ids: readonly string[]) {
      const keys = [...new Set(ids)].map(buyKey);
      const stored = await found(await BUY_TABLE.readAll(query, keys));
      const reached = new Map(
        stored
          .filter(({ buy, isReached }) => isReached && buy.state !== 'deleted')
          .filter(({ buy }) => asked === undefined || buy.account === asked.id)
          .map((one) => [one.buy.id, one]),
      );
      return {
        buys: [...new Set(ids)].flatMap((id) => reached.get(id) ?? []),
        missing: ids.flatMap((id, index) => (reached.has(id) ? [] : [index])),
      };
    },
    /** Reached or not, so that a page knows how far it is. */
    async after(after: number, countMax: number): Promise<readonly FoundBuy[]> {
      const owner = asked === undefined ? { buyer: buyer.id } : { account: asked.id };
      return found(await BUY_TABLE.readOf(query, owner, { after, countMax }));
    },
  };
}

type DeliveredPackage = {
  readonly buy: MediaBuy;
  readonly account: BuyerAccount;
  readonly line: BuyPackage;
  readonly status: BuyStatus;
  readonly library: Library;
  readonly nowMs: number;
};

const standing = (state: string, sentence: string): PackageStanding => ({ state, sentence });

/**
 * Why a package delivers or does not. What the record of the buy says comes first: the buyer can do something about it. Then
 * what Delivery of the console says of the campaign, without naming people or publishers.
 */
async function deliveryOf(
  delivered: DeliveredPackage,
  { standingOf }: Pick<SellerSources, 'standingOf'>,
): Promise<PackageStanding> {
  const own = ofRecord(delivered);
  if (own !== undefined) return own;
  const found = await standingOf(delivered.line.id);
  return found === undefined ? NOT_KNOWN : toBuyers(found);
}

function ofRecord({
  buy,
  account,
  line,
  status,
  library,
  nowMs,
}: DeliveredPackage): PackageStanding | undefined {
  const { startMs, endMs } = flightOf(buy.definition, line);
  if (status === 'canceled' || line.canceled !== undefined) {
    return standing('canceled', 'it is canceled');
  }
  if (status === 'rejected') return standing('rejected', 'the operator has refused the media buy');
  if (endMs <= nowMs) return standing('ended', `its flight has ended at ${isoOf(endMs)}`);
  const assigned = line.assignments.flatMap(({ creativeId }) => library.get(creativeId) ?? []);
  if (assigned.every(({ state }) => state !== 'kept')) {
    return standing('no-creative', 'no creative of the library is assigned to it');
  }
  if (account.definition.isSandbox) {
    return standing('sandbox', 'the account is of the sandbox, where nothing serves');
  }
  if (account.state !== 'active') {
    return standing('account', `the account is ${account.state}, so nothing of it serves`);
  }
  if (buy.definition.isPaused) return standing('paused', 'the media buy is paused');
  if (line.isPaused) return standing('paused', 'the package is paused');
  return startMs > nowMs ? standing('scheduled', `it starts at ${isoOf(startMs)}`) : undefined;
}

const NOT_KNOWN = standing('unknown', 'what becomes of it is not known yet: ask again in a minute');

/** States whose sentences name who has changed the campaign last. */
const BY_OPERATOR = ['paused', 'archived', 'draft'];

function toBuyers({ state, sentence }: PackageStanding): PackageStanding {
  if (BY_OPERATOR.includes(state)) return standing(state, 'the operator has paused it');
  const unnamed = sentence.replace(/blocked by .*: /, 'blocked by publishers of the product: ');
  return standing(state, unnamed);
}

const LIST = 'get_media_buys';

/** Media buys of a buyer, by ids or by status. */
async function listBuys(
  query: Query,
  sources: SellerSources,
  call: BuyerCall,
  args: GetBuysArgs,
): Promise<ToolAnswer> {
  if (args.indicator_types != null) {
    refuse.unsupported('indicator_types', 'this seller has no indicators', {
      suggestion: 'Leave it out: ext.parley.delivery of each package says why it delivers or not.',
    });
  }
  const account =
    args.account == null ? undefined : await findAccount(query, call.buyer, args.account);
  const reach = createBuyReach(query, call, account);
  const shown = (found: FoundBuy) => listedBuy(query, sources, call, { found, args });
  const { pagination: asked, media_buy_ids: ids } = args;
  if (ids != null) {
    const { buys, missing } = await reach.named(ids);
    const page = await pageOfList({ list: LIST, asked, items: buys, shown });
    const errors = missing.map((index) => fail.mediaBuyNotFound(`media_buy_ids[${index}]`));
    return done(bodyOf(page, errors));
  }
  const page = await pageOf({
    list: LIST,
    asked,
    read: reach.after,
    positionOf: ({ buy }: FoundBuy) => buy.createdRevision,
    shown,
  });
  return done(bodyOf(page, []));
}

type BuyPage = { readonly items: readonly object[]; readonly pagination: object };

function bodyOf({ items, pagination }: BuyPage, errors: readonly AdcpError[]) {
  return { media_buys: items, pagination, ...(errors.length > 0 && { errors }) };
}

type ListedBuy = { readonly found: FoundBuy; readonly args: GetBuysArgs };

/** undefined: it is not of this list. */
async function listedBuy(
  query: Query,
  sources: SellerSources,
  { nowMs, write }: BuyerCall,
  { found, args }: ListedBuy,
): Promise<object | undefined> {
  const { buy, account, library, status, isReached } = found;
  // An account that was never declared is listed where it is asked for.
  if (!isReached || account === undefined) return undefined;
  // Without ids, the protocol asks for what is running.
  const filter = args.status_filter ?? (args.media_buy_ids == null ? 'active' : undefined);
  if (filter !== undefined && ![filter].flat().includes(status)) return undefined;
  const packages: PackageView[] = [];
  for (const line of buy.definition.packages) {
    const delivery = await deliveryOf({ buy, account, line, status, library, nowMs }, sources);
    const approvals = approvalsOf(line, account, library, sources);
    packages.push({ line, approvals, delivery });
  }
  const view: ListedBuyView = {
    buy,
    account,
    status,
    packages,
    history: await historyOf(query, buy, args.include_history ?? 0),
    isSnapshotAsked: args.include_snapshot === true,
  };
  return { account: write.account(account), ...write.listedBuy(view) };
}

/** Where each creative of a package is in review. */
function approvalsOf(
  line: BuyPackage,
  { definition }: BuyerAccount,
  library: Library,
  sources: Pick<SellerSources, 'config' | 'campaignOf'>,
): readonly PackageApproval[] {
  return line.assignments.map((assignment): PackageApproval => {
    const { creativeId } = assignment;
    const found = library.get(creativeId)?.definition;
    if (definition.isSandbox) {
      const given = found?.standing ?? {
        status: found ? 'approved' : 'pending_review',
        reason: '',
      };
      return { creativeId, status: reviewStatus(given.status), reason: given.reason };
    }
    const review = reviewOf({ line, assignment }, found?.ad, sources);
    const { state = 'waiting', reason = '' } = review ?? {};
    return { creativeId, status: reviewStatus(state), reason };
  });
}

function reviewStatus(state: string): PackageApproval['status'] {
  return state === 'approved' || state === 'rejected' ? state : 'pending_review';
}

const SUMMARY_LENGTH_MAX = 500;

/** The latest changes first, as far back as one page of the audit log goes. Whoever is not the buyer is the seller. */
async function historyOf(
  query: Query,
  buy: MediaBuy,
  countMax: number,
): Promise<readonly BuyHistoryEntry[] | undefined> {
  if (countMax === 0) return undefined;
  const entries = await readHistory(query, { of: partsOfKey(BUY_TABLE.keyOf(buy)) });
  return entries.slice(0, countMax).map(({ revision, atMs, who, role, action, changes }) => ({
    revision,
    atMs,
    actor: role === 'buyer' ? who : 'seller',
    action: action === 'create' ? 'created' : 'updated',
    summary: summaryOf(changes.map(({ field }) => field)),
  }));
}

/** The fields that have changed, without those that only the exchange reads. */
function summaryOf(fields: readonly string[]): string {
  const shown = fields.filter((field) => !field.includes('dayExposure'));
  const names = shown.map((field) => field.replace(/^definition\./, ''));
  return `changed: ${names.join(', ')}`.slice(0, SUMMARY_LENGTH_MAX);
}

export function getMediaBuys(sources: SellerSources): Tool {
  return {
    name: 'get_media_buys',
    description:
      'Your media buys with their packages: state, approvals of creatives, and why a package does not deliver.',
    schema: GetBuysSchema,
    openTo: 'buyers',
    async run(args: GetBuysArgs, call) {
      const database = sources.database() ?? refuseWith(UNREACHABLE);
      return listBuys(database.query, sources, call, args);
    },
  };
}
