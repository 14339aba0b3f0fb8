import { CPM_MAX } from '../../demand/campaigns/campaign-schema.ts';
import { readInstant } from '../../demand/campaigns/flight.ts';
import { fromMicros, impressionMicros, toMicros } from '../../lib/money.ts';
import { isObject, type JsonObject } from '../../lib/schema-fault.ts';
import {
  type BuyDefinition,
  type BuyPackage,
  type CreativeAssignment,
  flightOf,
  isoOf,
} from './buy.ts';
import {
  checkFields,
  NEW_PACKAGE_FIELDS,
  type NewPackageArgs,
  type SentAssignment,
} from './buy-args.ts';
import { type AdcpError, attempt, Refused, refuse, refuseWith } from './errors.ts';
import { type AdProduct, exchangeDomainOf, type PricingOption } from './products.ts';
import { targetingOf } from './serve-buy.ts';
import type { BuyerCall, SellerSources } from './tool.ts';

/** As soon as it is confirmed. */
const ASAP = 'asap';

/** A buyer whose clock is this much behind starts now. */
const CLOCK_SKEW_MS = 60_000;

/** A date and time with its zone. Fractions below a millisecond are left out. */
export function readMoment(text: string, field: string): number {
  const instant = readInstant(text.toUpperCase().replace(/(\.\d{3})\d{1,9}/, '$1'));
  if (instant !== undefined && !instant.isDay) return instant.ms;
  return refuse.invalid(field, 'expected a date and time like 2027-03-01T09:00:00Z');
}

/** When something starts that has not started: now, or later. */
export function readStart(text: string, field: string, nowMs: number): number {
  if (text === ASAP) return nowMs;
  const startMs = readMoment(text, field);
  if (typeof startMs !== 'number' || startMs >= nowMs) return startMs;
  if (startMs >= nowMs - CLOCK_SKEW_MS) return nowMs;
  // The protocol's own code for it.
  return refuse.malformed(field, `expected a start in the future, but got ${isoOf(startMs)}`, {
    suggestion: `Send "${ASAP}" to start at once.`,
  });
}

/** An end has to be after the start, and to come. */
export function checkEnd(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  field: string,
  nowMs: number,
): void {
  if (endMs > startMs && endMs > nowMs) return;
  const after = isoOf(Math.max(startMs, nowMs));
  refuse.invalid(field, `expected an end after ${after}, but got ${isoOf(endMs)}`, {
    suggestion: 'Send a later end_time.',
  });
}

/** What a package costs and shows, read from the arguments of a call. `path` is that of the package. */

export function optionOf(product: AdProduct, id: string, path: string): PricingOption {
  const found = product.options.find((option) => option.id === id);
  if (found !== undefined) return found;
  const field = `${path}.pricing_option_id`;
  const known = product.options.map((option) => option.id).join(', ');
  return refuse.pricingOptionUnknown(field, 'the product has no such pricing option', {
    suggestion: `Send one of ${known}.`,
  });
}

type BidArgs = {
  readonly bid_price?: number | null | undefined;
  readonly bidding?: JsonObject | null | undefined;
};

type PackageBid = Pick<BuyPackage, 'bidUsd' | 'bidAs'>;

/** What a package bids. A product with a fixed price is bought at it, whatever is bid. */
export function bidOf(args: BidArgs, option: PricingOption, path: string): PackageBid {
  if ('fixedUsd' in option) return { bidUsd: option.fixedUsd, bidAs: 'fixed' };
  const { floorUsd } = option;
  const { bidUsd, name, ...bid } = bidAsked(args, path);
  const field = `${path}.${name}`;
  const suggestion = `Send ${floorUsd} USD or more for ${unitOf(option)}.`;
  if (bidUsd === undefined) {
    return refuse.invalid(field, 'expected a bid: the product is sold by auction', { suggestion });
  }
  if (bidUsd < floorUsd) {
    return refuse.invalid(field, `expected a bid of at least the floor of ${floorUsd} USD`, {
      suggestion,
      details: { floor_price: floorUsd },
    });
  }
  if (bidUsd > CPM_MAX) {
    return refuse.invalid(field, `expected a bid of at most ${CPM_MAX} USD`);
  }
  return { bidUsd, ...bid };
}

type AskedBid = Partial<PackageBid> & { readonly name: string };

