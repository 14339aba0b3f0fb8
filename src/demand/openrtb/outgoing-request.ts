import type { OpenImp, Solicitation } from '../../core/auction/partner.ts';
import { type BidRequest, publisherIdOf } from '../../core/openrtb/bid-request.ts';
import { findCountry } from '../../lib/countries.ts';
import { perObject } from '../../lib/lookup.ts';
import { fromMicros } from '../../lib/money.ts';
import { isObject } from '../../lib/schema-fault.ts';

export type OpenRtbVersion = '2.5' | '2.6';

/** The terms of the exchange in requests to OpenRTB partners. Partners with the same terms share the object. */
export type OutgoingTerms = {
  /** The version whose fields the partner reads (ruling 53). */
  readonly version: OpenRtbVersion;
  /** Our domain, as `sellers.json` and supply chains know it. */
  readonly exchangeDomain: string;
  readonly defaultAuctionType: 1 | 2;
  readonly currencies: readonly string[];
  /** What the partner wants in `imp[].ext`, like the bidders that a Prebid Server should ask. */
  readonly impExt: object | undefined;
};

const bodiesOf = perObject((_: Solicitation) => new Map<OutgoingTerms, string>());

/** As JSON. Partners with the same solicitation and terms share all of it but `tmax`, which is put in front. */
export function outgoingBody(
  solicitation: Solicitation,
  terms: OutgoingTerms,
  tmaxMs: number,
): string {
  const byTerms = bodiesOf(solicitation);
  let rest = byTerms.get(terms);
  if (rest === undefined) {
    rest = JSON.stringify(outgoingRequest(solicitation, terms)).slice(1);
    byTerms.set(terms, rest);
  }
  return `{"tmax":${tmaxMs},${rest}`;
}

/** Fields that OpenRTB 2.6 has at the top of their object and 2.5 in its `ext`. */
const REGS_FIELDS = ['gdpr', 'us_privacy', 'gpp', 'gpp_sid'];
const USER_FIELDS = ['consent', 'eids'];
const SOURCE_FIELDS = ['schain'];

/** The fields where the partner's version has them, the bare native root, and our node in the supply chain. */
function outgoingRequest({ request, imps }: Solicitation, terms: OutgoingTerms) {
  const { tmax: _, imp: __, device, regs, user, ...rest } = request.wire;
  const moved = terms.version === '2.5' ? movedDown : movedUp;
  return {
    ...rest,
    ...(device === undefined ? {} : { device: withCountry(device, request.country) }),
    at: rest.at ?? terms.defaultAuctionType,
    cur: terms.currencies,
    imp: imps.map((imp) => outgoingImp(imp, terms)),
    ...(regs === undefined ? {} : { regs: moved(regs, REGS_FIELDS) }),
    ...(user === undefined ? {} : { user: moved(user, USER_FIELDS) }),
    source: moved(outgoingSource(request.wire, terms), SOURCE_FIELDS),
  };
}

/** Other media of the impression would invite bids that cannot win (ruling 54). */
type OtherMedia = { readonly banner?: unknown; readonly video?: unknown; readonly audio?: unknown };

function outgoingImp({ imp, native, isWrapped, floorMicros }: OpenImp, { impExt }: OutgoingTerms) {
  const { banner: _, video: __, audio: ___, ext, ...rest } = imp as typeof imp & OtherMedia;
  return {
    ...rest,
    ...(ext === undefined && impExt === undefined
      ? {}
      : { ext: { ...outgoingImpExtension(ext ?? {}), ...impExt } }),
    native: {
      ...imp.native,
      ver: native.ver ?? '1.2',
      request: isWrapped ? JSON.stringify(native) : imp.native.request,
    },
    bidfloor: fromMicros(floorMicros),
    bidfloorcur: 'USD',
  };
}

/** Without the price filter (ruling 45), and without the caller's parameters for other bidders (ruling 54). */
function outgoingImpExtension(ext: object): object {
  const {
    service_product_search: _,
    prebid: __,
    bidder: ___,
    ...rest
  } = ext as Readonly<Record<string, unknown>>;
  return rest;
}

/** The country that was found by the IP address stands where the request names none that is known (ruling 48). */
function withCountry(
  device: NonNullable<BidRequest['device']>,
  country: string | undefined,
): NonNullable<BidRequest['device']> {
  if (country === undefined || findCountry(device.geo?.country ?? '') !== undefined) return device;
  return { ...device, geo: { ...device.geo, country } };
}

/** The fields moved out of `ext` to the top, where a field that is there already wins (ruling 22). */
function movedUp(value: object, names: readonly string[]): object {
  const { ext, ...rest } = value as { readonly ext?: unknown };
  if (!isObject(ext)) return value;
  // Nearly every request has nothing else in there, and copying lists of entries takes several times as long.
  if (Object.keys(ext).every((name) => names.includes(name))) return { ...ext, ...rest };
  const { moved = [], kept = [] } = parted(ext, names);
  return { ...Object.fromEntries(moved), ...rest, ext: Object.fromEntries(kept) };
}

/** The fields moved from the top into `ext`, where they win over those that are there (ruling 22). */
function movedDown(value: object, names: readonly string[]): object {
  const { ext, ...rest } = value as { readonly ext?: unknown };
  const { moved = [], kept = [] } = parted(rest, names);
  if (moved.length === 0) return value;
  const below = { ...(isObject(ext) ? ext : {}), ...Object.fromEntries(moved) };
  return { ...Object.fromEntries(kept), ext: below };
}

function parted(value: object, names: readonly string[]) {
  return Object.groupBy(Object.entries(value), ([name]) =>
    names.includes(name) ? 'moved' : 'kept',
  );
}

const SELLER_ID_LENGTH_MAX = 64;

/** `source` is not validated, so each part of it is used only where its type is right. */
function outgoingSource(
  wire: BidRequest & { readonly source?: unknown },
  terms: OutgoingTerms,
): object {
  const source = isObject(wire.source) ? movedUp(wire.source, SOURCE_FIELDS) : {};
  const chain = 'schain' in source && isObject(source.schain) ? source.schain : undefined;
  const nodes: readonly unknown[] = Array.isArray(chain?.nodes) ? chain.nodes : [];
  const seller = publisherIdOf(wire);
  // Ruling 81: nobody could find a seller without an id in sellers.json.
  if (!seller) return { ...source, schain: { ver: '1.0', ...chain, complete: 0, nodes } };
  const sid = seller.slice(0, SELLER_ID_LENGTH_MAX);
  const node = { asi: terms.exchangeDomain, sid, rid: wire.id, hp: 1 };
  // Without a chain the caller is the publisher itself, and the chain begins with us.
  const complete = chain === undefined ? 1 : 0;
  return { ...source, schain: { complete, ver: '1.0', ...chain, nodes: [...nodes, node] } };
}
