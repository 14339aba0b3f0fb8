import { chunk } from '../libraries/chunk/chunk.js';
import { ortbConverter } from '../libraries/ortbConverter/converter.js';
import { type AdapterRequest, type BidderSpec, registerBidder } from '../src/adapters/bidderFactory.js';
import type { BidRequest } from '../src/adapterManager.js';
import {
  EVENT_TYPE_IMPRESSION,
  EVENT_TYPE_VIEWABLE,
  TRACKER_METHOD_IMG,
  TRACKER_METHOD_JS,
} from '../src/eventTrackers.js';
import { NATIVE } from '../src/mediaTypes.js';
import { deepSetValue, isStr, logWarn, replaceAuctionPrice } from '../src/utils.js';

const BIDDER_CODE = 'parley';
const AUCTION_PATH = '/openrtb2/auction';
const IMPS_PER_REQUEST_MAX = 10;
const BID_TTL_SECONDS = 300;
// Every exchange bids in it; in others only where its operator has given it rates.
const COMMON_CURRENCY = 'USD';

export type ParleyFormat = {
  /**
   * The https URL of the agent that defines the format.
   */
  agent_url: string;
  id: string;
};

export type ParleyContext = {
  messageSequenceNumber: number;
  messageLength: number;
  isQuickReply: boolean;
  userThinkTimeMs?: number;
  sessionDurationMs: number;
  intent?: { value: string; confidence: number; topics: string[]; signals: string[] };
  sentiment?: { value: 'positive' | 'neutral' | 'negative'; score: number };
  funnel?: { stage: 'awareness' | 'consideration' | 'intent' | 'conversion'; progress: number };
  audience?: { interests?: string[]; behaviors?: string[] };
};

export type ParleyBidderParams = {
  /**
   * The address of the exchange, like `https://ads.example.com`. http is for exchanges on this machine only.
   */
  endpoint: string;
  /**
   * The publisher's id at the exchange.
   */
  publisherId: string;
  /**
   * The ad formats that the page can draw, in the order of preference.
   */
  formats?: ParleyFormat[];
  /**
   * The conversation around the ad.
   */
  context?: ParleyContext;
  /**
   * Price bounds for offers of product search.
   */
  productSearch?: { min_price?: number; max_price?: number; price_currency?: string };
  /**
   * Test mode: always filled, never billed.
   */
  test?: boolean;
};

declare module '../src/adUnits' {
  interface BidderParams {
    [BIDDER_CODE]: ParleyBidderParams;
  }
}

const converter = ortbConverter<typeof BIDDER_CODE>({
  context: {
    mediaType: NATIVE,
    netRevenue: true,
    ttl: BID_TTL_SECONDS,
    // What Prebid fires of a native ad; an ad unit that lists trackers of its own keeps them.
    nativeRequest: {
      eventtrackers: [EVENT_TYPE_IMPRESSION, EVENT_TYPE_VIEWABLE].map((event) => ({
        event,
        methods: [TRACKER_METHOD_IMG, TRACKER_METHOD_JS],
      })),
    },
  },

  imp(buildImp, bidRequest, context) {
    const imp = buildImp(bidRequest, context);
    const { formats, productSearch } = bidRequest.params;
    if (formats) deepSetValue(imp, 'ext.service.adcpFormats', formats);
    if (productSearch) deepSetValue(imp, 'ext.service_product_search', productSearch);
    return imp;
  },

  overrides: {
    imp: {
      // The floors module converts with the currency module; where it cannot, it gives the floor in its own currency.
      bidfloor(setFloor, imp, bidRequest, context) {
        setFloor(imp, bidRequest, { ...context, currency: COMMON_CURRENCY });
      },
      // The converter takes every page for an https one. Over http, as on a laptop, pages may have ads that come over http.
      secure(setSecure, imp, bidRequest, context) {
        const page = context.bidderRequest.refererInfo?.topmostLocation;
        if (page?.startsWith('http:')) imp.secure = imp.secure ?? 0;
        setSecure(imp, bidRequest, context);
      },
    },
  },

  request(buildRequest, imps, bidderRequest, context) {
    const request = buildRequest(imps, bidderRequest, context);
    // The exchange takes the first that it has a rate for; the currency module converts the bids.
    if (request.cur && !request.cur.includes(COMMON_CURRENCY)) {
      request.cur = [...request.cur, COMMON_CURRENCY];
    }
    const { publisherId, test } = context.bidRequests[0].params;
    deepSetValue(request, `${request.app ? 'app' : 'site'}.publisher.id`, publisherId);
    const conversation = context.bidRequests.map(({ params }) => params.context).find((value) => value);
    if (conversation) deepSetValue(request, 'ext.service', conversation);
    if (test) request.test = 1;
    return request;
  },

  bidResponse(buildBidResponse, bid, context) {
    const adm = replaceAuctionPrice(bid.adm, bid.price);
    const bidResponse = buildBidResponse({ ...bid, adm }, context);
    // Win and bill are told by core, which fires bid.ext.eventtrackers. Without a burl the impression is what bills; with deferred billing, the ad must not be drawn before.
    bidResponse.deferRendering = !bid.burl;
    return bidResponse;
  },
});

