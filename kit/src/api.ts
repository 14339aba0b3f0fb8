// Made by `bin/bun kit/generate-api.ts` from an exchange's /openapi.json. Do not edit.

export type BidRequest = {
  readonly id: string;
  readonly imp: readonly {
    readonly id: string;
    readonly native: {
      /** A Native Ads 1.2 request, JSON-encoded; with or without the `native` wrapper. */
      readonly request: string;
      readonly ver?: '1' | '1.0' | '1.1' | '1.2';
      readonly api?: readonly number[];
      /** Blocked creative attributes. */
      readonly battr?: readonly number[];
    };
    readonly bidfloor?: number;
    readonly ext?: {
      readonly service?: {
        readonly adcpFormats?: readonly {
          readonly agent_url: string;
          readonly id: string;
        }[];
      };
      /** Price filter of the product-search partner. Invalid values are ignored, never refused. */
      readonly service_product_search?: unknown;
    };
    readonly bidfloorcur?: string;
    readonly secure?: 0 | 1;
    readonly pmp?: {
      readonly private_auction?: 0 | 1;
      readonly deals?: readonly {
        readonly id: string;
        readonly bidfloor?: number;
        readonly bidfloorcur?: string;
        readonly at?: 1 | 2 | 3;
        readonly wseat?: readonly string[];
        readonly wadomain?: readonly string[];
      }[];
    };
    /** Not sold here. `minduration` is at most `maxduration`. */
    readonly video?: unknown;
    /** Not sold here. `minduration` is at most `maxduration`. */
    readonly audio?: unknown;
  }[];
  /** 1 = test mode: always filled, never billed. */
  readonly test?: 0 | 1;
  readonly at?: 1 | 2;
  /** Milliseconds the caller waits. */
  readonly tmax?: number;
  readonly site?: {
    readonly id?: string;
    readonly name?: string;
    readonly domain?: string;
    /** IAB Content Taxonomy ids; `cattax` says of which version. */
    readonly cat?: readonly string[];
    /** Comma-separated; drives product search. */
    readonly keywords?: string;
    /** Keywords as an array; they count like `keywords`. */
    readonly kwarray?: readonly string[];
    readonly publisher?: {
      readonly id?: string;
    };
  };
  readonly app?: {
    readonly id?: string;
    readonly name?: string;
    readonly bundle?: string;
    /** IAB Content Taxonomy ids; `cattax` says of which version. */
    readonly cat?: readonly string[];
    /** Comma-separated; drives product search. */
    readonly keywords?: string;
    /** Keywords as an array; they count like `keywords`. */
    readonly kwarray?: readonly string[];
    readonly publisher?: {
      readonly id?: string;
    };
  };
  readonly device?: {
    readonly ua?: string;
    readonly ip?: string;
    readonly language?: string;
    readonly devicetype?: number;
    readonly geo?: {
      readonly lat?: number;
      readonly lon?: number;
      readonly country?: string;
    };
  };
  readonly user?: {
    readonly id?: string;
    readonly gender?: 'M' | 'F' | 'O';
    readonly data?: readonly {
      readonly id?: string;
      readonly name?: string;
      readonly segment?: readonly {
        readonly id?: string;
      }[];
    }[];
    readonly consent?: string;
    readonly ext?: {
      readonly consent?: string;
    };
  };
  readonly regs?: {
    readonly ext?: {
      readonly gdpr?: 0 | 1;
      readonly us_privacy?: string;
      /** The GPP sections in force: a list of numbers, at most 100. A number or a text is read as such a list; an unknown section withholds as much as an unreadable one. */
      readonly gpp_sid?: unknown;
    };
    readonly coppa?: 0 | 1;
    readonly gdpr?: 0 | 1;
    readonly us_privacy?: string;
    readonly gpp?: string;
    /** The GPP sections in force: a list of numbers, at most 100. A number or a text is read as such a list; an unknown section withholds as much as an unreadable one. */
    readonly gpp_sid?: unknown;
  };
  readonly ext?: {
    /** Context enhancement: the conversation around the ad. */
    readonly service?: {
      readonly messageSequenceNumber: number;
      readonly messageLength: number;
      readonly isQuickReply: boolean;
      readonly userThinkTimeMs?: number;
      readonly sessionDurationMs: number;
      readonly intent?: {
        readonly value: string;
        readonly confidence: number;
        readonly topics: readonly string[];
        readonly signals: readonly string[];
      };
      readonly sentiment?: {
        readonly value: 'positive' | 'neutral' | 'negative';
        readonly score: number;
      };
      readonly funnel?: {
        readonly stage: 'awareness' | 'consideration' | 'intent' | 'conversion';
        readonly progress: number;
      };
      readonly audience?: {
        readonly interests?: readonly string[];
        readonly behaviors?: readonly string[];
      };
    };
    /** For frequency caps and relevance. Partners get none of it. */
    readonly parley?: {
      /** A name of the conversation: random, and never made from the person. */
      readonly conversation?: string;
      /** The ads that were shown in the conversation so far. */
      readonly shown?: readonly {
        /** The advertiser: the first of `adomain` of the bid. */
        readonly domain: string;
        /** The campaign: `cid` of the bid. Without it, any campaign of the advertiser. */
        readonly cid?: string;
        readonly secondsAgo?: number;
        /** False: no ad of this advertiser in this answer, whoever bids. */
        readonly again?: boolean;
      }[];
      /** True: no ad rather than one that has nothing to do with the conversation. */
      readonly onlyRelevant?: boolean;
    };
  };
  readonly cur?: readonly string[];
  readonly bcat?: readonly string[];
  readonly acat?: readonly string[];
  readonly cattax?: number;
  readonly badv?: readonly string[];
  readonly bapp?: readonly string[];
  readonly wseat?: readonly string[];
  readonly bseat?: readonly string[];
  readonly wlang?: readonly string[];
};

