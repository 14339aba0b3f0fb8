import type { Config } from '../config/config.ts';
import { shortened } from '../lib/shortened.ts';
import type { Reach } from '../notices/due-calls.ts';
import type { SaleNoticesParts } from '../notices/sale-urls.ts';
import { WHOLE_SHARE } from '../sale/fact.ts';

/** What is agreed with partners and publishers about a sale and its notices. */
type Terms = Pick<SaleNoticesParts, 'billOnOf' | 'trackersOf' | 'shareOf'>;

export function saleTerms({ partners, publishers }: Config): Terms {
  const entries = new Map(partners.map((entry) => [entry.name, entry]));
  const shares = new Map(
    publishers.map(({ id, share = 1 }) => [shortened(id), Math.round(share * WHOLE_SHARE)]),
  );
  return {
    shareOf: (publisher) => shares.get(publisher) ?? WHOLE_SHARE,
    billOnOf: (partner) => entries.get(partner)?.billOn ?? 'burl',
    trackersOf(partner) {
      const entry = entries.get(partner);
      // Ads of other kinds of partner have no trackers.
      return entry?.kind === 'openrtb' ? (entry.trackers ?? 'client') : 'client';
    },
  };
}

/** Where the URLs in a partner's bids may lead. */
export function reaches({ partners }: Config): (partner: string) => Reach {
  const reach = new Map<string, Reach>(
    partners.map((entry) => [
      entry.name,
      entry.kind === 'openrtb' && entry.internalNotices === true ? 'anywhere' : 'internet',
    ]),
  );
  return (partner) => reach.get(partner) ?? 'internet';
}