function bidAsked({ bid_price, bidding }: BidArgs, path: string): AskedBid {
  if (!bidding) return { name: 'bid_price', ...(bid_price != null && { bidUsd: bid_price }) };
  const field = `${path}.bidding`;
  if (bid_price != null) {
    return refuse.ambiguousBid(field, 'expected bidding or bid_price, but got both');
  }
  const [[name, bidUsd] = ['', undefined], ...others] = Object.entries(bidding);
  const isBid = (name === 'bid_amount' || name === 'max_bid') && typeof bidUsd === 'number';
  if (!isBid || others.length > 0) {
    return refuse.unsupported(field, 'expected bid_amount or max_bid alone', {
      suggestion: 'Send {"bid_amount": …} with your bid in USD.',
    });
  }
  return { name: `bidding.${name}`, bidUsd, ...(name === 'max_bid' && { bidAs: 'max_bid' }) };
}

const unitOf = ({ model }: Pick<PricingOption, 'model'>) =>
  model === 'cpm' ? 'a thousand impressions' : 'a click';

/** In USD: what one impression or one click costs at most. */
function leastUsd({ model, bidUsd }: Pick<BuyPackage, 'model' | 'bidUsd'>): number {
  const micros = toMicros(bidUsd);
  return fromMicros(model === 'cpm' ? impressionMicros(micros) : micros);
}

/** No campaign has a smaller budget. */
const BUDGET_USD_MIN = 0.01;

/** Whether its money buys anything, and as much as the product asks for. */
function checkBudget(
  line: BuyPackage,
  { minSpendUsd = 0 }: Pick<AdProduct, 'minSpendUsd'>,
  path: string,
): void {
  const once = Math.max(leastUsd(line), BUDGET_USD_MIN);
  const unit = line.model === 'cpm' ? 'impression' : 'click';
  const tooLow = (name: string, usd: number, why: string) =>
    refuse.budgetTooLow(`${path}.${name}`, `expected at least ${usd} USD, ${why}`, {
      suggestion: `Send ${usd} or more.`,
      details: { minimum_budget: usd, currency: 'USD' },
    });
  if (line.budgetUsd < once) tooLow('budget', once, `which one ${unit} costs`);
  if (line.budgetUsd < minSpendUsd) {
    tooLow('budget', minSpendUsd, 'the least that is spent on this product');
  }
  const { dailyCapUsd = once } = line;
  if (dailyCapUsd < once) tooLow('daily_budget_cap', once, `which one ${unit} costs`);
}

export function checkPacing(pacing: string | null | undefined, path: string): void {
  if (pacing !== 'front_loaded') return;
  refuse.unsupported(path, 'expected even or asap: nothing is paced otherwise', {
    suggestion: 'Send "even" to spread the budget over the flight, or "asap".',
  });
}

/** Fields of an assignment that would not be honoured. */
const UNHONOURED = ['group_id', 'sequence_position', 'placement_refs', 'placement_ids'];
const ROTATIONS: readonly (string | undefined)[] = [undefined, 'weighted', 'even'];

/** The creatives that a package shows. Each is named once, and either all of them have a weight or none does. */
export function assignmentsOf(
  sent: readonly SentAssignment[],
  path: string,
): readonly CreativeAssignment[] {
  const seen = new Set<string>();
  for (const [index, one] of sent.entries()) {
    const at = `${path}.creative_assignments[${index}]`;
    checkAssignment(one, at);
    if (seen.has(one.creative_id)) {
      return refuse.invalid(`${at}.creative_id`, 'the creative is assigned twice');
    }
    seen.add(one.creative_id);
  }
  const weights = sent.filter(({ weight }) => weight != null);
  if (weights.length > 0 && weights.length < sent.length) {
    return refuse.invalid(
      `${path}.creative_assignments`,
      'expected a weight for each creative, or for none',
    );
  }
  return sent.map(({ creative_id, weight }) => ({
    creativeId: creative_id,
    ...(weight != null && { weight }),
  }));
}

function checkAssignment(one: SentAssignment, at: string): void {
  const unhonoured = UNHONOURED.find((name) => Object.hasOwn(one, name));
  const refused = (name: string, reason: string) =>
    refuse.unsupported(`${at}.${name}`, reason, { suggestion: 'Leave it out.' });
  if (unhonoured !== undefined) refused(unhonoured, 'creatives are not told apart by it');
  const { rotation_mode: rotation, weight } = one;
  if (!ROTATIONS.includes(rotation ?? undefined) || (rotation === 'even' && weight != null)) {
    refused('rotation_mode', 'expected weighted, or even without weights');
  }
  if (weight == null || Number.isInteger(weight)) return;
  refused('weight', 'expected a whole number');
}