export const spec: BidderSpec<typeof BIDDER_CODE> = {
  code: BIDDER_CODE,
  supportedMediaTypes: [NATIVE],

  isBidRequestValid({ params }) {
    if (!isExchangeUrl(params?.endpoint)) {
      logWarn(`${BIDDER_CODE}: expected params.endpoint to be an https URL, or an http URL of this machine`, params);
      return false;
    }
    if (!isStr(params.publisherId) || params.publisherId === '') {
      logWarn(`${BIDDER_CODE}: expected params.publisherId to be a non-empty string`, params);
      return false;
    }
    return true;
  },

  buildRequests(validBidRequests, bidderRequest) {
    return groupByAccount(validBidRequests)
      .flatMap((bidRequests) => chunk(bidRequests, IMPS_PER_REQUEST_MAX))
      .map((bidRequests): AdapterRequest => ({
        method: 'POST',
        url: auctionUrl(bidRequests[0].params.endpoint),
        data: converter.toORTB({ bidRequests, bidderRequest }),
        // As plain text, which browsers send without a preflight. The exchange sets no cookies.
        options: { contentType: 'text/plain', withCredentials: false },
      }));
  },

  interpretResponse({ body, headers }, { data }) {
    if (body?.seatbid) return converter.fromORTB({ response: body, request: data });
    // No bid is a 204 without a body. Prebid shows the line in debug mode.
    const [reason, detail] = ['X-NoBid-Reason', 'X-NoBid-Detail'].map((name) => headers.get(name));
    logWarn(`${BIDDER_CODE}: no bid, ${reason ?? 'for no reason that is told'}${detail ? `: ${detail}` : ''}`);
    return [];
  },
};

/**
 * One group for each exchange, publisher and mode: a request has room for one of each.
 */
function groupByAccount(bidRequests: BidRequest<typeof BIDDER_CODE>[]): BidRequest<typeof BIDDER_CODE>[][] {
  const groups = new Map<string, BidRequest<typeof BIDDER_CODE>[]>();
  bidRequests.forEach((bidRequest) => {
    const { endpoint, publisherId, test } = bidRequest.params;
    const key = JSON.stringify([auctionUrl(endpoint), publisherId, Boolean(test)]);
    groups.set(key, [...(groups.get(key) ?? []), bidRequest]);
  });
  return [...groups.values()];
}

function auctionUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}${AUCTION_PATH}`;
}

function isExchangeUrl(value: unknown): boolean {
  return isStr(value) && /^(https:\/\/[^/\s]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$))/i.test(value as string);
}

registerBidder(spec);
