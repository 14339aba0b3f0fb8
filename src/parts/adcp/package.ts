import { type Flight, readInstant } from '../../demand/campaigns/flight.ts';
import { CampaignFaults } from '../../demand/campaigns/read-campaigns.ts';
import { exchangeDomainOf } from '../../host/worker/assemble.ts';
import { type BuyPackage, type CreativeAssignment, flightOf, isoOf } from './buy.ts';
import {
  Assignment,
  ChangedPackage,
  checkFields,
  NewPackage,
  type PackageArgs,
  type SentAssignment,
} from './buy-args.ts';
import { refuse } from './errors.ts';
import { CURRENCY } from './fields.ts';
import { NATIVE_IN_FEED } from './formats.ts';
import type { AdProduct, PricingOption } from './seller-terms.ts';
import { checkedCampaign } from './serve-buy.ts';
import { isEvenlyWeighted } from './sync-creatives.ts';
import type { BuyerCall } from './tool.ts';

/** A buyer whose clock is this much behind starts now. */
const CLOCK_SKEW_MS = 60_000;

type FlightArgs = { readonly start_time?: string | null; readonly end_time?: string | null };

type FlightTerms = {
  /** Of the buy or the package, with a dot behind it. */
  readonly path: string;
  readonly nowMs: number;
  /** What it had. undefined: it is new. */
  readonly before?: Flight | undefined;
};

/** The times that a call has. */
export function readFlight(
  { start_time, end_time }: FlightArgs,
  { path, nowMs, before }: FlightTerms,
): Partial<Flight> {
  if (start_time != null && before !== undefined && before.startMs <= nowMs) {
    refuse.invalid(`${path}start_time`, 'it has started already');
  }
  return {
    ...(start_time != null && { startMs: readStart(start_time, `${path}start_time`, nowMs) }),
    ...(end_time != null && { endMs: readMoment(end_time, `${path}end_time`) }),
  };
}

/** A date and time with its zone. Fractions below a millisecond are left out. */
function readMoment(text: string, field: string): number {
  const instant = readInstant(text.toUpperCase().replace(/(\.\d{3})\d{1,9}/, '$1'));
  if (instant !== undefined && !instant.isDay) return instant.ms;
  return refuse.invalid(field, 'expected a date and time like 2027-03-01T09:00:00Z');
}

function readStart(text: string, field: string, nowMs: number): number {
  if (text === 'asap') return nowMs;
  const startMs = readMoment(text, field);
  if (startMs >= nowMs - CLOCK_SKEW_MS) return Math.max(startMs, nowMs);
  // The protocol's own code for it.
  return refuse.malformed(field, `expected a start in the future, but got ${isoOf(startMs)}`, {
    suggestion: 'Send "asap" to start at once.',
  });
}

/** A flight ends after its start and in the future; that of a package is within the one of its buy. */
export function checkFlight(
  { startMs, endMs }: Flight,
  path: string,
  nowMs: number,
  buy: Flight = { startMs, endMs },
): void {
  if (startMs < buy.startMs || endMs > buy.endMs) {
    const name = startMs < buy.startMs ? 'start_time' : 'end_time';
    const [from, to] = [isoOf(buy.startMs), isoOf(buy.endMs)];
    const reason = `expected a time within the flight of the buy, from ${from} to ${to}`;
    refuse.invalid(`${path}${name}`, reason, { suggestion: 'Send a time within it, or none.' });
  }
  if (endMs > startMs && endMs > nowMs) return;
  const after = isoOf(Math.max(startMs, nowMs));
  refuse.invalid(`${path}end_time`, `expected an end after ${after}, but got ${isoOf(endMs)}`, {
    suggestion: 'Send a later end_time.',
  });
}

/** What a package bids. */
function bidOf(
  { bid_price, bidding }: PackageArgs,
  { floorUsd, model }: PricingOption,
  path: string,
): Pick<BuyPackage, 'bidUsd' | 'bidAs'> {
  if (bid_price != null && bidding != null) {
    refuse.ambiguousBid(`${path}.bidding`, 'expected bidding or bid_price, but got both');
  }
  const [name, bidUsd] = Object.entries(bidding ?? {})[0] ?? ['bid_price', bid_price];
  if (bidUsd != null && bidUsd >= floorUsd) {
    return { bidUsd, ...(name === 'max_bid' && { bidAs: 'max_bid' }) };
  }
  const field = `${path}.${bidding == null ? '' : 'bidding.'}${name}`;
  const unit = model === 'cpm' ? 'a thousand impressions' : 'a click';
  return refuse.invalid(field, `expected a bid of at least the floor of ${floorUsd} USD`, {
    suggestion: `Send ${floorUsd} USD or more for ${unit}.`,
    details: { floor_price: floorUsd },
  });
}

