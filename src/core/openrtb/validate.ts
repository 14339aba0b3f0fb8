import { compileLater } from '../../lib/compile-later.ts';
import { EUROPEAN_UNION, findCountry } from '../../lib/countries.ts';
import type { Faults } from '../../lib/faults.ts';
import { joined } from '../../lib/joined.ts';
import { parseJson } from '../../lib/json.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import {
  type Fault,
  findFault,
  findFaults,
  isObject,
  type JsonObject,
  type OwnRules,
} from '../../lib/schema-fault.ts';
import { withoutNulls } from '../../lib/without-nulls.ts';
import { type BidRequest, BidRequestSchema, type Imp, readIsTest } from './bid-request.ts';
import type { Warning } from './bid-response.ts';
import type { FormatReference } from './formats.ts';
import { findNativeRefusals, type NativeRequest, readNative } from './native-request.ts';
import { type PriceFilter, readPriceFilter, searchKeywords } from './product-search.ts';
import { VALUES_MAX } from './size-limits.ts';
import { warnOfConsent, warnOfIntent, warnOfKeywords, warnOfUserData } from './warnings.ts';

/** An impression that passed every rule, with what its strings and extensions decode to. */
export type ValidImp = {
  readonly imp: Imp;
  readonly native: NativeRequest;
  /** The native request came inside a `native` key, so the answer's markup does too (ruling 18). */
  readonly isWrapped: boolean;
  /** Absent: no restriction (ruling 34). */
  readonly formats: readonly FormatReference[] | undefined;
  readonly priceFilter: PriceFilter | undefined;
};

export type ValidRequest = {
  /** As it came, unknown fields included; declared fields that were null are gone. */
  readonly wire: BidRequest;
  readonly imps: readonly ValidImp[];
  /** In test mode nothing is sold. */
  readonly isTest: boolean;
  /** The query of product search, after the keyword rules. */
  readonly keywords: readonly string[];
  /** Three letters: the country that the request names, or else that of its IP address (rulings 48 and 64). */
  readonly country: string | undefined;
  readonly warnings: readonly Warning[];
};

const compiled = compileLater(BidRequestSchema);

/** The body as a request that passed every rule, by compiled checks alone, or ruling 10's first refusal. */
export function validate(body: unknown, locate: Locate = locateNowhere): ValidRequest | Refusal {
  if (!isObject(body)) return refuse.notARequest(NO_OBJECT);
  if (compiled.Check(body)) return validateMeaning(body, locate);

  const cleaned = withoutNulls(BidRequestSchema, body);
  if (compiled.Check(cleaned)) return validateMeaning(cleaned, locate);
  return firstRefusal(cleaned as JsonObject);
}

/** The rules no schema can state, on a request whose every field is well-formed. */
function validateMeaning(wire: BidRequest, locate: Locate): ValidRequest | Refusal {
  const imps: ValidImp[] = [];
  const warnings: Warning[] = [];
  for (let index = 0; index < wire.imp.length; index++) {
    const imp = wire.imp[index] as Imp; // index < length
    const duplicate = duplicateRefusal(wire.imp, imp.id, index);
    if (duplicate !== undefined) return duplicate;
    const decoded = readNative(imp.native.request, `imp[${index}].native.request`);
    if (decoded instanceof Refusal) return decoded;
    const { native, isWrapped } = decoded;
    const declared = imp.ext?.service?.adcpFormats;
    const isLong = declared !== undefined && declared.length > FORMATS_CONSIDERED_MAX;
    const formats = isLong ? declared.slice(0, FORMATS_CONSIDERED_MAX) : declared;
    const priceFilter = readFilter(imp, index, warnings);
    imps.push({ imp, native, isWrapped, formats, priceFilter });
  }
  const exclusion = exclusionRefusal(wire);
  if (exclusion !== undefined) return exclusion;

  const { keywords, ignored } = searchKeywords(wire);
  const country = countryOf(wire, locate);
  return {
    wire,
    imps,
    isTest: readIsTest(wire),
    keywords,
    country,
    warnings: joined(
      joined(joined(warnings, warnOfKeywords(wire, ignored)), warnOfConsent(wire)),
      joined(warnOfIntent(wire), warnOfUserData(wire)),
    ),
  };
}

/** Formats come in the order of preference; a body has room for tens of thousands. */
const FORMATS_CONSIDERED_MAX = 32;

function readFilter({ ext }: Imp, index: number, warnings: Warning[]): PriceFilter | undefined {
  const extension = ext?.service_product_search ?? undefined;
  if (extension === undefined) return undefined;
  const { filter, notes } = readPriceFilter(extension);
  for (const note of notes) {
    const field = `imp[${index}].ext.service_product_search${note.field}`;
    warnings.push({ ...note, field });
  }
  return filter;
}

/** The first rule that the body breaks, in the declared order. */
function firstRefusal(body: JsonObject): Refusal {
  const rules = rulesOfMeaning(body, (text, path) => {
    const decoded = readNative(text, path);
    return decoded instanceof Refusal ? only(decoded) : undefined;
  });
  const found = findFault<Refusal>(BidRequestSchema, body, '', rules);
  if (found === undefined) throw new Error('the compiled check and its explanation disagree');
  return found instanceof Refusal ? found : refusalOf(found);
}