export type NativeRequest = {
  readonly ver?: '1' | '1.0' | '1.1' | '1.2';
  readonly context?: number;
  readonly contextsubtype?: number;
  readonly plcmttype?: number;
  readonly plcmtcnt?: number;
  readonly seq?: number;
  readonly assets: readonly {
    readonly id: number;
    readonly required?: 0 | 1;
    readonly title?: {
      readonly len: number;
    };
    readonly img?: {
      readonly type?: number;
      readonly w?: number;
      readonly wmin?: number;
      readonly h?: number;
      readonly hmin?: number;
      readonly mimes?: readonly string[];
    };
    readonly video?: {
      readonly mimes: readonly string[];
      readonly minduration: number;
      readonly maxduration: number;
      readonly protocols: readonly number[];
      readonly w?: number;
      readonly h?: number;
    };
    readonly data?: {
      readonly type: number;
      readonly len?: number;
    };
  }[];
  readonly aurlsupport?: 0 | 1;
  readonly durlsupport?: 0 | 1;
  readonly eventtrackers?: readonly {
    readonly event: number;
    readonly methods: readonly number[];
  }[];
  readonly privacy?: 0 | 1;
};

export type BidResponse = {
  /** The id of the request. */
  readonly id: string;
  readonly bidid: string;
  /** USD, or the first currency of the request’s `cur` that has a rate. */
  readonly cur: string;
  readonly seatbid: readonly {
    readonly seat: string;
    readonly bid: readonly {
      readonly id: string;
      readonly impid: string;
      /** CPM in `cur`, at least the impression’s bidfloor. */
      readonly price: number;
      /** A Native Ads 1.2 response, wrapped in `native` if the request was. */
      readonly adm: string;
      readonly adomain: readonly string[];
      readonly mtype: 4;
      /** Seconds for which the price is reserved: a later bill may find the budget spent. */
      readonly exp: number;
      readonly crid?: string;
      readonly cid?: string;
      readonly cat?: readonly string[];
      readonly cattax?: number;
      readonly attr?: readonly number[];
      readonly language?: string;
      readonly dealid?: string;
      /** Call it when the ad has won, with ${AUCTION_PRICE} filled in. From /openrtb2/auction it reads no price. */
      readonly nurl?: string;
      /** Call it when the ad is shown, with ${AUCTION_PRICE} filled in. Billing rests on it. From /openrtb2/auction it reads no price. */
      readonly burl?: string;
      /** Call it when the ad is not going to be shown, with ${AUCTION_LOSS} filled in. Answers of /openrtb2/auction have none. */
      readonly lurl?: string;
      /** The bidder’s own `ext`, like `dsa`, and `service` and `parley`, which are the exchange’s. */
      readonly ext?: {
        readonly service?: {
          /** The declared format that this ad satisfies. */
          readonly format: {
            readonly agent_url: string;
            readonly id: string;
          };
        };
        readonly parley?: {
          /** What AI had to do with the ad, as its advertiser or bidder says. */
          readonly ai: {
            readonly text?: 'made' | 'changed';
            readonly picture?: 'made' | 'changed';
            /** Whether the ad has to be labelled where it is shown. */
            readonly label: boolean;
          };
          /** The same in the words of AdCP. */
          readonly provenance: {
            readonly text?: {
              readonly digital_source_type:
                | 'trained_algorithmic_media'
                | 'composite_with_trained_algorithmic_media';
            };
            readonly picture?: {
              readonly digital_source_type:
                | 'trained_algorithmic_media'
                | 'composite_with_trained_algorithmic_media';
            };
          };
        };
        /** From /openrtb2/auction, for clients that call neither nurl nor burl: images to load when the bid has won (500) and is billable (1). */
        readonly eventtrackers?: readonly {
          readonly event: number;
          readonly method: number;
          readonly url: string;
        }[];
      };
    }[];
  }[];
  readonly ext?: {
    readonly service?: {
      /** Only in test mode: what the validator noticed, and who would not have bid. */
      readonly test: {
        /** Always true. */
        readonly valid: boolean;
        readonly warnings: readonly {
          readonly code:
            | 'GDPR_CONSENT_MISSING'
            | 'INTENT_UNLISTED'
            | 'PRICE_FILTER_IGNORED'
            | 'CURRENCY_UNKNOWN'
            | 'FORMAT_AGENT_UNKNOWN'
            | 'KEYWORDS_IGNORED'
            | 'REQUEST_LARGE'
            | 'REQUEST_REPAIRED'
            | 'PRICE_CURRENCY_DIFFERS'
            | 'USER_DATA_INCOMPLETE'
            | 'FORMAT_UNKNOWN'
            | 'FORMAT_NOT_POSSIBLE'
            | 'DEAL_FLOOR_INEFFECTIVE'
            | 'SITE_OR_APP_MISSING'
            | 'PUBLISHER_MISSING'
            | 'CATEGORY_UNKNOWN'
            | 'ADDRESS_INVALID'
            | 'CONSENT_UNREADABLE';
          readonly field?: string;
          readonly reason: string;
          /** With `REQUEST_REPAIRED`: the name of the repair. */
          readonly repair?: string;
        }[];
        readonly integrationLevel: 1 | 2 | 3 | 4;
        readonly nonbid: readonly {
          readonly impid: string;
          readonly reason:
            | 'no-demand'
            | 'off-topic'
            | 'timeout'
            | 'capped'
            | 'budget'
            | 'currency'
            | 'invalid-bid'
            | 'not-secure'
            | 'blocked'
            | 'asset-mismatch'
            | 'below-floor'
            | 'no-format-match'
            | 'paced'
            | 'sensitive'
            | 'no-native';
        }[];
      };
    };
    /** Where the request has `ext.prebid.returnallbidstatus`: what was not sold. */
    readonly seatnonbid?: readonly {
      readonly seat: string;
      readonly nonbid: readonly {
        readonly impid: string;
        readonly statuscode: number;
      }[];
    }[];
  };
};

