import { CREATIVES_MAX } from '../../../demand/campaigns/campaign-schema.ts';
import type { Query } from '../../../lib/sql/database.ts';
import { changeIn } from '../../../store/write-store.ts';
import { creativeFault } from '../buys/assigned-creatives.ts';
import { flightOf } from '../buys/flight-of-package.ts';
import { type ServeTerms, serveBuy } from '../buys/serve-buy.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import {
  BUY_TABLE,
  type BuyPackage,
  buyKey,
  type CreativeAssignment,
  type MediaBuy,
} from '../records/buy-record.ts';
import type { NextBuyerRecord } from '../records/buyer-table.ts';
import type { AssignmentOperation } from './assignment-args.ts';
import { type LibraryTerms, readBuys, readCreative } from './library.ts';

export type AssignmentResult = AssignmentOperation & { readonly error: AdcpError | undefined };

type AssignedCreatives = {
  /** The buys of the account as they are now. */
  readonly buys: readonly MediaBuy[];
  readonly results: readonly AssignmentResult[];
  /** Why a buy cannot be served like this: the whole change is taken back. */
  readonly fault: AdcpError | undefined;
};

type AssignTerms = {
  readonly library: LibraryTerms;
  readonly serve: ServeTerms;
  /** Ids of creatives whose copies in campaigns have to change. */
  readonly changed: ReadonlySet<string>;
};

/**
 * Carries out assignments in their order and brings creatives that have changed to the campaigns that show them, in the
 * transaction of the caller. What is wrong with one operation leaves the others as they are.
 */
export async function assignCreatives(
  query: Query,
  { library, serve, changed }: AssignTerms,
  operations: readonly AssignmentOperation[],
): Promise<AssignedCreatives> {
  const { account } = library;
  const buys = await readBuys(query, { account: account.id });
  const drafts = new Map<string, BuyPackage>();
  const results: AssignmentResult[] = [];
  for (const operation of operations) {
    const next = await assigned(query, { buys, drafts, library, serve }, operation);
    if (!isAdcpError(next)) drafts.set(next.id, next);
    results.push({ ...operation, error: isAdcpError(next) ? next : undefined });
  }
  refuseMixedWeights(drafts, results);
  const now: MediaBuy[] = [];
  for (const buy of buys) {
    const packages = buy.definition.packages.map((line) => drafts.get(line.id) ?? line);
    const isChanged = packages.some((line) => drafts.has(line.id));
    const next = isChanged ? await writeBuy(query, serve, buy, packages) : buy;
    now.push(next);
    const shows = ({ assignments }: BuyPackage) =>
      assignments.some(({ creativeId }) => changed.has(creativeId));
    if (!isChanged && !packages.some(shows)) continue;
    const fault = await serveBuy(query, account, next, serve);
    if (fault !== undefined) return { buys: now, results, fault };
  }
  return { buys: now, results, fault: undefined };
}

/** A package stays as it was where the operations together leave creatives with a weight beside others without one. */
function refuseMixedWeights(drafts: Map<string, BuyPackage>, results: AssignmentResult[]): void {
  for (const { id, assignments } of [...drafts.values()]) {
    const count = assignments.filter(({ weight }) => weight !== undefined).length;
    if (count === 0 || count === assignments.length) continue;
    drafts.delete(id);
    for (const [index, one] of results.entries()) {
      if (one.packageId === id) results[index] = { ...one, error: mixed(one.field) };
    }
  }
}

const mixed = (field: string) =>
  fail.invalid(`${field}.weight: expected a weight for each creative of the package, or for none`, {
    field: `${field}.weight`,
  });

type Drafted = Omit<AssignTerms, 'changed'> & {
  readonly buys: readonly MediaBuy[];
  /** Packages as the operations before have left them. */
  readonly drafts: ReadonlyMap<string, BuyPackage>;
};

/** The package after the operation, or why it stays. */
async function assigned(
  query: Query,
  { buys, drafts, library, serve }: Drafted,
  operation: AssignmentOperation,
): Promise<BuyPackage | AdcpError> {
  const { packageId, creativeId, field, replaces } = operation;
  const { isSandbox } = library.account.definition;
  const buy = buys.find(({ definition }) => definition.packages.some(({ id }) => id === packageId));
  const found = buy?.definition.packages.find(({ id }) => id === packageId);
  if (buy === undefined || found === undefined) return noPackage(field);
  const line = drafts.get(packageId) ?? found;
  if (buy.state !== 'open' || line.canceled !== undefined) return over(field, 'is canceled');
  if (flightOf(buy.definition, line).endMs <= serve.nowMs) return over(field, 'has ended');
  const goes = operation.operation === 'unassign' ? creativeId : replaces;
  if (goes !== undefined && !line.assignments.some((one) => one.creativeId === goes)) {
    return notAssigned(
      goes === creativeId ? `${field}.creative_id` : `${field}.replaces_creative_id`,
    );
  }
  const others = line.assignments.filter((one) => one.creativeId !== goes);
  if (operation.operation === 'unassign') return { ...line, assignments: others };
  const creative = await readCreative(query, library.account.id, creativeId);
  // A sandbox shows nothing, so that any format goes into any product.
  const product = isSandbox ? undefined : serve.findProduct(line.productId);
  const fault = creativeFault(creative, product, `${field}.creative_id`);
  if (fault !== undefined) return fault;
  const assignments = withCreative(others, operation);
  return assignments.length > CREATIVES_MAX ? tooMany(field) : { ...line, assignments };
}

function withCreative(
  assignments: readonly CreativeAssignment[],
  { creativeId, weight }: AssignmentOperation,
): readonly CreativeAssignment[] {
  const own = weight === undefined ? { creativeId } : { creativeId, weight };
  const isThere = assignments.some((one) => one.creativeId === creativeId);
  if (!isThere) return [...assignments, own];
  return assignments.map((one) => (one.creativeId === creativeId ? own : one));
}

/** Not found and not yours are the same bytes. */
const noPackage = (field: string) =>
  fail.packageNotFound(`${field}.package_id: expected a package of this account`, {
    field: `${field}.package_id`,
    suggestion: 'get_media_buys has the packages.',
  });

const over = (field: string, state: string) =>
  fail.invalidState(`${field}.package_id: the package ${state}`, { field: `${field}.package_id` });

const notAssigned = (field: string) =>
  fail.invalid(`${field}: expected a creative that is assigned to the package`, { field });

const tooMany = (field: string) =>
  fail.invalid(`${field}: expected at most ${CREATIVES_MAX} creatives in a package`, {
    field,
    suggestion: 'Take one away first.',
  });

type NextBuy = NextBuyerRecord<MediaBuy['definition'], MediaBuy['state']>;

async function writeBuy(
  query: Query,
  { author, nowMs }: ServeTerms,
  { id, account, buyer, state, definition }: MediaBuy,
  packages: readonly BuyPackage[],
): Promise<MediaBuy> {
  const next: NextBuy = { id, account, buyer, state, definition: { ...definition, packages } };
  return changeIn<MediaBuy, NextBuy, never>(query, BUY_TABLE, {
    key: buyKey(id),
    action: 'assign creatives',
    author,
    nowMs,
    decide: () => next,
  });
}
