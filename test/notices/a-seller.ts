import { USD } from '../../src/core/auction/currency.ts';
import type { TrackerSide } from '../../src/core/sale/plan-calls.ts';
import {
  type BillOn,
  createSaleNotices,
  type Sell,
  type Selling,
} from '../../src/core/sale/sale-urls.ts';
import { KEYS, NOON_MS, SALE } from './a-sale.ts';

export const PUBLIC_URL = 'https://bid.example';

const DIMENSIONS = { ...SALE.dimensions, format: '' };

/** A sale to a caller that calls nurl, burl and lurl. */
export const SELLING: Selling = {
  noticeUrls: 'all',
  auctionId: SALE.auctionId,
  index: 0,
  dimensions: DIMENSIONS,
  isTest: false,
  currency: USD,
  macros: () => '',
  callMacros: () => '',
};

/** The same as Prebid.js fires it. */
export const AS_PREBID: Selling = { ...SELLING, noticeUrls: 'trackers-only' };

export type SellerOptions = {
  readonly billOn?: BillOn;
  readonly trackers?: TrackerSide;
  readonly publicUrl?: string;
};

export function aSeller(options: SellerOptions = {}): Sell {
  const { billOn = 'burl', trackers = 'client', publicUrl = PUBLIC_URL } = options;
  return createSaleNotices({
    publicUrl,
    keys: KEYS,
    machine: SALE.machine,
    nowMs: () => NOON_MS + 999,
    billOnOf: () => billOn,
    trackersOf: () => trackers,
    shareOf: (publisher) => (publisher === 'pub-1' ? 7000 : 10_000),
  });
}