export type Conversion = {
  /** The click id of the landing page, or up to 10 of one visitor. In a form or a query: with commas between. */
  readonly click_id: string | readonly string[];
  /** What happened; "purchase" if absent. */
  readonly event?: string;
  /** Of the order, like 129.90. At most 1000000 USD. */
  readonly value?: number | string;
  /** Of the value, which needs it. */
  readonly currency?: string;
  /** An order counts once. Without it, each event counts once for its clicks. */
  readonly order_id?: string | number;
};

export type ErrorBody = {
  readonly error: {
    readonly code:
      | 'INVALID_REQUEST'
      | 'MISSING_REQUIRED_FIELD'
      | 'INVALID_FIELD_VALUE'
      | 'INVALID_FIELD_TYPE'
      | 'UNSUPPORTED_FORMAT'
      | 'UNAUTHORIZED'
      | 'FORBIDDEN'
      | 'NOT_FOUND'
      | 'METHOD_NOT_ALLOWED'
      | 'REQUEST_TIMEOUT'
      | 'GONE'
      | 'PAYLOAD_TOO_LARGE'
      | 'RATE_LIMIT_EXCEEDED'
      | 'INTERNAL_ERROR'
      | 'SERVICE_UNAVAILABLE';
    readonly message: string;
    readonly details: {
      readonly field?: string;
      /** What was expected, and what came. */
      readonly reason: string;
    };
    /** Also in the X-Request-Id header. */
    readonly request_id: string;
  };
};

