import { eachOwned, findRecords } from '../../store/store.ts';
import { accountsOf, type BuyerAccount, findAccount, isOf } from './accounts.ts';
import {
  BUY_STATUSES,
  type BuyPackage,
  flightOf,
  isoOf,
  MEDIA_BUY,
  type MediaBuy,
  statusOf,
} from './buy.ts';
import { type GetBuysArgs, GetBuysSchema } from './buy-args.ts';
import { type Library, readLibrary, reviewOf, shownIn } from './creatives.ts';
import { noBuy, refuseFields } from './errors.ts';
import { pageOf } from './paging.ts';
import type { PackageStanding, SellerSources } from './seller-terms.ts';
import { type BuyerCall, tool } from './tool.ts';
import { type BuyView, cancellationOf, flightTimes } from './wire/buys.ts';

export type FoundBuy = BuyView;

type BuysAsked = Pick<GetBuysArgs, 'account' | 'media_buy_ids' | 'pagination'> & {
  readonly status_filter?: GetBuysArgs['status_filter'] | undefined;
};

/** The buys that a caller asks for: those with these ids, in their order, or a page of all that it has. */
export async function findBuys(
  list: string,
  { account: reference, media_buy_ids: ids, status_filter: filter, pagination: asked }: BuysAsked,
  { buyer, nowMs, query, sources }: Pick<BuyerCall, 'buyer' | 'nowMs' | 'query' | 'sources'>,
) {
  const account = reference && (await findAccount(query, buyer, reference));
  const own = account ? [account] : await accountsOf(query, sources, buyer.id);
  const reached = new Map(own.filter((one) => isOf(buyer, one)).map((one) => [one.id, one]));
  const wanted: readonly string[] = filter === undefined ? BUY_STATUSES : [filter].flat();
  const found = (buy: MediaBuy): FoundBuy | undefined => {
    const status = statusOf(buy, nowMs);
    const of = reached.get(buy.kept.account);
    return of && wanted.includes(status) ? { buy, account: of, status } : undefined;
  };
  if (ids !== undefined) {
    const stored = await findRecords(query, MEDIA_BUY, [...new Set(ids)]);
    const byId = new Map(
      stored.filter(({ kept }) => reached.has(kept.account)).map((buy) => [buy.id, buy]),
    );
    const named = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
    /** Where the other ids are. Not there and not yours are alike. */
    const missing = ids.flatMap((id, index) => (byId.has(id) ? [] : [index]));
    const items = named.flatMap((buy) => found(buy) ?? []);
    return { items, pagination: { has_more: false }, account, missing };
  }
  async function* all() {
    for await (const buy of eachOwned(query, MEDIA_BUY, [...reached.keys()])) {
      const one = found(buy);
      if (one !== undefined) yield one;
    }
  }
  const positionOf = ({ buy }: FoundBuy) => buy.createdRevision;
  const page = await pageOf({ list, asked, items: all(), positionOf });
  return { ...page, account, missing: [] };
}

/** States whose sentences name who has changed the campaign last. */
const BY_OPERATOR = ['paused', 'archived', 'draft'];

/**
 * Why a package delivers or does not. What the record of the buy says comes first: the buyer can do something about it. Then
 * what Delivery of the console says of the campaign, without naming people or publishers.
 */
