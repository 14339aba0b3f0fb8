import { declaredOnly } from '../../lib/declared-only.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { BidRequest, Imp } from './bid-request.ts';
import { NativeRequestSchema, readNative } from './native-request.ts';
import type { PrivacyClass } from './privacy-class.ts';
import { REQUEST_PLAN, showPlanned } from './privacy-plan.ts';
import { readPriceFilter } from './product-search.ts';

/** The classes of fields that an operator may see. */
const SHOWN: ReadonlySet<PrivacyClass> = new Set(['context', 'signal']);

/** A request as an operator may see it and send it again: no field about the person, and none without a class. */
export function withoutPerson(given: BidRequest): BidRequest {
  const shown = showPlanned(REQUEST_PLAN, given, (privacyClass, value) =>
    SHOWN.has(privacyClass) ? value : undefined,
  ) as BidRequest; // The plan keeps every required field; native requests are put back below.
  const { user: _, ...rest } = shown;
  return { ...rest, imp: shown.imp.map((imp, index) => shownImp(imp, given.imp[index] as Imp)) };
}

/** Whether a request has a field about a person, or an unclassified one. */
export function tellsOfPerson(request: BidRequest): boolean {
  return valuesIn(withoutPerson(request)) < valuesIn(request);
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1;
  return Object.values(value).reduce((sum: number, one) => sum + valuesIn(one), 0);
}

function shownImp(shown: Imp, given: Imp): Imp {
  const request = declaredNative(given.native.request);
  const filter = filterOf(given);
  return {
    ...shown,
    native: { ...shown.native, request },
    ...(filter === undefined ? {} : { ext: { ...shown.ext, service_product_search: filter } }),
  };
}

/** The native request inside its string, held to its own declaration. */
function declaredNative(text: string): string {
  const decoded = readNative(text, '');
  if (decoded instanceof Refusal) return '{}';
  const native = declaredOnly(NativeRequestSchema, decoded.native);
  return JSON.stringify(decoded.isWrapped ? { native } : native);
}

const CURRENCY = /^[A-Z]{3}$/;

/** No schema declares the price filter, since nothing in it is ever refused: the readable part is shown. */
function filterOf({ ext }: Imp): object | undefined {
  const extension = ext?.service_product_search;
  if (!isObject(extension)) return undefined;
  const { min, max } = readPriceFilter(extension).filter;
  const { price_currency: currency } = extension;
  return {
    ...(min === undefined ? {} : { min_price: min }),
    ...(max === undefined ? {} : { max_price: max }),
    ...(typeof currency === 'string' && CURRENCY.test(currency)
      ? { price_currency: currency }
      : {}),
  };
}
