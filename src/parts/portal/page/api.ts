import type { PublisherDefinition } from '../../../store/account-kinds.ts';

/**
 * What a publisher's own pages show. People of a publisher get their own; an operator names one by `?publisher=`. Times
 * are ISO texts, money is in USD unless it says otherwise.
 */

/**
 * `GET /api/portal/session`, which needs no login. `POST /portal/login` with `{token}` opens a session, whose CSRF token
 * goes with every change, and `POST /portal/logout` ends it. It is apart from a session of the console: one browser may
 * have both. With `?publisher=` a call is made as the operator, without it as somebody of a publisher.
 */
export type PortalSession = {
  readonly access: 'session' | 'operator' | 'login';
  readonly csrfToken: string | null;
  readonly who: string;
};

/** `POST /api/portal/keys`: the only answer that has the key. `DELETE /api/portal/keys/{key}` answers without it. */
export type MadePortalKey = PortalInfo & { readonly key: string };

/** `GET /api/portal` */
export type PortalInfo = {
  readonly publisher: string;
  readonly name: string | null;
  readonly state: 'invited' | 'active' | 'paused';
  /** What the viewer may do: those who only look get no forms. */
  readonly mayChange: boolean;
  readonly isOperator: boolean;
  /** Where bid requests go. */
  readonly publicUrl: string;
  /** Whether its requests need a key. */
  readonly needsKey: boolean;
  readonly keys: readonly {
    readonly id: string;
    readonly madeAt: string | null;
    readonly madeBy: string;
  }[];
};

/** `GET /api/portal/earnings?days=7&by=day|format|placement` */
export type Earnings = {
  readonly from: string;
  readonly to: string;
  readonly total: EarningsFigures;
  /** The same number of days a week before. */
  readonly before: EarningsFigures;
  readonly rows: readonly (EarningsFigures & { readonly name: string })[];
};

export type EarningsFigures = {
  readonly requests: number;
  readonly impressions: number;
  readonly sold: number;
  readonly clicks: number;
  readonly earnedUsd: number;
  /** The share of the valid requests that got an ad, as in reports; null without one. */
  readonly fillRate: number | null;
  /** Earned for a thousand ads shown; null without one. */
  readonly ecpmUsd: number | null;
};

/**
 * `GET /api/portal/requests?outcome=&find=&from=&to=&page=`: the last ones that are remembered, and refusals of today by
 * reason.
 */
export type PortalRequests = {
  readonly rows: readonly PortalRequest[];
  /** Since then, every auction is remembered. */
  readonly since: string;
  /** Of a search for what is not remembered: the samples that match, and how many are kept. null: nothing was searched for. */
  readonly sampled: PortalSamples | null;
  readonly refusalsToday: readonly {
    readonly code: string;
    /** What to do about it. */
    readonly words: string;
    readonly count: number;
  }[];
};

export type PortalSamples = {
  readonly rows: readonly (Pick<PortalRequest, 'outcome' | 'words'> & {
    /** Its minute. */
    readonly at: string;
  })[];
  readonly days: number;
  /** For how many auctions one is kept, on average; null: there is none. */
  readonly oneIn: number | null;
};

export type PortalRequest = {
  readonly requestId: string;
  readonly at: string;
  readonly outcome: 'sold' | 'no-bid' | 'refused';
  /** In words, with the field where there is one. */
  readonly words: string;
  readonly field: string | null;
  readonly isTest: boolean;
};

/** `GET /api/portal/requests/{request}`: the auction without prices and names of those who lost. */
export type PortalAuction = {
  readonly requestId: string;
  readonly at: string;
  readonly outcome: PortalRequest['outcome'];
  readonly words: string;
  readonly field: string | null;
  readonly warnings: readonly {
    readonly code: string;
    /** '' where it is about no single field. */
    readonly field: string;
    /** How the request was changed, where it was; otherwise ''. */
    readonly reason: string;
  }[];
  readonly askedPartners: number;
  readonly bids: number;
  readonly imps: readonly {
    readonly id: string;
    readonly placement: string | null;
    /** Its own price, and what it is owed of it. */
    readonly sold: {
      readonly cpmUsd: number;
      readonly owedCpmUsd: number;
      readonly advertiser: string;
      readonly title: string | null;
    } | null;
    /** Why not, in words. */
    readonly words: string | null;
  }[];
};

/**
 * `GET /api/portal/settings`, `PUT` of the settings with `If-Match`. `POST /api/portal/blocks` with `{domain}` adds to the
 * blocked domains and answers the same. The bounds are the operator's.
 */
export type PortalSettings = {
  readonly revision: number;
  /** False for a publisher of the config. */
  readonly isChangeable: boolean;
  readonly settings: PublisherSettings;
  readonly bounds: {
    readonly floorMin: number;
    readonly floorMax: number;
    /** Classes that it may turn off. All may be turned on. */
    readonly sensitiveOff: readonly string[];
  };
};

/** The part of its entry that a publisher may change. */
export type PublisherSettings = Pick<
  PublisherDefinition,
  | 'floors'
  | 'blockedCategories'
  | 'blockedDomains'
  | 'refusesUncategorized'
  | 'sensitive'
  | 'origins'
  | 'placements'
  | 'firstAdTurn'
  | 'turnGap'
  | 'noAdsOnNegativeSentiment'
  | 'noAdsOnSupportRequests'
  | 'onlyRelevant'
>;

/** `GET /api/portal/integration`: how far the integration is, by its last test requests. */
export type IntegrationState = {
  /** null: there was none that is remembered. */
  readonly level: 1 | 2 | 3 | 4 | null;
  readonly meaning: string;
  readonly next: readonly string[];
  readonly lastAt: string | null;
};

/** `GET /api/portal/snippets`: each filled in with the publisher's id, for pasting. */
export type PortalSnippets = {
  readonly rows: readonly {
    readonly name: 'kit' | 'prebid-js' | 'curl';
    readonly title: string;
    readonly language: string;
    readonly text: string;
  }[];
};

/** `POST /portal/accept` with `{invitation, name}`: the only answer that has the token. */
export type Accepted = { readonly publisher: string; readonly token: string };