/** Every rule that the body breaks, in the order of ruling 10: the first is the refusal of `validate`. */
export function findRefusals(body: unknown): Faults<Refusal> {
  if (!isObject(body)) return only(refuse.notARequest(NO_OBJECT));
  const cleaned = withoutNulls(BidRequestSchema, body) as JsonObject; // It was an object before.
  const rules = rulesOfMeaning(cleaned, findNativeRefusals);
  const { shown, more } = findFaults<Refusal>(BidRequestSchema, cleaned, '', rules);
  return { shown: shown.map((f) => (f instanceof Refusal ? f : refusalOf(f))), more };
}

const NO_OBJECT = 'expected a JSON object';

function only(refusal: Refusal): Faults<Refusal> {
  return { shown: [refusal], more: 0 };
}

/** The rules of meaning, at the places where they belong in the walk over a request that a schema refuses. */
function rulesOfMeaning(
  body: JsonObject,
  judgeNative: (text: string, path: string) => Faults<Refusal> | undefined,
): OwnRules<Refusal> {
  const imps = Array.isArray(body.imp) ? (body.imp as readonly { id?: unknown }[]) : [];
  return (path, value, isRight) => {
    // It is about other fields, whatever the impressions are.
    if (path === 'imp') return onlyIfAny(exclusionRefusal(body));
    if (!isRight) return undefined;
    switch (pattern(path)) {
      case 'imp[].id':
        return onlyIfAny(duplicateRefusal(imps, value, indexIn(path)));
      case 'imp[].native.request':
        return judgeNative(value as string, path); // The schema says so.
      default:
        return undefined;
    }
  };
}

function onlyIfAny(refusal: Refusal | undefined): Faults<Refusal> | undefined {
  return refusal && only(refusal);
}

function refusalOf({ path, kind, reason }: Fault): Refusal {
  if (kind === 'type') return refuse.wrongType(path, reason);
  if (kind !== 'missing') return refuse.wrongValue(path, reason);
  // In two cases the spec names the parent instead.
  switch (pattern(path)) {
    case 'imp[].native':
      return refuse.missing(parent(path), `native: ${reason}`);
    case 'imp[].native.request':
      return refuse.malformed(parent(path), `request: ${reason}`);
    default:
      return refuse.missing(path, reason);
  }
}

/** Rule 6. */
function duplicateRefusal(
  imps: readonly { readonly id?: unknown }[],
  id: unknown,
  index: number,
): Refusal | undefined {
  for (let earlier = 0; earlier < index; earlier++) {
    if (imps[earlier]?.id === id) {
      return refuse.duplicateImp(
        `imp[${index}].id`,
        `the id ${JSON.stringify(id)} was first used by imp[${earlier}]`,
      );
    }
  }
  return undefined;
}

const EXCLUSIVE = ['site', 'app', 'dooh'] as const;

/** Rule 7; ruling 26 adds `dooh`. */
function exclusionRefusal(body: JsonObject): Refusal | undefined {
  let count = 0;
  for (const name of EXCLUSIVE) if ((body[name] ?? null) !== null) count++;
  if (count < 2) return undefined;
  const present = EXCLUSIVE.filter((name) => (body[name] ?? null) !== null);
  return refuse.exclusive(
    `expected at most one of site, app and dooh, but got ${present.join(' and ')}`,
  );
}

/** `imp[3].id` → `imp[].id` */
function pattern(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}

function indexIn(path: string): number {
  return Number.parseInt(path.slice(path.indexOf('[') + 1), 10);
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('.'));
}

/** The body of a bid request as JSON; one with too many values is refused before it is parsed (ruling 72). */
export function parseBody(text: string): { readonly value: unknown } | Refusal {
  const parsed = parseJson(text, VALUES_MAX.body);
  if (parsed.kind === 'json') return parsed;
  const { kind, reason } = parsed;
  return kind === 'fault' ? refuse.invalidJson(reason) : refuse.tooLarge(reason);
}

/** The country of an IP address, by its two letters; undefined where it is not known. */
export type Locate = (ip: string) => string | undefined;

export const locateNowhere: Locate = () => undefined;

/** Ruling 48: the country that the request names, or else that of its address. Unused codes name none (ruling 64). */
function countryOf({ device, user }: BidRequest, locate: Locate): string | undefined {
  const named = readCountry(device?.geo?.country) ?? readCountry(homeOf(user));
  if (named !== undefined) return named;
  const { ip, ipv6 } = (device ?? {}) as { readonly ip?: string; readonly ipv6?: unknown };
  return countryOfAddress(ip, locate) ?? countryOfAddress(ipv6, locate);
}

/** No rule checks `user.geo` and `device.ipv6`, so they may hold anything. */
function readCountry(code: unknown): string | undefined {
  // Other letters can become those of a code in upper case.
  if (typeof code !== 'string' || !/^[A-Za-z]{2,3}$/.test(code)) return undefined;
  return /^EUE?$/i.test(code) ? EUROPEAN_UNION : findCountry(code);
}

function homeOf(user: BidRequest['user']): unknown {
  return user !== undefined && 'geo' in user && isObject(user.geo) ? user.geo.country : undefined;
}

function countryOfAddress(address: unknown, locate: Locate): string | undefined {
  return typeof address === 'string' ? readCountry(locate(address)) : undefined;
}
