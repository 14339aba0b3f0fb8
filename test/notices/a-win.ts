import type { Win } from '../../src/core/auction/award.ts';
import type { PartnerBid } from '../../src/core/auction/partner.ts';
import type { KnownFormat } from '../../src/core/openrtb/known-formats.ts';
import type { NativeRequest } from '../../src/core/openrtb/native-request.ts';
import type { NativeResponse } from '../../src/core/openrtb/native-response.ts';

export type WinParts = {
  readonly partner?: string;
  readonly bid?: Partial<PartnerBid>;
  readonly native?: Partial<NativeResponse>;
  readonly format?: KnownFormat;
  /** What the native request offers. */
  readonly offers?: NativeRequest['eventtrackers'];
  readonly clearingMicros?: number;
  readonly secure?: 0 | 1;
};

/** By image, impression and viewable. */
export const BOTH_BY_IMAGE = [
  { event: 1, methods: [1] },
  { event: 2, methods: [1] },
];

export function aWin(parts: WinParts = {}): Win {
  const { partner = 'acme', offers, clearingMicros = 2_500_000, secure } = parts;
  const native: NativeResponse = {
    link: { url: 'https://shop.example/item' },
    assets: [{ id: 1, title: { text: 'Tea' } }],
    ...parts.native,
  };
  const request: NativeRequest = {
    assets: [{ id: 1, required: 1, title: { len: 50 } }],
    ...(offers === undefined ? {} : { eventtrackers: offers }),
  };
  return {
    candidate: {
      partner,
      bid: {
        id: 'bid-1',
        impid: 'imp-1',
        priceMicros: clearingMicros,
        currency: 'USD',
        seat: 'seat-7',
        creative: { kind: 'composed', native },
        adomain: ['shop.example'],
        cid: 'c-42',
        crid: 'cr-9',
        ...parts.bid,
      },
      imp: {
        imp: {
          id: 'imp-1',
          native: { request: JSON.stringify(request) },
          ...(secure === undefined ? {} : { secure }),
        },
        native: request,
        isWrapped: false,
        formats: undefined,
        priceFilter: undefined,
        floorMicros: 0,
        acceptedFormats: undefined,
      },
      priceMicros: clearingMicros,
      floorMicros: 0,
      deal: undefined,
      fault: undefined,
      native,
      format: parts.format,
    },
    clearingMicros,
    minToWinMicros: 0,
  };
}
