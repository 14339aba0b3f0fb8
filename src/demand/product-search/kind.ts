import Type, { type Static } from 'typebox';
import type {
  HttpCall,
  Inquiry,
  OpenImp,
  PartnerReply,
  Solicitation,
} from '../../core/auction/partner.ts';
import type { PriceFilter } from '../../core/openrtb/product-search.ts';
import { joined } from '../../lib/joined.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { HttpUrl } from '../../lib/value-schemas.ts';
import { CallsPerSecond, CLOSED, COMMON, Milliseconds, Name, REMOTE } from '../entry-schema.ts';
import { type KindDeclaration, USUAL_TRAITS } from '../kind.ts';
import type { RateBook } from '../rate-book.ts';
import { chooseOffers, createOfferRates, type OfferBidder } from './choose-offers.ts';
import { type OffersRead, readOffers } from './read-offers.ts';

const EMBEDDED = 'embedded';

const schema = Type.Object(
  {
    name: Name,
    kind: Type.Literal('product-search'),
    url: Type.Union([Type.Literal(EMBEDDED), HttpUrl], {
      expects: '"embedded" or a URL that starts with http:// or https://',
    }),
    timeoutMs: Type.Optional(Milliseconds),
    qpsMax: Type.Optional(CallsPerSecond),
    clickRate: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    cacheSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
    acceptsTest: Type.Optional(Type.Boolean()),
    ...REMOTE,
    ...COMMON,
  },
  CLOSED,
);

type ProductSearchEntry = DeepReadonly<Static<typeof schema>>;

export type ProductSearchParts = {
  /** Of the product service that ships with Parley, where a partner wants it. */
  readonly catalogUrl: string | undefined;
  readonly nowMs: () => number;
  readonly rates: RateBook;
};

/** Of a hundred people who see a product, one clicks. */
const CLICK_RATE_DEFAULT = 0.01;

/** Prices of another service may change at any time; those of the embedded catalogue do not while Parley runs. */
const CACHE_SECONDS_DEFAULT = 5;

/** Bids with products that match the page's keywords and the impression's price filter. */
export const PRODUCT_SEARCH = {
  schema,
  isRemote: true,
  traitsOf: ({ url, clickRate = CLICK_RATE_DEFAULT }) => ({
    ...USUAL_TRAITS,
    usesCatalog: url === EMBEDDED,
    offerClickRate: clickRate,
  }),
  faultOf: ({ url, cacheSeconds }) =>
    url === EMBEDDED && cacheSeconds !== undefined
      ? {
          key: 'cacheSeconds',
          reason: 'cannot be combined with "url: embedded", whose prices do not change',
        }
      : undefined,
  create(entry, { catalogUrl, nowMs, rates }) {
    const { name, url: given, timeoutMs, qpsMax, clickRate = CLICK_RATE_DEFAULT } = entry;
    const isEmbedded = given === EMBEDDED;
    const bidder = { seat: name, clickRateOf: createOfferRates(rates, name, clickRate) };
    const baseUrl = isEmbedded ? (catalogUrl ?? '') : given;
    const { cacheSeconds = CACHE_SECONDS_DEFAULT } = entry;
    const keepMs = isEmbedded ? Number.POSITIVE_INFINITY : cacheSeconds * 1000;
    const cache = createOfferCache(nowMs, keepMs);
    const headers = { ...entry.headers, accept: 'application/json' };
    const get = (url: string): HttpCall => ({ method: 'GET', url, headers });
    return {
      kind: 'http',
      name,
      acceptsTest: entry.acceptsTest ?? isEmbedded,
      timeoutMs,
      qpsMax,
      ask(solicitation) {
        const { keywords } = solicitation.request;
        // Ruling 36.
        if (keywords.length === 0) return NO_KEYWORDS;
        if (isTooLong(keywords)) return TOO_LONG;
        const words = keywords.join(',');
        const found: FoundOffers = [];
        let isKnown = true;
        for (const { priceFilter } of solicitation.imps) {
          const offers = cache.get(searchKey(words, priceFilter));
          if (offers === undefined) isKnown = false;
          found.push(offers);
        }
        if (isKnown) return bidWith(found, NO_FAULTS, solicitation, bidder);
        return inquire(words, found, solicitation);
      },
    };

    /** Impressions with the same filter share a question to the product service. */
    function inquire(
      words: string,
      found: FoundOffers,
      solicitation: Solicitation,
    ): Inquiry | PartnerReply {
      const { request, imps } = solicitation;
      const questions = new Map<string, OpenImp[]>();
      for (const [at, imp] of imps.entries()) {
        if (found[at] !== undefined) continue;
        const key = searchKey(words, imp.priceFilter);
        questions.set(key, [...(questions.get(key) ?? []), imp]);
      }
      const urls = Array.from(questions.values(), ([first]) =>
        searchUrl(baseUrl, request.keywords, first?.priceFilter),
      );
      if (urls.some((url) => url.length > URL_CHARACTERS_MAX)) return TOO_LONG;
      return {
        calls: urls.map(get),
        read(replies) {
          const faults: string[] = [];
          for (const [index, [key, asking]] of [...questions].entries()) {
            const reply = replies[index];
            if (reply === undefined) continue;
            const offers = readOffers(reply);
            if (offers.kind === 'malformed') {
              faults.push(offers.reason);
              continue;
            }
            cache.set(key, offers, reply.text.length);
            for (const imp of asking) found[imps.indexOf(imp)] = offers;
          }
          const [fault] = faults;
          if (fault !== undefined && found.every((offers) => offers === undefined)) {
            return { kind: 'malformed', reason: fault };
          }
          return bidWith(found, faults, solicitation, bidder);
        },
      };
    }
  },
} satisfies KindDeclaration<ProductSearchEntry, ProductSearchParts>;

