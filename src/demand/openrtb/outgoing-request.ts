import { fromMicros } from '../../lib/money.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { BidRequest } from '../../openrtb/bid-request.ts';
import type { OpenImp, Solicitation } from '../partner.ts';

/** What every OpenRTB partner is told, whoever it is. */
export type OutgoingTerms = {
  /** Our domain, as `sellers.json` and supply chains know it. */
  readonly exchangeDomain: string;
  readonly defaultAuctionType: 1 | 2;
  readonly currencies: readonly string[];
};

const bodies = new WeakMap<Solicitation, string>();

/**
 * The request for a partner as JSON. All but `tmax` is the same for every partner that may see the same,
 * so it is serialised once and `tmax` is put in front.
 */
export function outgoingBody(
  solicitation: Solicitation,
  terms: OutgoingTerms,
  tmaxMs: number,
): string {
  let rest = bodies.get(solicitation);
  if (rest === undefined) {
    rest = JSON.stringify(outgoingRequest(solicitation, terms)).slice(1);
    bodies.set(solicitation, rest);
  }
  return `{"tmax":${tmaxMs},${rest}`;
}

/** OpenRTB 2.6 places throughout, the bare native root, and our node at the end of the supply chain. */
function outgoingRequest({ request, imps }: Solicitation, terms: OutgoingTerms) {
  const { tmax: _, imp: __, regs, user, ...rest } = request.wire;
  return {
    ...rest,
    at: rest.at ?? terms.defaultAuctionType,
    cur: terms.currencies,
    imp: imps.map(outgoingImp),
    ...(regs === undefined
      ? {}
      : { regs: movedUp(regs, ['gdpr', 'us_privacy', 'gpp', 'gpp_sid']) }),
    ...(user === undefined ? {} : { user: movedUp(user, ['consent', 'eids']) }),
    source: outgoingSource(request.wire, terms),
  };
}

/** Other media of the impression would invite bids that cannot win (ruling 54). */
type OtherMedia = { readonly banner?: unknown; readonly video?: unknown; readonly audio?: unknown };

function outgoingImp({ imp, native, isWrapped, floorMicros }: OpenImp) {
  const { banner: _, video: __, audio: ___, ext, ...rest } = imp as typeof imp & OtherMedia;
  return {
    ...rest,
    ...(ext === undefined ? {} : { ext: outgoingImpExtension(ext) }),
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

/** Fields that OpenRTB 2.6 took out of `ext`: moved there, unless the new place is taken. */
function movedUp(value: object, names: readonly string[]): object {
  const { ext, ...rest } = value as { readonly ext?: unknown };
  if (!isObject(ext)) return value;
  const isMoved = ([name]: [string, unknown]) => names.includes(name);
  const entries = Object.entries(ext);
  const kept = entries.filter((entry) => !isMoved(entry));
  return {
    ...Object.fromEntries(entries.filter(isMoved)),
    ...rest,
    ...(kept.length === 0 ? {} : { ext: Object.fromEntries(kept) }),
  };
}

const SELLER_ID_LENGTH_MAX = 64;

/** `source` is nobody's rule here, so whatever came in it is taken as far as it makes sense. */
function outgoingSource(
  wire: BidRequest & { readonly source?: unknown },
  terms: OutgoingTerms,
): object {
  const source = isObject(wire.source) ? movedUp(wire.source, ['schain']) : {};
  const chain = 'schain' in source && isObject(source.schain) ? source.schain : undefined;
  const seller =
    wire.site?.publisher?.id ?? wire.app?.publisher?.id ?? wire.site?.domain ?? wire.app?.bundle;
  const node = {
    asi: terms.exchangeDomain,
    sid: (seller ?? 'unknown').slice(0, SELLER_ID_LENGTH_MAX),
    rid: wire.id,
    hp: 1,
  };
  return {
    ...source,
    schain: {
      // Without a chain the caller is the publisher itself, and the chain begins with us.
      complete: chain === undefined ? 1 : 0,
      ver: '1.0',
      ...chain,
      nodes: [...(Array.isArray(chain?.nodes) ? chain.nodes : []), node],
    },
  };
}
