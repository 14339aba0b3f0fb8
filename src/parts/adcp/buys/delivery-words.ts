import type { PackageStanding } from '../package-standing.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import type { BuyPackage, BuyStatus, MediaBuy } from '../records/buy-record.ts';
import type { SellerSources } from '../tool.ts';
import type { Library } from '../records/creative-record.ts';
import { flightOf } from './flight-of-package.ts';
import { isoOf } from './flight-of-package.ts';

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
export async function deliveryOf(
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
