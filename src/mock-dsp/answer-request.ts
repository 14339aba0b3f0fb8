import { sampleAd } from '../demand/sample-ad.ts';
import { isObject } from '../lib/schema-fault.ts';
import { type NativeRequest, readNative } from '../openrtb/native-request.ts';
import { markup, type NativeResponse } from '../openrtb/native-response.ts';
import { Refusal } from '../openrtb/refusal.ts';
import type { Chance } from './behaviour.ts';

export type MockBidder = {
  readonly seat: string;
  readonly adomain: string;
  /** The base URL of this bidder's notices. */
  readonly noticeBaseUrl: string;
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

function bidOn(imp: unknown, { adomain, noticeBaseUrl, nextPrice, newId }: MockBidder) {
  if (!isObject(imp) || typeof imp.id !== 'string' || !isObject(imp.native)) return undefined;
  const decoded = readNative(String(imp.native.request), 'native.request');
  if (decoded instanceof Refusal) return undefined;
  const id = newId();
  const notice = (kind: string) =>
    `${noticeBaseUrl}/notices/${kind}?bid=${id}&imp=${encodeURIComponent(imp.id as string)}&price=\${AUCTION_PRICE}`;
  return {
    id,
    impid: imp.id,
    price: nextPrice(),
    adm: markup(composeAd(decoded.native, adomain), decoded.isWrapped),
    adomain: [adomain],
    cid: 'mock-campaign',
    crid: 'mock-creative',
    mtype: 4,
    nurl: notice('win'),
    burl: notice('billing'),
    lurl: `${notice('loss')}&reason=\${AUCTION_LOSS}`,
  };
}

/** Starts from the sample creative, which fits any request, and sets the DSP's own https landing page and pictures. */
function composeAd(native: NativeRequest, adomain: string): NativeResponse {
  const sample = sampleAd(native);
  return {
    ...sample,
    assets: (sample.assets ?? []).map((asset) => {
      if (!('img' in asset)) return asset;
      const { w, h } = asset.img;
      return { ...asset, img: { ...asset.img, url: `https://${adomain}/pictures/${w}x${h}` } };
    }),
    link: { url: `https://${adomain}/landing` },
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
