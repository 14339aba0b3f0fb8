import type { Win } from '../../src/core/auction/award.ts';
import { USD } from '../../src/core/auction/currency.ts';
import type { NativeResponse } from '../../src/core/openrtb/native-response.ts';
import type { ValidRequest } from '../../src/core/openrtb/validate.ts';
import { dimensionsOf } from '../../src/core/sale/dimensions.ts';
import type { TrackerSide } from '../../src/core/sale/plan-calls.ts';
import { type BillOn, createSeller, type SaleContext } from '../../src/core/sale/sell.ts';
import { KEYS, NOON_MS, SALE } from './a-sale.ts';

export const PUBLIC_URL = 'https://bid.example';

/** With what makes the dimensions of `SALE`. */
const REQUEST = {
  wire: {
    id: 'request 1',
    imp: [{ id: 'imp-1' }],
    site: { publisher: { id: 'pub-1' } },
    ext: {
      service: {
        intent: { value: 'comparison' },
        funnel: { stage: 'consideration' },
        sentiment: { value: 'neutral' },
        messageSequenceNumber: 5,
      },
    },
  },
  country: 'DEU',
  isTest: false,
} as unknown as ValidRequest; // Only these parts are read.

/** A sale to a caller that calls nurl, burl and lurl. */
export const SELLING: SaleContext = {
  noticeUrls: 'all',
  requestId: SALE.auctionId,
  bidResponseId: 'response',
  request: REQUEST,
  inventory: { currency: USD },
  dimensions: dimensionsOf(REQUEST),
  placements: new Set(),
};

/** The same as Prebid.js fires it. */
export const AS_PREBID: SaleContext = { ...SELLING, noticeUrls: 'trackers-only' };

export const IN_TEST: SaleContext = { ...SELLING, request: { ...REQUEST, isTest: true } };

export type SellerOptions = {
  readonly billOn?: BillOn;
  readonly trackers?: TrackerSide;
  readonly publicUrl?: string;
};

export type OneSale = ReturnType<ReturnType<typeof aSeller>>;

/** Sells one win, and reads the ad as the answer has it. */
export function aSeller(options: SellerOptions = {}) {
  const { billOn = 'burl', trackers = 'client', publicUrl = PUBLIC_URL } = options;
  const seller = createSeller({
    publicUrl,
    keys: KEYS,
    nowMs: () => NOON_MS + 999,
    billOnOf: () => billOn,
    trackersOf: () => trackers,
    shareOf: (publisher) => (publisher === 'pub-1' ? 7000 : 10_000),
  });
  return (win: Win, selling = SELLING) => {
    const [sold] = seller([win], selling);
    if (sold === undefined) throw new Error('expected a sale');
    const markup: unknown = JSON.parse(JSON.parse(sold.quotedAdm));
    const { native = markup } = markup as { readonly native?: unknown };
    return { ...sold, ad: native as NativeResponse };
  };
}

/** Whether a URL is a notice or a click URL of this exchange. */
export const isOwn = (url: string) => url.includes('/n/');
