import type { PartnerBid } from '../demand/partner.ts';
import { lookupOf } from '../lib/lookup.ts';
import { perObject } from '../lib/per-object.ts';
import type { BidRequest, Imp } from '../openrtb/bid-request.ts';
import { categoryBlock } from './category-block.ts';
import { coversDomain } from './domain-list.ts';
import { Drop, LOSS } from './drop.ts';
import type { PublisherRules } from './rules.ts';

/** The first block list of the request or of the publisher's config that the bid violates. */
export function findBlock(
  bid: PartnerBid,
  wire: BidRequest,
  imp: Imp,
  rules: PublisherRules,
): Drop | undefined {
  return (
    seatBlock(bid, wire) ??
    advertiserBlock(bid, wire, rules) ??
    appBlock(bid, wire) ??
    categoryBlock(bid, wire, rules) ??
    attributeBlock(bid, imp) ??
    languageBlock(bid, wire)
  );
}

/** Every bid is compared with the same lists, which may be long. */
const namesIn = perObject(lookupOf<string>);
const numbersIn = perObject(lookupOf<number>);

function seatBlock({ seat }: PartnerBid, { wseat, bseat }: BidRequest): Drop | undefined {
  const isAllowed = wseat === undefined || wseat.length === 0 || namesIn(wseat).has(seat);
  if (isAllowed && (bseat === undefined || !namesIn(bseat).has(seat))) return undefined;
  return new Drop(LOSS.seatBlocked, `seat "${seat}" is not allowed by the request`);
}

/** A blocked domain blocks its subdomains too. */
function advertiserBlock(
  { adomain }: PartnerBid,
  { badv = NONE }: BidRequest,
  { blockedDomains }: PublisherRules,
): Drop | undefined {
  if (badv.length === 0 && blockedDomains.length === 0) return undefined;
  for (const domain of adomain) {
    if (coversDomain(badv, domain) || coversDomain(blockedDomains, domain)) {
      return new Drop(LOSS.advertiserBlocked, `advertiser ${domain} is blocked`);
    }
  }
  // A bid without advertiser domains cannot be checked against a list of domains.
  return adomain.length === 0
    ? new Drop(LOSS.advertiserBlocked, 'advertisers are blocked by domain, and this bid names none')
    : undefined;
}

const NONE: readonly never[] = [];

const appsIn = perObject((list: readonly string[]) => lookupOf(list.map(comparableApp)));

/** Stores have no two apps whose names differ in case alone. */
function comparableApp(bundle: string): string {
  return bundle.trim().toLowerCase();
}

function appBlock({ bundle }: PartnerBid, { bapp = NONE }: BidRequest): Drop | undefined {
  if (bundle === undefined || bapp.length === 0) return undefined;
  return appsIn(bapp).has(comparableApp(bundle))
    ? new Drop(LOSS.appBlocked, `app ${bundle} is blocked`)
    : undefined;
}

function attributeBlock({ attr = NONE }: PartnerBid, { native }: Imp): Drop | undefined {
  const { battr = NONE } = native;
  if (attr.length === 0 || battr.length === 0) return undefined;
  const blocked = attr.find((attribute) => numbersIn(battr).has(attribute));
  return blocked === undefined
    ? undefined
    : new Drop(LOSS.attributeBlocked, `creative attribute ${blocked} is blocked`);
}

const NO_LANGUAGE = 'xx';

function languageBlock({ language }: PartnerBid, { wlang = NONE }: BidRequest): Drop | undefined {
  if (language === undefined || language === NO_LANGUAGE || wlang.length === 0) return undefined;
  return namesIn(wlang).has(language)
    ? undefined
    : new Drop(LOSS.languageBlocked, `language ${language} is not among those of wlang`);
}