/** What each path takes and answers, by status. */
export type Endpoints = {
  /** Ask for an ad */
  'POST /openrtb2': {
    readonly request: BidRequest;
    readonly answers: {
      readonly 200: BidResponse;
      readonly 204: undefined;
      readonly 400: ErrorBody;
      readonly 401: ErrorBody;
      readonly 403: ErrorBody;
      readonly 408: ErrorBody;
      readonly 413: ErrorBody;
      readonly 429: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** Ask for an ad, as Prebid does: what is not as the schema has it is repaired where that is safe */
  'POST /openrtb2/auction': {
    readonly request: BidRequest;
    readonly answers: {
      readonly 200: BidResponse;
      readonly 204: undefined;
      readonly 400: ErrorBody;
      readonly 401: ErrorBody;
      readonly 403: ErrorBody;
      readonly 408: ErrorBody;
      readonly 413: ErrorBody;
      readonly 429: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** A page for people who open the port in a browser */
  'GET /': { readonly request: undefined; readonly answers: { readonly 200: string } };
  /** Whether the process is alive */
  'GET /healthz': {
    readonly request: undefined;
    readonly answers: { readonly 200: Readonly<Record<string, unknown>> };
  };
  /** Whether the process takes requests */
  'GET /readyz': {
    readonly request: undefined;
    readonly answers: { readonly 200: Readonly<Record<string, unknown>>; readonly 503: ErrorBody };
  };
  /** What this exchange supports */
  'GET /capabilities': {
    readonly request: undefined;
    readonly answers: { readonly 200: Readonly<Record<string, unknown>> };
  };
  /** The ad formats known here */
  'GET /formats': {
    readonly request: undefined;
    readonly answers: { readonly 200: Readonly<Record<string, unknown>> };
  };
  /** Content categories across taxonomy versions */
  'GET /categories': {
    readonly request: undefined;
    readonly answers: { readonly 200: Readonly<Record<string, unknown>> };
  };
  /** The publishers that are sold here (IAB) */
  'GET /sellers.json': {
    readonly request: undefined;
    readonly answers: { readonly 200: Readonly<Record<string, unknown>> };
  };
  /** This document */
  'GET /openapi.json': {
    readonly request: undefined;
    readonly answers: { readonly 200: Readonly<Record<string, unknown>> };
  };
  /** The bid won the caller’s auction (nurl) */
  'GET /n/win/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 204: undefined;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The bid won the caller’s auction (nurl) */
  'POST /n/win/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 204: undefined;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad is billable (burl) */
  'GET /n/bill/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 204: undefined;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad is billable (burl) */
  'POST /n/bill/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 204: undefined;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The bid won the caller’s auction (nurl) */
  'GET /n/fixed-win/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 204: undefined;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The bid won the caller’s auction (nurl) */
  'POST /n/fixed-win/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 204: undefined;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad is billable (burl) */
  'GET /n/fixed-bill/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 204: undefined;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad is billable (burl) */
  'POST /n/fixed-bill/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 204: undefined;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The bid lost the caller’s auction (lurl) */
  'GET /n/loss/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 204: undefined;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The bid lost the caller’s auction (lurl) */
  'POST /n/loss/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 204: undefined;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad was shown */
  'GET /n/imp/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 200: unknown;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad was shown */
  'POST /n/imp/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 200: unknown;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad was shown */
  'GET /n/imp.js/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 200: unknown;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad was shown */
  'POST /n/imp.js/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 200: unknown;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad was viewable */
  'GET /n/view/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 200: unknown;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad was viewable */
  'POST /n/view/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 200: unknown;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad was viewable */
  'GET /n/view.js/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 200: unknown;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad was viewable */
  'POST /n/view.js/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 200: unknown;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad was clicked */
  'GET /n/click/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 302: undefined;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The ad was clicked */
  'POST /n/click/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 302: undefined;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** Somebody hid the ad, reported it or wants nothing of its advertiser */
  'GET /n/feedback/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 204: undefined;
      readonly 400: ErrorBody;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** Somebody hid the ad, reported it or wants nothing of its advertiser */
  'POST /n/feedback/{token}': {
    readonly request: undefined;
    readonly answers: {
      readonly 204: undefined;
      readonly 400: ErrorBody;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** An order, or another event, that follows from a click; from the advertiser’s server */
  'POST /n/conversion': {
    readonly request: Conversion;
    readonly answers: {
      readonly 204: undefined;
      readonly 400: ErrorBody;
      readonly 401: ErrorBody;
      readonly 403: ErrorBody;
      readonly 408: ErrorBody;
      readonly 410: ErrorBody;
      readonly 413: ErrorBody;
      readonly 429: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
  /** The same from a page, without a key: counted apart, and never charged */
  'GET /n/conversion.gif': {
    readonly request: undefined;
    readonly answers: {
      readonly 200: unknown;
      readonly 400: ErrorBody;
      readonly 403: ErrorBody;
      readonly 410: ErrorBody;
      readonly 429: ErrorBody;
      readonly 500: ErrorBody;
      readonly 503: ErrorBody;
    };
  };
};
