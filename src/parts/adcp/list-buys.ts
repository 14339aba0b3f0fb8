import type { Query } from '../../lib/sql/database.ts';
import { readHistory } from '../../store/history.ts';
import { findRecords, readOwned } from '../../store/store.ts';
import { accountsOf, type BuyerAccount, findAccount, isOf } from './accounts.ts';
import {
  BUY_STATUSES,
  type BuyPackage,
  type BuyStatus,
  type CreativeAssignment,
  flightOf,
  isoOf,
  MEDIA_BUY,
  type MediaBuy,
  type PackageStanding,
  readLibrary,
  statusOf,
} from './buy.ts';
import { type GetBuysArgs, GetBuysSchema } from './buy-args.ts';

import type { Library } from './creatives.ts';
import { fail, refuse } from './errors.ts';
import { reviewOf } from './library.ts';
import { pageOf } from './paging.ts';
import { type BuyerCall, type SellerSources, tool } from './tool.ts';
import { cancellationOf, flightTimes } from './wire/buys.ts';

export type FoundBuy = {
  readonly buy: MediaBuy;
  readonly account: BuyerAccount;
  readonly status: BuyStatus;
};

type BuysAsked = Pick<GetBuysArgs, 'account' | 'media_buy_ids' | 'pagination'> & {
  readonly status_filter?: GetBuysArgs['status_filter'] | undefined;
};

/** The buys that a caller asks for: those with these ids, in their order, or a page of all that it has. */
export async function findBuys(
  list: string,
  { account: reference, media_buy_ids: ids, status_filter: filter, pagination: asked }: BuysAsked,
  { buyer, nowMs, query, sources }: BuyerCall,
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
  if (ids === undefined) {
    const page = await pageOf({
      list,
      asked,
      read: (after, countMax) =>
        readOwned(query, MEDIA_BUY, [...reached.keys()], { after, countMax }),
      positionOf: ({ createdRevision }: MediaBuy) => createdRevision,
      shown: found,
    });
    return { ...page, account, missing: [] };
  }
  const unique = [...new Set(ids)];
  const stored = await findRecords(query, MEDIA_BUY, unique);
  const byId = new Map(
    stored.filter(({ kept }) => reached.has(kept.account)).map((buy) => [buy.id, buy]),
  );
  return {
    items: unique.flatMap((id) => byId.get(id) ?? []).flatMap((buy) => found(buy) ?? []),
    pagination: { has_more: false },
    account,
    /** Where the other ids are. Not there and not yours are alike. */
    missing: ids.flatMap((id, index) => (byId.has(id) ? [] : [index])),
  };
}

type DeliveredPackage = FoundBuy & { readonly line: BuyPackage; readonly library: Library };

/**
 * Why a package delivers or does not. What the record of the buy says comes first: the buyer can do something about it. Then
 * what Delivery of the console says of the campaign, without naming people or publishers.
 */
async function deliveryOf(
  { buy, account, line, status, library }: DeliveredPackage,
  { standingOf }: Pick<SellerSources, 'standingOf'>,
  nowMs: number,
): Promise<PackageStanding> {
  const { startMs, endMs } = flightOf(buy.definition, line);
  const isKept = ({ creativeId }: CreativeAssignment) => library.get(creativeId)?.state === 'kept';
  const reasons: readonly (readonly [isSo: boolean, state: string, sentence: string])[] = [
    [status === 'canceled' || line.canceled !== undefined, 'canceled', 'it is canceled'],
    [status === 'rejected', 'rejected', 'the operator has refused the media buy'],
    [endMs <= nowMs, 'ended', `its flight has ended at ${isoOf(endMs)}`],
    [!line.assignments.some(isKept), 'no-creative', 'no creative of the library is assigned to it'],
    [
      account.definition.isSandbox,
      'sandbox',
      'the account is of the sandbox, where nothing serves',
    ],
    [
      account.state !== 'active',
      'account',
      `the account is ${account.state}, so nothing of it serves`,
    ],
    [buy.definition.isPaused, 'paused', 'the media buy is paused'],
    [line.isPaused, 'paused', 'the package is paused'],
    [startMs > nowMs, 'scheduled', `it starts at ${isoOf(startMs)}`],
  ];
  const [, state, sentence] = reasons.find(([isSo]) => isSo) ?? [];
  if (state !== undefined && sentence !== undefined) return { state, sentence };
  const found = await standingOf(line.id);
  if (found === undefined) {
    const unknown = 'what becomes of it is not known yet: ask again in a minute';
    return { state: 'unknown', sentence: unknown };
  }
  return {
    state: found.state,
    sentence: BY_OPERATOR.includes(found.state)
      ? 'the operator has paused it'
      : found.sentence.replace(/blocked by .*: /, 'blocked by publishers of the product: '),
  };
}

