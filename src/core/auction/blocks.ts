import { isListed, lookupOf, perObject } from '../../lib/lookup.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { BidRequest, Imp } from '../openrtb/bid-request.ts';
import {
  type CategoryList,
  CONTENT_1_0,
  contentCategories,
  hasCategory,
  isAllowedBy,
  isBlockedBy,
  isComparable,
} from '../openrtb/category-match.ts';
import { coversDomain } from '../openrtb/host-name.ts';
import { Drop, LOSS } from './drop.ts';
import type { PartnerBid } from './partner.ts';
import type { PublisherRules } from './rules.ts';

/** The first block list of the request or of the publisher's config that the bid violates, or the lack of DSA information. */
export function findBlock(
  bid: PartnerBid,
  wire: BidRequest,
  imp: Imp,
  rules: PublisherRules,
): Drop | undefined {
  return (
    seatBlock(bid, wire) ??
    advertiserBlock(bid, wire, rules) ??
    repeatBlock(bid, wire) ??
    appBlock(bid, wire) ??
    categoryBlock(bid, wire, rules) ??
    attributeBlock(bid, imp) ??
    languageBlock(bid, wire) ??
    findMissingDsa(bid, wire)
  );
}

function seatBlock({ seat }: PartnerBid, { wseat, bseat }: BidRequest): Drop | undefined {
  const isAllowed = wseat === undefined || wseat.length === 0 || isListed(wseat, seat);
  if (isAllowed && (bseat === undefined || !isListed(bseat, seat))) return undefined;
  return new Drop(LOSS.seatBlocked, `seat "${seat}" is not allowed by the request`);
}

/** A blocked domain blocks its subdomains too. */
function advertiserBlock(
  { adomain }: PartnerBid,
  { badv = NONE }: BidRequest,
  { blockedDomains, exchangeBlocks: { domains } }: PublisherRules,
): Drop | undefined {
  if (badv.length === 0 && blockedDomains.length === 0 && domains.length === 0) return undefined;
  for (const domain of adomain) {
    if (coversDomain(domains, domain)) {
      return new Drop(LOSS.advertiserBlocked, `the exchange blocks advertiser ${domain}`);
    }
    if (coversDomain(badv, domain) || coversDomain(blockedDomains, domain)) {
      return new Drop(LOSS.advertiserBlocked, `advertiser ${domain} is blocked`);
    }
  }
  // A bid without advertiser domains cannot be checked against a list of domains.
  return adomain.length === 0
    ? new Drop(LOSS.advertiserBlocked, 'advertisers are blocked by domain, and this bid names none')
    : undefined;
}

type ShownList = NonNullable<NonNullable<NonNullable<BidRequest['ext']>['parley']>['shown']>;

const notAgain = perObject((shown: ShownList): readonly string[] =>
  shown.flatMap(({ domain, again }) => (again === false ? domain : [])),
);

/** Unlike `badv`, no partner is told of it (ruling 76). */
function repeatBlock({ adomain }: PartnerBid, { ext }: BidRequest): Drop | undefined {
  const shown = ext?.parley?.shown;
  if (shown === undefined || shown.length === 0) return undefined;
  for (const domain of adomain) {
    if (!coversDomain(notAgain(shown), domain)) continue;
    return new Drop(LOSS.advertiserBlocked, `the conversation has just seen an ad of ${domain}`);
  }
  return undefined;
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
  for (const one of attr) {
    if (!isListed(battr, one)) continue;
    return new Drop(LOSS.attributeBlocked, `creative attribute ${one} is blocked`);
  }
  return undefined;
}

const NO_LANGUAGE = 'xx';

function languageBlock({ language }: PartnerBid, { wlang = NONE }: BidRequest): Drop | undefined {
  if (language === undefined || language === NO_LANGUAGE || wlang.length === 0) return undefined;
  return isListed(wlang, language)
    ? undefined
    : new Drop(LOSS.languageBlocked, `language ${language} is not among those of wlang`);
}

/** The categories that the request or the publisher's config blocks, and those that the request allows. */
function categoryBlock(
  { cat = NONE, cattax }: PartnerBid,
  wire: BidRequest,
  rules: PublisherRules,
): Drop | undefined {
  const { bcat = NONE, acat = NONE } = wire;
  const { blockedCategories, refusesUncategorized } = rules;
  if (bcat.length === 0 && acat.length === 0 && blockedCategories.length === 0) {
    return refusesUncategorized && cat.length === 0 ? NO_CATEGORY : undefined;
  }
  return listedCategory(cat, cattax ?? CONTENT_1_0, wire, rules);
}

function listedCategory(
  cat: readonly string[],
  cattax: number,
  { bcat = NONE, acat = NONE, cattax: requestCattax = CONTENT_1_0 }: BidRequest,
  { blockedCategories, refusesUncategorized }: PublisherRules,
): Drop | undefined {
  const blocked = [{ ids: bcat, cattax: requestCattax }, ...contentCategories(blockedCategories)];
  for (const category of cat) {
    // An id of the config without a known taxonomy is compared as it is.
    const isBlocked =
      hasCategory(blockedCategories, category) ||
      blocked.some((list) => isBlockedBy(category, cattax, list));
    if (isBlocked) return new Drop(LOSS.categoryBlocked, `category ${category} is blocked`);
  }
  if (refusesUncategorized) {
    const fault = uncategorized(cat, cattax, blocked);
    if (fault !== undefined) return fault;
  }
  const allowed = { ids: acat, cattax: requestCattax };
  if (acat.length === 0 || cat.some((category) => isAllowedBy(category, cattax, allowed))) {
    return undefined;
  }
  return new Drop(
    LOSS.categoryBlocked,
    'the request allows certain categories only, and the bid has none of them',
  );
}

const NO_CATEGORY = new Drop(
  LOSS.categoryBlocked,
  'the publisher refuses bids without a category, and this bid names none',
);

/** Ruling 52: a category that cannot be compared with a block list does not count as one. */
function uncategorized(
  cat: readonly string[],
  cattax: number,
  lists: readonly CategoryList[],
): Drop | undefined {
  if (cat.length === 0) return NO_CATEGORY;
  const isCompared = lists.every(
    ({ ids, cattax: listCattax }) =>
      ids.length === 0 || cat.some((category) => isComparable(category, cattax, listCattax)),
  );
  return isCompared
    ? undefined
    : new Drop(
        LOSS.categoryBlocked,
        'the publisher refuses bids without a category, and those of this bid cannot be compared with the block list',
      );
}

/** `regs.ext.dsa.dsarequired`: required, and required because the publisher is an online platform. */
const REQUIRED: readonly unknown[] = [2, 3];

/** Ruling 51: where the request requires DSA information, a bid without `ext.dsa` is dropped. */
function findMissingDsa({ ext }: PartnerBid, { regs }: BidRequest): Drop | undefined {
  const asked: unknown = regs?.ext;
  if (!isObject(asked) || !isObject(asked.dsa)) return undefined;
  if (!REQUIRED.includes(asked.dsa.dsarequired)) return undefined;
  return ext?.dsa === undefined
    ? new Drop(LOSS.filtered, 'the request requires DSA information, and the bid has no ext.dsa')
    : undefined;
}
