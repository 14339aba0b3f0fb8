import type { Query } from '../../ledger/database.ts';
import { readAudit } from '../../store/read-audit.ts';
import { storeKey } from '../../store/stored-campaign.ts';
import { findAccount, isOf, readAccount } from '../accounts.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import { pageOf, pageOfList } from '../paging.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import { BUY_TABLE, type BuyPackage, type MediaBuy } from '../records/buy-record.ts';
import { type BuyerCall, done, failed, type SellerSources, type ToolAnswer } from '../tool.ts';
import type { GetBuysArgs } from './buy-schemas.ts';
import type { BuyHistoryEntry, CreativeApproval, ListedBuyView, PackageView } from './buy-view.ts';
import type { Library } from './campaign-of-package.ts';
import { deliveryOf } from './delivery-words.ts';
import { readLibrary } from './library.ts';
import { statusOf } from './status.ts';
import { buyKey } from './write-buy.ts';

const LIST = 'get_media_buys';

/** Media buys of a buyer, by ids or by status. */
export async function listBuys(
  query: Query,
  sources: SellerSources,
  call: BuyerCall,
  args: GetBuysArgs,
): Promise<ToolAnswer> {
  if (args.indicator_types != null) return failed(NO_INDICATORS);
  const account =
    args.account == null ? undefined : await findAccount(query, call.buyer, args.account);
  if (isAdcpError(account)) return failed(account);
  const accountOf = knownAccounts(query, call, account);
  const shown = async (buy: MediaBuy) => {
    const owner = await accountOf(buy.account);
    return owner && listedBuy(query, sources, call, { buy, account: owner, args });
  };
  const { pagination: asked, media_buy_ids: ids } = args;
  if (ids != null) {
    const found = await readNamed(query, call, ids, account);
    const page = await pageOfList({ list: LIST, asked, items: found.buys, shown });
    return isAdcpError(page) ? failed(page) : done(bodyOf(page, found.errors));
  }
  const owner = account === undefined ? { buyer: call.buyer.id } : { account: account.id };
  const page = await pageOf({
    list: LIST,
    asked,
    read: (after, countMax) => BUY_TABLE.readOf(query, owner, { after, countMax }),
    positionOf: ({ createdRevision }: MediaBuy) => createdRevision,
    shown,
  });
  return isAdcpError(page) ? failed(page) : done(bodyOf(page, []));
}

type BuyPage = { readonly items: readonly object[]; readonly pagination: object };

function bodyOf({ items, pagination }: BuyPage, errors: readonly AdcpError[]) {
  return { media_buys: items, pagination, ...(errors.length > 0 && { errors }) };
}

const NO_INDICATORS = fail.unsupported('indicator_types: this seller has no indicators', {
  field: 'indicator_types',
  suggestion: 'Leave it out: ext.parley.delivery of each package says why it delivers or not.',
});

/** Accounts of this buyer by their ids, each read once. One that was never declared is known where it is asked for. */
function knownAccounts(query: Query, { buyer }: BuyerCall, asked: BuyerAccount | undefined) {
  const known = new Map<string, BuyerAccount | undefined>();
  if (asked !== undefined) known.set(asked.id, asked);
  return async (id: string): Promise<BuyerAccount | undefined> => {
    if (!known.has(id)) known.set(id, await readAccount(query, id));
    const found = known.get(id);
    return found !== undefined && isOf(buyer, found) ? found : undefined;
  };
}

/** Those of the ids that are buys of this buyer, and an error for each other one: not there and not yours are alike. */
async function readNamed(
  query: Query,
  { buyer }: BuyerCall,
  ids: readonly string[],
  account: BuyerAccount | undefined,
) {
  const unique = [...new Set(ids)];
  const stored = await BUY_TABLE.readAll(
    query,
    unique.map((id) => buyKey('', id)),
  );
  const isOwn = (buy: MediaBuy) =>
    buy.buyer === buyer.id &&
    buy.state !== 'deleted' &&
    (account === undefined || buy.account === account.id);
  const byId = new Map(stored.filter(isOwn).map((buy) => [buy.id, buy]));
  return {
    buys: unique.flatMap((id) => byId.get(id) ?? []),
    errors: unique.flatMap((id, index) =>
      byId.has(id) ? [] : [fail.mediaBuyNotFound(`media_buy_ids[${index}]`)],
    ),
  };
}

type ListedBuy = {
  readonly buy: MediaBuy;
  readonly account: BuyerAccount;
  readonly args: GetBuysArgs;
};

async function listedBuy(
  query: Query,
  sources: SellerSources,
  { nowMs, write }: BuyerCall,
  { buy, account, args }: ListedBuy,
): Promise<object | undefined> {
  const library = await readLibrary(query, account.id, buy.definition.packages);
  const status = statusOf(buy, library, nowMs);
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
    ...{ buy, account, status, packages },
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
  { config, campaigns }: Pick<SellerSources, 'config' | 'campaigns'>,
): readonly CreativeApproval[] {
  const stored = campaigns().get(storeKey(config().adcp.partner ?? '', line.id));
  return line.assignments.map(({ creativeId }): CreativeApproval => {
    const found = library.get(creativeId)?.definition;
    if (definition.isSandbox) {
      const forced = found?.forced ?? { status: found ? 'approved' : 'pending_review', reason: '' };
      return { creativeId, status: reviewStatus(forced.status), reason: forced.reason };
    }
    const review = stored?.reviews.find(({ creative }) => creative === found?.ad?.id);
    const { state = 'waiting', reason = '' } = review ?? {};
    return { creativeId, status: reviewStatus(state), reason };
  });
}

function reviewStatus(state: string): CreativeApproval['status'] {
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
  const subject = BUY_TABLE.keyOf(buy);
  const entries = await readAudit(query, { subject, beforeId: undefined });
  return entries.slice(0, countMax).map(({ id, atMs, who, role, action, changes }) => ({
    revision: id,
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