/** States whose sentences name who has changed the campaign last. */
const BY_OPERATOR = ['paused', 'archived', 'draft'];

const LIST = 'get_media_buys';

export const getMediaBuys = tool(LIST, {
  description:
    'Your media buys with their packages: state, approvals of creatives, and why a package does not deliver.',
  input: GetBuysSchema,
  async run(args, call) {
    if (args.indicator_types != null) {
      refuse.unsupported('indicator_types', 'this seller has no indicators', {
        suggestion:
          'Leave it out: ext.parley.delivery of each package says why it delivers or not.',
      });
    }
    // Without ids, the protocol asks for what is running.
    const status_filter = args.status_filter ?? (args.media_buy_ids ? undefined : 'active');
    const { items, missing, pagination } = await findBuys(LIST, { ...args, status_filter }, call);
    const media_buys: object[] = [];
    for (const found of items) media_buys.push(await listedBuy(found, args, call));
    const errors = missing.map((at) => fail.mediaBuyNotFound(`media_buy_ids[${at}]`));
    return { media_buys, pagination, ...(errors.length > 0 && { errors }) };
  },
});

async function listedBuy(
  found: FoundBuy,
  args: GetBuysArgs,
  { nowMs, write, query, sources }: BuyerCall,
): Promise<object> {
  const { buy, account, status } = found;
  const library = await readLibrary(query, account.id, buy.definition.packages);
  const { definition, createdMs, changedMs } = buy;
  const packages: object[] = [];
  for (const line of definition.packages) {
    const approvals = approvalsOf(line, account, library, sources);
    const delivery = await deliveryOf({ ...found, line, library }, sources, nowMs);
    // Why a package does not deliver has no field of its own, so it stands among those of this seller.
    const ext = typeof line.echoed.ext === 'object' ? line.echoed.ext : {};
    packages.push({
      ...write.package(definition, line),
      ...(approvals.length > 0 && { creative_approvals: approvals }),
      ...(args.include_snapshot && { snapshot_unavailable_reason: 'SNAPSHOT_UNSUPPORTED' }),
      ext: { ...ext, parley: { delivery } },
    });
  }
  return {
    account: write.account(account),
    ...write.buy({ buy, account, status }),
    status,
    ...(definition.echoed.context !== undefined && { context: definition.echoed.context }),
    ...flightTimes(definition),
    confirmed_at: isoOf(definition.confirmedMs),
    created_at: isoOf(createdMs),
    updated_at: isoOf(changedMs),
    ...cancellationOf(definition.canceled),
    ...(status === 'rejected' && { rejection_reason: definition.rejectedFor }),
    ...(await historyOf(query, buy, args.include_history ?? 0)),
    packages,
  };
}

/** Where each creative of a package is in review. */
function approvalsOf(
  line: BuyPackage,
  { definition }: BuyerAccount,
  library: Library,
  sources: Pick<SellerSources, 'config' | 'campaignOf'>,
): readonly object[] {
  return line.assignments.map((assignment) => {
    const { creativeId } = assignment;
    const found = library.get(creativeId)?.definition;
    const waiting = { state: 'waiting', reason: '' } as const;
    const { state, reason } = definition.isSandbox
      ? { ...waiting, ...(found && { state: 'approved' as const }) }
      : (reviewOf({ line, assignment }, found?.ad, sources) ?? waiting);
    return {
      creative_id: creativeId,
      approval_status: state === 'waiting' ? 'pending_review' : state,
      ...(reason !== '' && { rejection_reason: reason }),
    };
  });
}

const SUMMARY_LENGTH_MAX = 500;

/** The latest changes first, as far back as one page of the audit log goes. Whoever is not the buyer is the seller. */
async function historyOf(query: Query, buy: MediaBuy, countMax: number): Promise<object> {
  if (countMax === 0) return {};
  const entries = await readHistory(query, { of: { kind: MEDIA_BUY.name, id: buy.id } });
  const history = entries.slice(0, countMax).map((one) => {
    // What only the exchange reads is left out.
    const fields = one.changes
      .map(({ field }) => field.replace(/^definition\./, ''))
      .filter((field) => !field.includes('dayExposure'));
    return {
      revision: one.revision,
      timestamp: isoOf(one.atMs),
      actor: one.role === 'buyer' ? one.who : 'seller',
      action: one.action === 'create' ? 'created' : 'updated',
      summary: `changed: ${fields.join(', ')}`.slice(0, SUMMARY_LENGTH_MAX),
    };
  });
  return { history };
}
