import { sampleAd } from '../../core/exchange/test-mode.ts';
import { type NativeRequest, readNative } from '../../core/openrtb/native-request.ts';
import { markup, type NativeResponse } from '../../core/openrtb/native-response.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { Chance } from './behaviour.ts';

export type MockBidder = {
  readonly seat: string;
  readonly adomain: string;
  /** The base URL of this bidder's notices; undefined: its bids have none. */
  readonly noticeBaseUrl: string | undefined;
  /** Whether no two of its ads have the same texts and URLs. */
  readonly hasFreshAds?: boolean;
  readonly nextPrice: () => number;
  readonly newId: () => string;
};

/** A bid response with a bid on every native impression; undefined if the request has none. */
export function answerRequest(request: unknown, bidder: MockBidder) {
  if (!isObject(request) || !Array.isArray(request.imp)) return undefined;
  const bids = request.imp.flatMap((imp: unknown) => bidOn(imp, bidder) ?? []);
  if (bids.length === 0) return undefined;
  return {
    id: request.id,
    bidid: bidder.newId(),
    cur: 'USD',
    seatbid: [{ seat: bidder.seat, bid: bids }],
  };
}

function bidOn(imp: unknown, bidder: MockBidder) {
  if (!isObject(imp) || typeof imp.id !== 'string' || !isObject(imp.native)) return undefined;
  const decoded = readNative(String(imp.native.request), 'native.request');
  if (decoded instanceof Refusal) return undefined;
  const { adomain, hasFreshAds, nextPrice, newId } = bidder;
  const id = newId();
  const mark = hasFreshAds ? id : undefined;
  return {
    id,
    impid: imp.id,
    price: nextPrice(),
    adm: markup(composeAd(decoded.native, adomain, mark), decoded),
    adomain: [adomain],
    cid: 'mock-campaign',
    crid: mark === undefined ? 'mock-creative' : `creative-${mark}`,
    mtype: 4,
    ...noticesOf(id, imp.id, bidder),
  };
}

function noticesOf(id: string, impid: string, { noticeBaseUrl }: MockBidder) {
  if (noticeBaseUrl === undefined) return {};
  const notice = (kind: string) =>
    `${noticeBaseUrl}/notices/${kind}?bid=${id}&imp=${encodeURIComponent(impid)}&price=\${AUCTION_PRICE}`;
  return {
    nurl: notice('win'),
    burl: notice('billing'),
    lurl: `${notice('loss')}&reason=\${AUCTION_LOSS}`,
  };
}

/**
 * Starts from the sample creative, which fits any request, and sets the DSP's own https landing page and pictures.
 * With a mark, its texts end with that, as long as they were, and its URLs have it.
 */
function composeAd(native: NativeRequest, adomain: string, mark?: string): NativeResponse {
  const sample = sampleAd(native);
  const query = mark === undefined ? '' : `?ad=${mark}`;
  const marked = (text: string) =>
    mark === undefined ? text : `${text} ${mark}`.slice(-text.length);
  return {
    ...sample,
    assets: (sample.assets ?? []).map((asset) => {
      const { img, title, data } = asset;
      if (title !== undefined) return { ...asset, title: { ...title, text: marked(title.text) } };
      if (data !== undefined) return { ...asset, data: { ...data, value: marked(data.value) } };
      if (img === undefined) return asset;
      const url = `https://${adomain}/pictures/${img.w}x${img.h}${query}`;
      return { ...asset, img: { ...img, url } };
    }),
    link: { url: `https://${adomain}/landing${query}` },
  };
}

type Response = { readonly id: unknown; readonly seatbid: readonly object[] };

/** Malformed bodies that a bidder may send with status 200. */
export const DISTORTIONS: readonly ((response: Response) => string)[] = [
  (response) => JSON.stringify(response).slice(0, -20),
  () => '<html><body>502 Bad Gateway</body></html>',
  () => ' ',
  () => 'null',
  () => '[]',
  (response) => JSON.stringify({ ...response, seatbid: 'none' }),
  (response) => JSON.stringify({ ...response, seatbid: [{ bid: 'none' }] }),
  (response) => JSON.stringify({ ...response, seatbid: [{ bid: { price: '2.00' } }] }),
];

export function malform(response: Response, chance: Chance): string {
  const distort = DISTORTIONS[Math.floor(chance() * DISTORTIONS.length)];
  return distort === undefined ? '' : distort(response);
}