async function deliveryOf(
  { buy: { definition }, account, status }: FoundBuy,
  line: BuyPackage,
  library: Library,
  { standingOf, nowMs }: Pick<SellerSources, 'standingOf' | 'nowMs'>,
): Promise<PackageStanding> {
  const { startMs, endMs } = flightOf(definition, line);
  const isShown = shownIn([line]).some((id) => library.get(id)?.state === 'kept');
  const reasons: readonly (readonly [isSo: boolean, state: string, sentence: string])[] = [
    [status === 'canceled' || line.canceled !== undefined, 'canceled', 'it is canceled'],
    [status === 'rejected', 'rejected', 'the operator has refused the media buy'],
    [endMs <= nowMs(), 'ended', `its flight has ended at ${isoOf(endMs)}`],
    [!isShown, 'no-creative', 'no creative of the library is assigned to it'],
    [account.definition.isSandbox, 'sandbox', 'nothing of the sandbox serves'],
    [account.state !== 'active', 'account', `the account is ${account.state}`],
    [definition.isPaused, 'paused', 'the media buy is paused'],
    [line.isPaused, 'paused', 'the package is paused'],
    [startMs > nowMs(), 'scheduled', `it starts at ${isoOf(startMs)}`],
  ];
  const [, state, sentence] = reasons.find(([isSo]) => isSo) ?? [];
  if (state !== undefined && sentence !== undefined) return { state, sentence };
  const found = await standingOf(line.id);
  if (found === undefined) {
    return { state: 'unknown', sentence: 'it is not known yet: ask again in a minute' };
  }
  return {
    state: found.state,
    sentence: BY_OPERATOR.includes(found.state)
      ? 'the operator has paused it'
      : found.sentence.replace(/blocked by .*: /, 'blocked by publishers of the product: '),
  };
}

const LIST = 'get_media_buys';

const REFUSED_FIELDS = {
  include_history:
    'the operator has the history: revision and updated_at say whether a buy has changed',
  indicator_types: 'ext.parley.delivery of each package says why it delivers or not',
};

export const getMediaBuys = tool(LIST, {
  description:
    'Your media buys with their packages: state, approvals of creatives, and why a package does not deliver.',
  input: GetBuysSchema,
  async run(args, call) {
    refuseFields(args, REFUSED_FIELDS);
    // Without ids, the protocol asks for what is running.
    const status_filter = args.status_filter ?? (args.media_buy_ids ? undefined : 'active');
    const { items, missing, pagination } = await findBuys(LIST, { ...args, status_filter }, call);
    const media_buys: object[] = [];
    for (const found of items) media_buys.push(await listedBuy(found, args, call));
    const errors = missing.map((at) => noBuy(`media_buy_ids[${at}]`));
    return { media_buys, pagination, ...(errors.length > 0 && { errors }) };
  },
});

async function listedBuy(
  found: FoundBuy,
  { include_snapshot: asksSnapshot }: Pick<GetBuysArgs, 'include_snapshot'>,
  { write, query, sources }: BuyerCall,
): Promise<object> {
  const { buy, account, status } = found;
  const { definition, createdMs, changedMs } = buy;
  const library = await readLibrary(query, account.id, shownIn(definition.packages));
  const packages: object[] = [];
  for (const line of definition.packages) {
    const approvals = approvalsOf(line, account, library, sources);
    const delivery = await deliveryOf(found, line, library, sources);
    // Why a package does not deliver has no field of its own, so it stands among those of this seller.
    const ext = typeof line.echoed.ext === 'object' ? line.echoed.ext : {};
    packages.push({
      ...write.package(definition, line),
      ...(approvals.length > 0 && { creative_approvals: approvals }),
      ...(asksSnapshot && { snapshot_unavailable_reason: 'SNAPSHOT_UNSUPPORTED' }),
      ext: { ...ext, parley: { delivery } },
    });
  }
  return {
    account: write.account(account),
    ...write.buy(found),
    status,
    ...(definition.echoed.context !== undefined && { context: definition.echoed.context }),
    ...flightTimes(definition),
    confirmed_at: isoOf(definition.confirmedMs),
    created_at: isoOf(createdMs),
    updated_at: isoOf(changedMs),
    ...cancellationOf(definition.canceled),
    ...(status === 'rejected' && { rejection_reason: definition.rejectedFor }),
    packages,
  };
}

/** Where each creative of a package is in review. */
const approvalsOf = (
  line: BuyPackage,
  { definition: { isSandbox } }: BuyerAccount,
  library: Library,
  sources: Pick<SellerSources, 'config' | 'campaignOf'>,
): readonly object[] =>
  shownIn([line]).map((id) => {
    const found = library.get(id)?.definition;
    const review = found && !isSandbox ? reviewOf(line.id, found, sources) : undefined;
    const state = review?.state ?? (found && isSandbox ? 'approved' : 'waiting');
    return {
      creative_id: id,
      approval_status: state === 'waiting' ? 'pending_review' : state,
      ...(review && review.reason !== '' && { rejection_reason: review.reason }),
    };
  });