/** The creatives that a package shows, each named once. */
export function assignmentsOf(
  sent: readonly SentAssignment[],
  path: string,
): readonly CreativeAssignment[] {
  const field = `${path}.creative_assignments`;
  const ids = sent.map(({ creative_id: id }) => id);
  const assignments = sent.map((one, index) => {
    const { creative_id: creativeId, weight } = one;
    checkFields(one, Assignment, `${field}[${index}].`);
    if (ids.indexOf(creativeId) < index) {
      refuse.invalid(`${field}[${index}].creative_id`, 'the creative is assigned twice');
    }
    return { creativeId, ...(weight != null && { weight }) };
  });
  if (isEvenlyWeighted({ assignments })) return assignments;
  return refuse.invalid(field, 'expected a weight for each creative, or for none');
}

/** A package may name the formats that it will bring creatives for. Each has to be one of its product. */
function checkFormat(args: PackageArgs, { formats }: AdProduct, path: string): void {
  const sold: readonly string[] = [NATIVE_IN_FEED, ...formats];
  const { format_ids = [], format_option_refs = [], format_kind = NATIVE_IN_FEED } = args;
  for (const [field, ids] of Object.entries({
    format_ids: format_ids.map(({ id }) => id),
    format_option_refs: format_option_refs.map(({ format_option_id: id }) => id),
    format_kind: [format_kind],
  })) {
    if (ids.every((id) => sold.includes(id))) continue;
    refuse.invalid(`${path}.${field}`, 'expected formats of the product', {
      suggestion: `Send some of ${sold.join(', ')}, or leave it out for all of them.`,
    });
  }
}

/** In percent: how far another's count may differ before somebody looks into it. */
const VARIANCE_MIN = 10;

/** What an operator can do where a count was wrong. */
const REMEDY = 'credit';

/**
 * The terms of measurement that a package has where its buyer proposes some: the exchange counts what it bills. The answer
 * states these, as the protocol has it for a seller that adjusts a proposal. One that cannot be met like this is refused.
 */
export function agreedMeasurement(
  { measurement_terms: proposed }: PackageArgs,
  path: string,
  { sources }: Pick<BuyerCall, 'sources'>,
): object | undefined {
  if (proposed == null) return undefined;
  const vendor = { domain: exchangeDomainOf(sources.config().listen, sources.publicUrl()) };
  const terms = {
    billing_measurement: { vendor, max_variance_percent: VARIANCE_MIN },
    makegood_policy: { available_remedies: [REMEDY] },
  };
  const { max_variance_percent: variance = VARIANCE_MIN, finalization_deadline_hours: deadline } =
    proposed.billing_measurement ?? {};
  const { available_remedies: remedies = [REMEDY] } = proposed.makegood_policy ?? {};
  const unmet =
    (variance < VARIANCE_MIN && 'billing_measurement.max_variance_percent') ||
    (deadline !== undefined && 'billing_measurement.finalization_deadline_hours') ||
    (!remedies.includes(REMEDY) && 'makegood_policy.available_remedies');
  if (!unmet) return terms;
  const field = `${path}.measurement_terms.${unmet}`;
  return refuse.termsRejected(field, 'the exchange counts what it bills, on its terms', {
    suggestion: 'Relax the term, or leave measurement_terms out.',
    details: { acceptable: terms },
  });
}

/** Kept with a package, and sent back as it came. */
const ECHOED = [
  'agency_estimate_number',
  'format_ids',
  'format_option_refs',
  'format_kind',
] as const;

/** Fields that change what a package costs or where it runs: they are checked against the product as it is now. */
const PRODUCT_FIELDS = [
  'budget',
  'bid_price',
  'bidding',
  'daily_budget_cap',
  'targeting_overlay',
] as const;

type PackageTerms = {
  readonly buy: Flight;
  readonly path: string;
  /** Of a package that says nothing of it. */
  readonly pacing?: BuyPackage['pacing'];
  readonly call: Pick<BuyerCall, 'nowMs' | 'version' | 'sources'>;
};

