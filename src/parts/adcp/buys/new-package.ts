import { givenFields } from '../../../lib/given-fields.ts';
import type { JsonObject } from '../../../lib/schema-fault.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import type { AdProduct } from '../products/product.ts';
import type { BuyDefinition, BuyPackage } from '../records/buy-record.ts';
import { type FailedAnswer, failed } from '../tool.ts';
import type { NewPackageArgs } from './buy-schemas.ts';
import { targetingOf } from './campaign-of-package.ts';
import { flightOf } from './flight-of-package.ts';
import { formatFault } from './format-choice.ts';
import { agreedMeasurement } from './measurement-terms.ts';
import { isoOf } from './flight-of-package.ts';
import { endFault, readMoment, readStart } from './moments.ts';
import { assignmentsOf, bidOf, budgetFault, optionOf, pacingFault } from './package-terms.ts';
import { NEW_PACKAGE_FIELDS, refusedField } from './refused-fields.ts';

/** What packages are made from, beside what a buyer sends. */
export type PackageSources = {
  readonly findProduct: (id: string) => AdProduct | undefined;
  readonly newId: () => string;
  readonly nowMs: number;
  /** The domain of whoever counts what is billed. */
  readonly exchangeDomain: string;
};

type BuyTerms = Pick<BuyDefinition, 'startMs' | 'endMs'> & {
  /** Of packages that say nothing of it. */
  readonly pacing: 'even' | 'asap';
};

/** Kept with a package, and sent back as it came. */
const ECHOED = [
  'context',
  'ext',
  'agency_estimate_number',
  'format_ids',
  'format_option_refs',
  'format_kind',
] as const;

function newPackage(
  args: NewPackageArgs,
  buy: BuyTerms,
  path: string,
  sources: PackageSources,
): BuyPackage | AdcpError {
  const refused = refusedField(args, NEW_PACKAGE_FIELDS, `${path}.`);
  if (refused !== undefined) return refused;
  const product = productOf(args.product_id, path, sources);
  if (isAdcpError(product)) return product;
  const option =
    formatFault(args, product, path) ?? optionOf(product, args.pricing_option_id, path);
  if (isAdcpError(option)) return option;
  const bid = bidOf(args, option, path);
  if (isAdcpError(bid)) return bid;
  const flight = flightIn(args, buy, path, sources.nowMs);
  if (isAdcpError(flight)) return flight;
  const assignments = assignmentsOf(args.creative_assignments ?? [], path);
  if (isAdcpError(assignments)) return assignments;
  const echoed = echoedOf(args, path, sources);
  if (isAdcpError(echoed)) return echoed;
  const line: BuyPackage = {
    id: `pk_${sources.newId().replaceAll('-', '')}`,
    productId: product.id,
    pricingOptionId: option.id,
    model: option.model,
    ...bid,
    budgetUsd: args.budget ?? 0,
    ...(args.daily_budget_cap != null && { dailyCapUsd: args.daily_budget_cap }),
    pacing: args.pacing === 'asap' || args.pacing === 'even' ? args.pacing : buy.pacing,
    ...flight,
    ...(args.targeting_overlay != null && { targeting: withoutNulls(args.targeting_overlay) }),
    assignments,
    isPaused: args.paused ?? false,
    dayExposure: { day: '', usd: 0 },
    echoed,
  };
  return pacingFault(args.pacing, `${path}.pacing`) ?? lineFault(line, product, path) ?? line;
}

export function productOf(
  id: string,
  path: string,
  { findProduct }: Pick<PackageSources, 'findProduct'>,
): AdProduct | AdcpError {
  const found = findProduct(id);
  if (found !== undefined) return found;
  const field = `${path}.product_id`;
  return fail.productNotFound(`${field}: expected a product that get_products lists`, {
    field,
    suggestion: 'Ask get_products for what is sold now.',
  });
}

/** What no part of a package shows by itself: that its money is enough, and that something is left of its targeting. */
export function lineFault(
  line: BuyPackage,
  product: AdProduct,
  path: string,
): AdcpError | undefined {
  const low = budgetFault(line, product, path);
  if (low !== undefined) return low;
  const targeting = targetingOf(line, product, `${path}.targeting_overlay`);
  return isAdcpError(targeting) ? targeting : undefined;
}

type FlightArgs = { readonly start_time?: string | null; readonly end_time?: string | null };

/** The times of a package where it has its own. They are within the flight of its buy. */
export function flightIn(
  { start_time, end_time }: FlightArgs,
  buy: Pick<BuyDefinition, 'startMs' | 'endMs'>,
  path: string,
  nowMs: number,
): Pick<BuyPackage, 'startMs' | 'endMs'> | AdcpError {
  const startMs =
    start_time == null ? undefined : readStart(start_time, `${path}.start_time`, nowMs);
  const endMs = end_time == null ? undefined : readMoment(end_time, `${path}.end_time`);
  if (isAdcpError(startMs)) return startMs;
  if (isAdcpError(endMs)) return endMs;
  const own = { ...(startMs !== undefined && { startMs }), ...(endMs !== undefined && { endMs }) };
  return flightFault(own, buy, path, nowMs) ?? own;
}

export function flightFault(
  own: Pick<BuyPackage, 'startMs' | 'endMs'>,
  buy: Pick<BuyDefinition, 'startMs' | 'endMs'>,
  path: string,
  nowMs: number,
): AdcpError | undefined {
  const flight = flightOf(buy, own);
  const outside =
    flight.startMs < buy.startMs ? 'start_time' : flight.endMs > buy.endMs ? 'end_time' : undefined;
  if (outside !== undefined) {
    const field = `${path}.${outside}`;
    const [from, to] = [isoOf(buy.startMs), isoOf(buy.endMs)];
    const message = `${field}: expected a time within the flight of the buy, from ${from} to ${to}`;
    return fail.invalid(message, { field, suggestion: 'Send a time within it, or none.' });
  }
  const isOwn = own.startMs !== undefined || own.endMs !== undefined;
  return isOwn ? endFault(flight, `${path}.end_time`, nowMs) : undefined;
}

/** Null leaves a field of targeting out. */
export function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}

function echoedOf(
  args: NewPackageArgs,
  path: string,
  { exchangeDomain }: PackageSources,
): JsonObject | AdcpError {
  const own = givenFields(args, ECHOED);
  if (args.measurement_terms == null) return own;
  const at = `${path}.measurement_terms`;
  const agreed = agreedMeasurement(args.measurement_terms, exchangeDomain, at);
  return isAdcpError(agreed) ? agreed : { ...own, measurement_terms: agreed };
}

/** All packages of a call, or what is wrong with each. */
export function newPackages(
  sent: readonly NewPackageArgs[],
  buy: BuyTerms,
  path: string,
  sources: PackageSources,
): { readonly kind: 'read'; readonly lines: readonly BuyPackage[] } | FailedAnswer {
  const read = sent.map((args, index) => newPackage(args, buy, `${path}[${index}]`, sources));
  const [first, ...others] = read.filter(isAdcpError);
  if (first !== undefined) return failed(first, ...others.slice(0, ERRORS_MAX - 1));
  return { kind: 'read', lines: read.flatMap((line) => (isAdcpError(line) ? [] : [line])) };
}

const ERRORS_MAX = 20;
