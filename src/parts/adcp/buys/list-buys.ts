import type { Query } from '../../../lib/sql/database.ts';
import { partsOfKey, readHistory } from '../../../store/history.ts';
import { findAccount } from '../accounts/accounts.ts';
import { reviewOf } from '../creatives/creative-status.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import { pageOf, pageOfList } from '../paging.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import { BUY_TABLE, type BuyPackage, type MediaBuy } from '../records/buy-record.ts';
import { type BuyerCall, done, failed, type SellerSources, type ToolAnswer } from '../tool.ts';
import { createBuyReach, type FoundBuy } from './buy-reach.ts';
import type { GetBuysArgs } from './buy-schemas.ts';
import type { BuyHistoryEntry, ListedBuyView, PackageApproval, PackageView } from './buy-view.ts';
import type { Library } from '../records/creative-record.ts';
import { deliveryOf } from './delivery-words.ts';

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
  const reach = createBuyReach(query, call, account);
  const shown = (found: FoundBuy) => listedBuy(query, sources, call, { found, args });
  const { pagination: asked, media_buy_ids: ids } = args;
  if (ids != null) {
    const { buys, missing } = await reach.named(ids);
    const page = await pageOfList({ list: LIST, asked, items: buys, shown });
    const errors = missing.map((index) => fail.mediaBuyNotFound(`media_buy_ids[${index}]`));
    return isAdcpError(page) ? failed(page) : done(bodyOf(page, errors));
  }
  const page = await pageOf({
    list: LIST,
    asked,
    read: reach.after,
    positionOf: ({ buy }: FoundBuy) => buy.createdRevision,
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
  sources: Pick<SellerSources, 'config' | 'campaigns'>,
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