/** A package as a call makes it. Null takes a cap away, and a dimension of the targeting. */
export function packageOf(
  args: PackageArgs,
  before: BuyPackage | undefined,
  terms: PackageTerms,
): BuyPackage {
  const { path, buy } = terms;
  const { nowMs, version } = terms.call;
  checkFields(args, before === undefined ? NewPackage : ChangedPackage, `${path}.`);
  if (before?.canceled !== undefined) refuseCanceled(args, path);
  const { dailyCapUsd, targeting, ...rest } = before ?? newLine(args, terms);
  const flightBefore = before && flightOf(buy, before);
  const flight = readFlight(args, { path: `${path}.`, nowMs, before: flightBefore });
  const { daily_budget_cap: cap, targeting_overlay: overlay, pacing, canceled } = args;
  const capUsd = cap === undefined ? dailyCapUsd : (cap ?? undefined);
  // Since 3.2 an overlay changes the dimensions that it names. Before, it takes the place of the one before.
  const merged = { ...(version === '3.2' && targeting), ...overlay };
  const asked = overlay == null ? targeting : givenFields(merged, Object.keys(merged));
  const made: BuyPackage = {
    ...rest,
    ...flight,
    budgetUsd: args.budget ?? rest.budgetUsd,
    ...(capUsd !== undefined && { dailyCapUsd: capUsd }),
    ...((pacing === 'asap' || pacing === 'even') && { pacing }),
    ...(asked !== undefined && Object.keys(asked).length > 0 && { targeting: asked }),
    ...(args.creative_assignments && {
      assignments: assignmentsOf(args.creative_assignments, path),
    }),
    isPaused: args.paused ?? rest.isPaused,
    ...(canceled && { canceled: { atMs: nowMs, reason: args.cancellation_reason ?? '' } }),
    echoed: { ...rest.echoed, ...givenFields(args, ['context', 'ext']) },
  };
  if (Object.keys(flight).length > 0) checkFlight(flightOf(buy, made), `${path}.`, nowMs, buy);
  // Whatever has become of its product, a package can be stopped.
  if (before && PRODUCT_FIELDS.every((name) => args[name] === undefined)) return made;
  const { product, option } = soldAs(made.productId, made.pricingOptionId, terms);
  const { bidAs: _, ...unbid } = made;
  const isBid = before === undefined || args.bid_price != null || args.bidding != null;
  const line = isBid ? { ...unbid, ...bidOf(args, option, path) } : made;
  checkPackage(line, product, args, terms);
  return line;
}

/** A package of a product that is sold now, before it has its terms. */
function newLine(args: PackageArgs, terms: PackageTerms): BuyPackage {
  const { path, call, pacing = 'even' } = terms;
  const { product, option } = soldAs(args.product_id, args.pricing_option_id, terms);
  checkFormat(args, product, path);
  const measurement_terms = agreedMeasurement(args, path, call);
  return {
    id: `pk_${call.sources.newId().replaceAll('-', '')}`,
    productId: product.id,
    pricingOptionId: option.id,
    model: option.model,
    bidUsd: 0,
    budgetUsd: 0,
    pacing,
    assignments: [],
    isPaused: false,
    dayExposure: { day: '', usd: 0 },
    echoed: { ...givenFields(args, ECHOED), ...(measurement_terms && { measurement_terms }) },
  };
}

function refuseCanceled({ canceled }: PackageArgs, path: string): never {
  const reason = 'the package is canceled, and stays so';
  if (canceled === true) return refuse.notCancellable(`${path}.canceled`, reason);
  return refuse.invalidState(path, reason, { suggestion: 'Add a package with new_packages.' });
}

/** Which argument of a package has the fault of its campaign. */
const FAULTY: readonly (readonly [path: RegExp, name: string, code: 'invalid' | 'budgetTooLow'])[] =
  [
    [/^budget\.total/, 'budget', 'budgetTooLow'],
    [/^budget\.daily/, 'daily_budget_cap', 'budgetTooLow'],
    [/^frequency/, 'targeting_overlay.frequency_cap', 'invalid'],
    [/^cp[mc]/, 'bid_price', 'invalid'],
    [/^/, 'targeting_overlay', 'invalid'],
  ];

/** A package is checked as the campaign that it will be once it has creatives. */
function checkPackage(
  line: BuyPackage,
  product: AdProduct,
  { bidding }: PackageArgs,
  { buy, path }: PackageTerms,
): void {
  const { minSpend = 0 } = product;
  if (line.budgetUsd < minSpend) {
    const reason = `expected at least ${minSpend} USD, the least that is spent on this product`;
    refuse.budgetTooLow(`${path}.budget`, reason, {
      suggestion: `Send ${minSpend} or more.`,
      details: { minimum_budget: minSpend, currency: CURRENCY },
    });
  }
  const checked = checkedCampaign({ line, buy, product, path: `${path}.targeting_overlay` });
  const [fault] = checked instanceof CampaignFaults ? checked.faults : [];
  if (fault === undefined) return;
  const [, name = '', code = 'invalid'] = FAULTY.find(([at]) => at.test(fault.path)) ?? [];
  refuse[code](`${path}.${name === 'bid_price' && bidding ? 'bidding' : name}`, fault.reason);
}

function soldAs(
  productId: string | undefined,
  optionId: string | undefined,
  { path, call }: PackageTerms,
): { readonly product: AdProduct; readonly option: PricingOption } {
  const product =
    call.sources.products().find(({ id }) => id === productId) ??
    refuse.productNotFound(`${path}.product_id`, 'expected a product that get_products lists', {
      suggestion: 'Ask get_products for what is sold now.',
    });
  const { options } = product;
  const option =
    options.find(({ id }) => id === optionId) ??
    refuse.pricingOptionUnknown(`${path}.pricing_option_id`, 'the product has no such option', {
      suggestion: `Send one of ${options.map(({ id }) => id).join(', ')}.`,
    });
  return { product, option };
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