const NATIVE = 'native_in_feed';

type FormatChoice = Pick<NewPackageArgs, 'format_ids' | 'format_option_refs' | 'format_kind'>;

/** A package may name the formats that it will bring creatives for. Each has to be one of its product. */
function checkFormat(
  { format_ids, format_option_refs, format_kind }: FormatChoice,
  { formats }: AdProduct,
  path: string,
): void {
  const sold = [NATIVE, ...formats];
  const unsold = (id: unknown) => typeof id !== 'string' || !sold.includes(id);
  const inIds = (format_ids ?? []).findIndex(({ id }) => unsold(id));
  const inRefs = (format_option_refs ?? []).findIndex((one) => unsold(one.format_option_id));
  const field =
    (inIds !== -1 && `${path}.format_ids[${inIds}].id`) ||
    (inRefs !== -1 && `${path}.format_option_refs[${inRefs}].format_option_id`) ||
    (format_kind != null && format_kind !== NATIVE && `${path}.format_kind`);
  if (!field) return;
  const known = field.endsWith('format_kind') ? NATIVE : sold.join(', ');
  refuse.invalid(field, 'expected a format of the product', {
    suggestion: `Send one of ${known}, or leave it out for all of them.`,
  });
}

/** In percent: how far another's count may differ before somebody looks into it. */
const VARIANCE_MIN = 10;

/** What an operator can do where a count was wrong: it books an adjustment. */
const REMEDIES = ['credit', 'invoice_adjustment'];

type WithTerms = { readonly measurement_terms?: JsonObject | null };

/** The first terms that cannot be met. Terms are negotiated before dates, so this goes before the flight is looked at. */
export function checkMeasurement(packages: readonly WithTerms[], exchangeDomain: string): void {
  for (const [index, { measurement_terms: proposed }] of packages.entries()) {
    const path = `packages[${index}].measurement_terms`;
    if (proposed != null) agreedMeasurement(proposed, exchangeDomain, path);
  }
}

/**
 * The terms of measurement that a package has where its buyer proposes some: the exchange counts what it bills. The answer
 * states these, as the protocol has it for a seller that adjusts a proposal. One that cannot be met like this is refused.
 */
function agreedMeasurement(proposed: JsonObject, exchangeDomain: string, path: string): JsonObject {
  const billing = isObject(proposed.billing_measurement) ? proposed.billing_measurement : {};
  const makegood = isObject(proposed.makegood_policy) ? proposed.makegood_policy : {};
  const { max_variance_percent: variance, finalization_deadline_hours: deadline } = billing;
  const refused = (name: string, reason: string) =>
    refuse.termsRejected(`${path}.${name}`, reason, {
      suggestion: 'Relax the term, or leave measurement_terms out.',
      details: {
        acceptable: {
          billing_measurement: {
            vendor: { domain: exchangeDomain },
            max_variance_percent: VARIANCE_MIN,
          },
          makegood_policy: { available_remedies: REMEDIES },
        },
      },
    });
  if (typeof variance === 'number' && variance < VARIANCE_MIN) {
    return refused('billing_measurement.max_variance_percent', `expected ${VARIANCE_MIN} or more`);
  }
  if (deadline !== undefined && deadline !== null) {
    return refused('billing_measurement.finalization_deadline_hours', 'no deadline is warranted');
  }
  const asked = Array.isArray(makegood.available_remedies) ? makegood.available_remedies : REMEDIES;
  const remedies = REMEDIES.filter((remedy) => asked.includes(remedy));
  if (remedies.length === 0) {
    return refused('makegood_policy.available_remedies', `expected one of ${REMEDIES.join(', ')}`);
  }
  return {
    billing_measurement: { vendor: { domain: exchangeDomain }, max_variance_percent: VARIANCE_MIN },
    makegood_policy: { available_remedies: remedies },
  };
}

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
): BuyPackage {
  checkFields(args, NEW_PACKAGE_FIELDS, `${path}.`);
  const product = productOf(args.product_id, path, sources);
  checkFormat(args, product, path);
  const option = optionOf(product, args.pricing_option_id, path);
  const bid = bidOf(args, option, path);
  const flight = flightIn(args, buy, path, sources.nowMs);
  const assignments = assignmentsOf(args.creative_assignments ?? [], path);
  const echoed = echoedOf(args, path, sources);
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
  checkPacing(args.pacing, `${path}.pacing`);
  checkLine(line, product, path);
  return line;
}

