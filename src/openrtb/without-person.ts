import { declaredOnly } from '../lib/declared-only.ts';
import { isObject } from '../lib/schema-fault.ts';
import { type BidRequest, BidRequestSchema, type Imp } from './bid-request.ts';
import { NativeRequestSchema, readNative } from './native-request.ts';
import { readPriceFilter } from './product-search.ts';
import { Refusal } from './refusal.ts';

/**
 * A request as it can be shown and sent again: what is on offer and what the conversation is about, and
 * nothing about the person. What is not listed here stays behind, fields that nobody declared included.
 */
export function withoutPerson(given: BidRequest): BidRequest {
  const wire = declaredOnly(BidRequestSchema, given) as BidRequest;
  const { site, app, device, regs, ext } = wire;
  const { audience: _, ...context } = ext?.service ?? {};
  return defined({
    ...picked(wire, ['id', 'test', 'at', 'tmax', 'cur', 'bcat', 'acat', 'cattax', 'badv', 'bapp']),
    ...picked(wire, ['wseat', 'bseat', 'wlang']),
    imp: wire.imp.map((imp, index) =>
      defined({
        ...picked(imp, ['id', 'bidfloor', 'bidfloorcur', 'secure', 'pmp']),
        native: {
          request: declaredNative(imp.native.request),
          ...picked(imp.native, ['ver', 'api', 'battr']),
        },
        ext: imp.ext && defined({ service: imp.ext.service, ...filterOf(given.imp[index]) }),
      }),
    ),
    // No page address and no referrer: they can name a person.
    site: site && {
      ...picked(site, ['id', 'name', 'domain', 'cat', 'keywords']),
      ...publisherOf(site),
    },
    app: app && {
      ...picked(app, ['id', 'name', 'bundle', 'cat', 'keywords']),
      ...publisherOf(app),
    },
    device: device && {
      ...picked(device, ['language', 'devicetype']),
      ...(device.geo?.country === undefined ? {} : { geo: { country: device.geo.country } }),
    },
    // No GPP string: it may hold a consent string, which tells people apart.
    regs: regs && {
      ...picked(regs, ['coppa', 'gdpr', 'us_privacy', 'gpp_sid']),
      ...(regs.ext === undefined ? {} : { ext: picked(regs.ext, ['gdpr', 'us_privacy']) }),
    },
    ext: ext?.service && { service: context },
  }) as BidRequest;
}

/** The native request inside its string, held to its own declaration. */
function declaredNative(text: string): string {
  const decoded = readNative(text, '');
  if (decoded instanceof Refusal) return '{}';
  const native = declaredOnly(NativeRequestSchema, decoded.native);
  return JSON.stringify(decoded.isWrapped ? { native } : native);
}

const CURRENCY = /^[A-Z]{3}$/;

/** No schema declares the price filter, since nothing in it is ever refused: what can be read of it is shown. */
function filterOf(imp: Imp | undefined): object {
  const extension = imp?.ext?.service_product_search;
  if (!isObject(extension)) return {};
  const { min, max } = readPriceFilter(extension).filter;
  const { price_currency: currency } = extension;
  const isCurrency = typeof currency === 'string' && CURRENCY.test(currency);
  return {
    service_product_search: defined({
      min_price: min,
      max_price: max,
      price_currency: isCurrency ? currency : undefined,
    }),
  };
}

function publisherOf({ publisher }: { readonly publisher?: { readonly id?: string } }): object {
  return publisher?.id === undefined ? {} : { publisher: { id: publisher.id } };
}

function picked<T extends object, K extends keyof T>(value: T, names: readonly K[]): Partial<T> {
  const kept: Partial<T> = {};
  for (const name of names) if (value[name] !== undefined) kept[name] = value[name];
  return kept;
}

/** Without the properties that are undefined: they would not survive as JSON anyway. */
function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}