const NO_KEYWORDS: PartnerReply = { kind: 'no-bid', reason: 'no keywords' };
const NO_FAULTS: readonly string[] = [];
const TOO_LONG: PartnerReply = { kind: 'no-bid', reason: 'the keywords are too long for a query' };

/** Before they are encoded, which makes them longer still. */
function isTooLong(keywords: readonly string[]): boolean {
  let characters = 0;
  for (const keyword of keywords) characters += keyword.length;
  return characters > URL_CHARACTERS_MAX;
}

/** What was found for each impression; undefined: no answer has come. */
type FoundOffers = (OffersRead | undefined)[];

/** The faults are those of answers that could not be read. */
function bidWith(
  found: FoundOffers,
  faults: readonly string[],
  solicitation: Solicitation,
  bidder: OfferBidder,
): PartnerReply {
  const { bids, passed } = chooseOffers(found, solicitation, bidder);
  let unreadable = faults;
  for (let at = 0; at < found.length; at++) {
    const offers = found[at];
    if (offers === undefined || found.indexOf(offers) < at) continue;
    unreadable = joined(unreadable, offers.notes);
  }
  if (bids.length === 0 && unreadable.length === 0) {
    const reason = passed.length === 0 ? 'no offers' : 'no offer passed every rule';
    return { kind: 'no-bid', reason, passed };
  }
  return { kind: 'bids', bids, unreadable, passed };
}

/** Few, because a large heap lengthens the pauses of every auction in the process. */
export const CACHE_ENTRIES_MAX = 200;

/** Of all answers together, in characters of what was received. */
const CACHE_CHARACTERS_MAX = 8_000_000;

type Entry = { readonly offers: OffersRead; readonly readMs: number; readonly characters: number };

/** What was read from each address, kept for `keepMs`: at most so long is an ad sold at a price that has changed (ruling 78). */
function createOfferCache(nowMs: () => number, keepMs: number) {
  const entries = new Map<string, Entry>();
  let characters = 0;

  function forget(key: string): void {
    characters -= entries.get(key)?.characters ?? 0;
    entries.delete(key);
  }

  return {
    get(key: string): OffersRead | undefined {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const ageMs = nowMs() - entry.readMs;
      // The clock may have been set back.
      if (ageMs >= 0 && ageMs < keepMs) return entry.offers;
      forget(key);
      return undefined;
    },
    set(key: string, offers: OffersRead, length: number): void {
      if (keepMs === 0) return;
      // Forgotten first, so that the map's order stays the order of age.
      forget(key);
      entries.set(key, { offers, readMs: nowMs(), characters: length });
      characters += length;
      for (const oldest of entries.keys()) {
        if (entries.size <= CACHE_ENTRIES_MAX && characters <= CACHE_CHARACTERS_MAX) break;
        forget(oldest);
      }
    },
  };
}

/** Beyond this, servers start to refuse the address; a call would only count as the partner's failure. */
const URL_CHARACTERS_MAX = 8000;

/** The outbound call of the spec: `query`, and each price only when it is set; never the currency. */
function searchUrl(
  baseUrl: string,
  keywords: readonly string[],
  { min, max }: PriceFilter = {},
): string {
  const base = baseUrl.endsWith('/') ? baseUrl.replace(/\/+$/, '') : baseUrl;
  // An unpaired surrogate, which JSON can carry, has no encoding.
  const query = encodeURIComponent(keywords.join(',').toWellFormed());
  const least = min === undefined ? '' : `&minOfferPrice=${withoutDecimals(min)}`;
  const most = max === undefined ? '' : `&maxOfferPrice=${withoutDecimals(max)}`;
  return `${base}/v1/ads/search?query=${query}${least}${most}`;
}

/** Equal for questions with the same URL. Most answers are known, and encoding the words costs more than finding them. */
function searchKey(words: string, { min, max }: PriceFilter = {}): string {
  const least = min === undefined ? '' : Math.round(min);
  const most = max === undefined ? '' : Math.round(max);
  return `${least} ${most} ${words}`;
}

/** Ruling 35: rounded half up. By way of a big integer where numbers print an exponent, from 10^21 on. */
function withoutDecimals(price: number): string {
  const rounded = Math.round(price);
  return Number.isSafeInteger(rounded) ? String(rounded) : BigInt(rounded).toString();
}
