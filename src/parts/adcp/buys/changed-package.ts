import { givenFields } from '../../../lib/given-fields.ts';
import type { JsonObject } from '../../../lib/schema-fault.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import type { BuyDefinition, BuyPackage } from '../records/buy-record.ts';
import type { AdcpVersion } from '../versions.ts';
import type { ChangedPackageArgs } from './buy-schemas.ts';
import {
  flightIn,
  lineFault,
  type PackageSources,
  productOf,
  withoutNulls,
} from './new-package.ts';
import { assignmentsOf, bidOf, optionOf, pacingFault } from './package-terms.ts';
import { CHANGED_PACKAGE_FIELDS, refusedField } from './refused-fields.ts';

type ChangeTerms = {
  readonly buy: Pick<BuyDefinition, 'startMs' | 'endMs'>;
  readonly path: string;
  readonly version: AdcpVersion;
  readonly sources: PackageSources;
};

/** Fields that change what a package costs or where it runs: they are checked against the product as it is now. */
const PRODUCT_FIELDS = [
  'budget',
  'bid_price',
  'bidding',
  'daily_budget_cap',
  'targeting_overlay',
] as const;

/** A package as an update makes it. */
export function changedPackage(
  line: BuyPackage,
  args: ChangedPackageArgs,
  { buy, path, version, sources }: ChangeTerms,
): BuyPackage | AdcpError {
  const refused =
    refusedField(args, CHANGED_PACKAGE_FIELDS, `${path}.`) ??
    stateFault(line, args, path) ??
    pacingFault(args.pacing, `${path}.pacing`);
  if (refused !== undefined) return refused;
  const { nowMs } = sources;
  const flight = changedFlight(line, args, buy, path, nowMs);
  if (isAdcpError(flight)) return flight;
  const assignments =
    args.creative_assignments == null
      ? line.assignments
      : assignmentsOf(args.creative_assignments, path);
  if (isAdcpError(assignments)) return assignments;
  const reason = args.cancellation_reason ?? '';
  const next: BuyPackage = {
    ...line,
    ...flight,
    ...(args.budget != null && { budgetUsd: args.budget }),
    pacing: args.pacing === 'asap' || args.pacing === 'even' ? args.pacing : line.pacing,
    assignments,
    isPaused: args.paused ?? line.isPaused,
    ...(args.canceled === true && { canceled: { atMs: nowMs, reason } }),
    echoed: echoedOf(line, args),
  };
  return withProductTerms(withCap(next, args), args, { buy, path, version, sources });
}

function stateFault(
  line: BuyPackage,
  args: ChangedPackageArgs,
  path: string,
): AdcpError | undefined {
  if (line.canceled === undefined) return undefined;
  const isAgain = args.canceled === true;
  const message = `${path}: the package is canceled, and stays so`;
  return (isAgain ? fail.notCancellable : fail.invalidState)(message, {
    field: isAgain ? `${path}.canceled` : path,
    suggestion: 'Add a package with new_packages.',
  });
}

/** A flight that has begun keeps its start. */
function changedFlight(
  line: BuyPackage,
  args: ChangedPackageArgs,
  buy: ChangeTerms['buy'],
  path: string,
  nowMs: number,
): Pick<BuyPackage, 'startMs' | 'endMs'> | AdcpError {
  if (args.start_time == null && args.end_time == null) return {};
  const begunMs = line.startMs ?? buy.startMs;
  if (args.start_time != null && begunMs <= nowMs) {
    const field = `${path}.start_time`;
    return fail.invalid(`${field}: the package has started already`, { field });
  }
  const asked = flightIn(args, buy, path, nowMs);
  if (isAdcpError(asked)) return asked;
  const startMs = asked.startMs ?? line.startMs;
  const endMs = asked.endMs ?? line.endMs;
  if (startMs !== undefined && endMs !== undefined && startMs >= endMs) {
    const field = `${path}.end_time`;
    return fail.invalid(`${field}: expected an end after the start`, { field });
  }
  return asked;
}

/** Null takes a cap away, as it does in 3.2. */
function withCap(line: BuyPackage, { daily_budget_cap: cap }: ChangedPackageArgs): BuyPackage {
  if (cap === undefined) return line;
  const { dailyCapUsd: _, ...uncapped } = line;
  return cap === null ? uncapped : { ...uncapped, dailyCapUsd: cap };
}

function withProductTerms(
  line: BuyPackage,
  args: ChangedPackageArgs,
  { path, version, sources }: ChangeTerms,
): BuyPackage | AdcpError {
  if (PRODUCT_FIELDS.every((name) => args[name] === undefined)) return line;
  const product = productOf(line.productId, path, sources);
  if (isAdcpError(product)) return product;
  const option = optionOf(product, line.pricingOptionId, path);
  if (isAdcpError(option)) return option;
  const isBid = args.bid_price != null || args.bidding != null;
  const bid = isBid ? bidOf(args, option, path) : {};
  if (isAdcpError(bid)) return bid;
  const targeting = changedTargeting(line, args, version);
  const { bidAs: before, targeting: _, ...rest } = line;
  const bidAs = isBid || before === undefined ? {} : { bidAs: before };
  const next: BuyPackage = {
    ...rest,
    ...bidAs,
    ...bid,
    ...(Object.keys(targeting).length > 0 && { targeting }),
  };
  return lineFault(next, product, path) ?? next;
}

/** Until 3.2 an overlay replaces the one before; since then each of its dimensions does. */
function changedTargeting(
  { targeting = {} }: BuyPackage,
  { targeting_overlay: overlay }: ChangedPackageArgs,
  version: AdcpVersion,
): JsonObject {
  const before = overlay == null || version === '3.2' ? targeting : {};
  return withoutNulls({ ...before, ...overlay });
}

function echoedOf({ echoed }: BuyPackage, args: ChangedPackageArgs): JsonObject {
  return { ...echoed, ...givenFields(args, ['context', 'ext']) };
}
