import { JSON_VALUES_MAX } from '../../lib/json.ts';

/**
 * How large a request and a partner's answer may be inside (ruling 72): generous for every honest one, and small
 * enough that no list costs more than its bytes. `docs/limits.md` has each with its field.
 */

/** JSON values in one text. */
export const VALUES_MAX = {
  body: JSON_VALUES_MAX,
  nativeRequest: 10_000,
  answer: 20_000,
  markup: 10_000,
} as const;

/** Items of a list of a request. */
export const REQUEST_ITEMS_MAX = {
  imps: 10,
  currencies: 200,
  /** What the publisher blocks or allows: categories, advertisers, apps, seats, languages. */
  blocks: 10_000,
  deals: 1000,
  formats: 1000,
  apis: 100,
  attributes: 1000,
  assets: 500,
  mimes: 100,
  protocols: 100,
  eventTrackers: 100,
  trackingMethods: 100,
  categories: 50,
  keywords: 10_000,
  /** Topics and signals of the conversation, interests and behaviours. */
  contextWords: 10_000,
  userData: 1000,
  segments: 10_000,
  /** Ads that were shown in a conversation. */
  shown: 100,
  /** There are 27. */
  gppSections: 100,
} as const;

/** Items of a list of a partner's answer or of an ad. */
export const ANSWER_ITEMS_MAX = {
  seatBids: 100,
  /** Of one seat, and of the whole answer. */
  bids: 100,
  domains: 100,
  categories: 100,
  attributes: 100,
  /** Under the Digital Services Act. */
  transparency: 100,
  assets: 500,
  trackers: 200,
} as const;

/** Tags, comments and CDATA sections of the VAST of one video. A thousand URLs, which fill an answer, need 3000. */
export const VAST_TAGS_MAX = 5000;

/** Characters of a text of a bid. The markup is bounded by the answer that it is in. */
export const BID_CHARACTERS_MAX = {
  /** Ids, seats, codes and names: notices and markup repeat them wherever they have a macro. */
  name: 512,
  noticeUrl: 8192,
} as const;
