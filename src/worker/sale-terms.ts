import type { Config } from '../config/config.ts';
import { traitsOf } from '../demand/kinds.ts';
import { shortened } from '../lib/shortened.ts';
import type { Reach } from '../notices/due-calls.ts';
import type { SaleNoticesParts } from '../notices/sale-urls.ts';
import { WHOLE_SHARE } from '../sale/fact.ts';

/** What is agreed with partners and publishers about a sale and its notices. */
type Terms = Pick<SaleNoticesParts, 'billOnOf' | 'trackersOf' | 'shareOf'>;

export function saleTerms({ partners, publishers }: Config): Terms {
  const billOn = new Map(partners.map((entry) => [entry.name, entry.billOn]));
  const trackers = new Map(partners.map((entry) => [entry.name, traitsOf(entry).trackers]));
  const shares = new Map(
    publishers.map(({ id, share = 1 }) => [shortened(id), Math.round(share * WHOLE_SHARE)]),
  );
  return {
    shareOf: (publisher) => shares.get(publisher) ?? WHOLE_SHARE,
    billOnOf: (partner) => billOn.get(partner) ?? 'burl',
    trackersOf: (partner) => trackers.get(partner) ?? 'client',
  };
}

/** Where the URLs in a partner's bids may lead. */
export function reaches({ partners }: Config): (partner: string) => Reach {
  const trusted = new Set(
    partners.flatMap((entry) => (traitsOf(entry).internalNotices === true ? entry.name : [])),
  );
  return (partner) => (trusted.has(partner) ? 'anywhere' : 'internet');
}