export function productOf(
  id: string,
  path: string,
  { findProduct }: Pick<PackageSources, 'findProduct'>,
): AdProduct {
  const found = findProduct(id);
  if (found !== undefined) return found;
  return refuse.productNotFound(
    `${path}.product_id`,
    'expected a product that get_products lists',
    {
      suggestion: 'Ask get_products for what is sold now.',
    },
  );
}

/** What no part of a package shows by itself: that its money is enough, and that something is left of its targeting. */
export function checkLine(line: BuyPackage, product: AdProduct, path: string): void {
  checkBudget(line, product, path);
  targetingOf(line, product, `${path}.targeting_overlay`);
}

type FlightArgs = { readonly start_time?: string | null; readonly end_time?: string | null };

/** The times of a package where it has its own. They are within the flight of its buy. */
export function flightIn(
  { start_time, end_time }: FlightArgs,
  buy: Pick<BuyDefinition, 'startMs' | 'endMs'>,
  path: string,
  nowMs: number,
): Pick<BuyPackage, 'startMs' | 'endMs'> {
  const startMs =
    start_time == null ? undefined : readStart(start_time, `${path}.start_time`, nowMs);
  const endMs = end_time == null ? undefined : readMoment(end_time, `${path}.end_time`);
  const own = { ...(startMs !== undefined && { startMs }), ...(endMs !== undefined && { endMs }) };
  checkFlight(own, buy, path, nowMs);
  return own;
}

export function checkFlight(
  own: Pick<BuyPackage, 'startMs' | 'endMs'>,
  buy: Pick<BuyDefinition, 'startMs' | 'endMs'>,
  path: string,
  nowMs: number,
): void {
  const flight = flightOf(buy, own);
  const outside =
    flight.startMs < buy.startMs ? 'start_time' : flight.endMs > buy.endMs ? 'end_time' : undefined;
  if (outside !== undefined) {
    const field = `${path}.${outside}`;
    const [from, to] = [isoOf(buy.startMs), isoOf(buy.endMs)];
    refuse.invalid(field, `expected a time within the flight of the buy, from ${from} to ${to}`, {
      suggestion: 'Send a time within it, or none.',
    });
  }
  const isOwn = own.startMs !== undefined || own.endMs !== undefined;
  if (isOwn) checkEnd(flight, `${path}.end_time`, nowMs);
}

/** Null leaves a field of targeting out. */
export function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}

function echoedOf(
  args: NewPackageArgs,
  path: string,
  { exchangeDomain }: PackageSources,
): JsonObject {
  const own = givenFields(args, ECHOED);
  if (args.measurement_terms == null) return own;
  const at = `${path}.measurement_terms`;
  return {
    ...own,
    measurement_terms: agreedMeasurement(args.measurement_terms, exchangeDomain, at),
  };
}

/** All packages of a call, or what is wrong with each, behind `earlier`. */
export function newPackages(
  sent: readonly NewPackageArgs[],
  buy: BuyTerms,
  path: string,
  sources: PackageSources,
  earlier: readonly AdcpError[] = [],
): readonly BuyPackage[] {
  const read = sent.map((args, index) =>
    attempt(() => newPackage(args, buy, `${path}[${index}]`, sources)),
  );
  const wrong = read.flatMap((one) => (one instanceof Refused ? one.errors : []));
  const [first, ...others] = [...earlier, ...wrong.slice(0, ERRORS_MAX)];
  if (first !== undefined) refuseWith(first, ...others);
  return read.flatMap((one) => (one instanceof Refused ? [] : [one]));
}

const ERRORS_MAX = 20;

/** What packages of a call are made from. */
export function packageSources(
  sources: Pick<SellerSources, 'config' | 'products' | 'newId' | 'publicUrl'>,
  { nowMs }: Pick<BuyerCall, 'nowMs'>,
): PackageSources {
  return {
    findProduct: (id) => sources.products().find((one) => one.id === id),
    newId: sources.newId,
    nowMs,
    exchangeDomain: exchangeDomainOf(sources),
  };
}

/** Of these fields, those that are given: neither undefined nor null. */
export function givenFields<Name extends string>(
  fields: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] == null ? [] : [[name, fields[name]]])),
  );
}
