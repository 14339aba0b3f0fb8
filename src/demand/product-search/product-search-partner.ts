import type { HttpCall, HttpPartner, OpenImp, PartnerReply } from '../partner.ts';
import { type Bidder, chooseOffers } from './choose-offers.ts';
import { createOfferCache } from './offer-cache.ts';
import { type OffersRead, readOffers } from './read-offers.ts';
import { searchUrl, URL_CHARACTERS_MAX } from './search-url.ts';

export type ProductSearchOptions = {
  readonly name: string;
  /** Of the product service, without `/v1/ads/search`. */
  readonly baseUrl: string;
  /** Clicks expected per impression, 0 to 1: turns what a click pays into a bid. */
  readonly clickRate: number;
  readonly timeoutMs: number | undefined;
  readonly qpsMax: number | undefined;
  readonly acceptsTest: boolean;
  /** Sent with every call, like a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly nowMs: () => number;
};

/** Bids with products that match the page's keywords and the impression's price filter. */
export function createProductSearchPartner(options: ProductSearchOptions): HttpPartner {
  const { name, baseUrl, clickRate, timeoutMs, qpsMax, acceptsTest, nowMs } = options;
  const cache = createOfferCache(nowMs);
  const headers = { ...options.headers, accept: 'application/json' };
  const get = (url: string): HttpCall => ({ method: 'GET', url, headers });

  return {
    kind: 'http',
    name,
    acceptsTest,
    timeoutMs,
    qpsMax,
    ask({ request: { wire, keywords }, imps, rejectionOf }) {
      // Ruling 36.
      if (keywords.length === 0) return { kind: 'no-bid', reason: 'no keywords' };
      const bidder = { seat: name, requestId: wire.id, clickRate, rejectionOf };
      const wishes: Wish[] = [];
      const answers = new Map<string, OffersRead>();
      const unknown: string[] = [];
      for (const open of imps) {
        const url = searchUrl(baseUrl, keywords, open.priceFilter);
        if (url.length > URL_CHARACTERS_MAX) {
          return { kind: 'no-bid', reason: 'the keywords are too long for a query' };
        }
        wishes.push({ open, url });
        if (answers.has(url) || unknown.includes(url)) continue;
        const known = cache.get(url);
        if (known === undefined) unknown.push(url);
        else answers.set(url, known);
      }
      if (unknown.length === 0) return bid({ wishes, answers, faults: [], bidder });

      return {
        calls: unknown.map(get),
        read(replies) {
          const faults: string[] = [];
          for (const [index, url] of unknown.entries()) {
            const reply = replies[index];
            if (reply === undefined) continue;
            const offers = readOffers(reply);
            if (offers.kind === 'malformed') {
              faults.push(offers.reason);
              continue;
            }
            cache.set(url, offers);
            answers.set(url, offers);
          }
          const [fault] = faults;
          if (answers.size === 0 && fault !== undefined) {
            return { kind: 'malformed', reason: fault };
          }
          return bid({ wishes, answers, faults, bidder });
        },
      };
    },
  };
}

/** An impression, and the address at which its offers are. */
type Wish = { readonly open: OpenImp; readonly url: string };

type Known = {
  readonly wishes: readonly Wish[];
  /** What came from each address that answered. */
  readonly answers: ReadonlyMap<string, OffersRead>;
  /** What is wrong with the answers that could not be read. */
  readonly faults: readonly string[];
  readonly bidder: Bidder;
};

function bid({ wishes, answers, faults, bidder }: Known): PartnerReply {
  const offered = wishes.map(({ open, url }) => ({
    open,
    offers: answers.get(url)?.offers ?? [],
  }));
  const { bids, passed } = chooseOffers(offered, bidder);
  const unreadable = [...faults];
  for (const { notes } of answers.values()) unreadable.push(...notes);
  if (bids.length === 0 && unreadable.length === 0) {
    const reason = passed.length === 0 ? 'no offers' : 'no offer passed every rule';
    return { kind: 'no-bid', reason, passed };
  }
  return { kind: 'bids', bids, unreadable, passed };
}
