import type { PartnerBid } from '../demand/partner.ts';
import type { BidRequest, Imp } from '../openrtb/bid-request.ts';
import { categoryBlock } from './category-block.ts';
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

function seatBlock({ seat }: PartnerBid, { wseat, bseat }: BidRequest): Drop | undefined {
  const isAllowed = (wseat ?? []).length === 0 || wseat?.includes(seat);
  if (isAllowed && !bseat?.includes(seat)) return undefined;
  return new Drop(LOSS.seatBlocked, `seat "${seat}" is not allowed by the request`);
}

function advertiserBlock(
  { adomain }: PartnerBid,
  { badv }: BidRequest,
  { blockedDomains }: PublisherRules,
): Drop | undefined {
  for (const domain of adomain) {
    if (isUnder(domain, badv ?? []) || isUnder(domain, blockedDomains)) {
      return new Drop(LOSS.advertiserBlocked, `advertiser ${domain} is blocked`);
    }
  }
  // A bid without advertiser domains cannot be checked against a list of domains.
  const hasList = (badv ?? []).length > 0 || blockedDomains.length > 0;
  return hasList && adomain.length === 0
    ? new Drop(LOSS.advertiserBlocked, 'advertisers are blocked by domain, and this bid names none')
    : undefined;
}

/** A blocked domain blocks its subdomains too. */
function isUnder(domain: string, blocked: readonly string[]): boolean {
  if (blocked.length === 0) return false;
  const name = domain.toLowerCase();
  return blocked.some((entry) => {
    const parent = entry.toLowerCase();
    return name === parent || name.endsWith(`.${parent}`);
  });
}

function appBlock({ bundle }: PartnerBid, { bapp }: BidRequest): Drop | undefined {
  return bundle !== undefined && bapp?.includes(bundle)
    ? new Drop(LOSS.appBlocked, `app ${bundle} is blocked`)
    : undefined;
}

function attributeBlock({ attr = [] }: PartnerBid, { native }: Imp): Drop | undefined {
  const blocked = attr.find((attribute) => native.battr?.includes(attribute));
  return blocked === undefined
    ? undefined
    : new Drop(LOSS.attributeBlocked, `creative attribute ${blocked} is blocked`);
}

const NO_LANGUAGE = 'xx';

function languageBlock({ language }: PartnerBid, { wlang = [] }: BidRequest): Drop | undefined {
  if (language === undefined || language === NO_LANGUAGE || wlang.length === 0) return undefined;
  return wlang.includes(language)
    ? undefined
    : new Drop(LOSS.languageBlocked, `language ${language} is not among ${wlang.join(', ')}`);
}
