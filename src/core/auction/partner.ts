import type { KnownFormat } from '../openrtb/known-formats.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import type { NoBidReason } from '../openrtb/no-bid.ts';
import type { ValidImp, ValidRequest } from '../openrtb/validate.ts';
import type { Charge } from '../sale/fact.ts';
import type { HoldCause } from '../sale/hold-cause.ts';
import type { KnownFit } from './judge-fit.ts';

/** An impression that is up for auction. */
export type OpenImp = ValidImp & {
  /** The least a bid may be, in USD: the request's floor or the publisher's, whichever is higher. */
  readonly floorMicros: number;
  /** The declared formats that are known here, in the publisher's order; undefined: no restriction. */
  readonly acceptedFormats: readonly KnownFormat[] | undefined;
};

/** What a partner is asked: a request as this partner may see it, and the impressions it may bid on. */
export type Solicitation = {
  readonly request: ValidRequest;
  readonly imps: readonly OpenImp[];
  /** Deals for the seats of other partners, which are left out of `imps` (ruling 54). */
  readonly withheldDeals: readonly WithheldDeal[];
  /** Nothing of it leaves the process. */
  readonly auction: AuctionTerms;
};

/** What partners of this process need of an auction beside the request. */
export type AuctionTerms = Exposure & {
  readonly nowMs: number;
  /** From 0 to below 1, for partners that draw between ads. */
  readonly chance: () => number;
  /** Whether the publisher wants no ad that is not targeted at something of the request. */
  readonly onlyRelevant: boolean;
  /**
   * The auction's own check of a bid, for partners that choose between several ads (ruling 44). Returns why the auction
   * drops the bid, or undefined; a bid that passed is not checked again.
   */
  rejectionOf(bid: PartnerBid, auction: AuctionTerms): Rejection | undefined;
};

/** What is known of the ads that the conversation has seen (ruling 76): for frequency caps of our own campaigns. */
export type Exposure = {
  readonly conversation: string | undefined;
  readonly shown: readonly SeenAd[];
  /** What this answer has sold so far, by the number of what caps count; undefined: nothing. */
  capCounts: Map<number, number> | undefined;
};

/** Of somebody who has seen nothing. */
export const NO_EXPOSURE: Exposure = { conversation: undefined, shown: [], capCounts: undefined };

export type SeenAd = {
  readonly domain: string;
  readonly cid?: string;
  readonly secondsAgo?: number;
};

/** Why a bid cannot win: a slug for the publisher and a sentence for people. */
export type Rejection = { readonly slug: NoBidReason; readonly reason: string };

export type WithheldDeal = { readonly impid: string; readonly dealid: string };

/** A bid as a partner made it, parsed but not yet judged. */
export type PartnerBid = {
  /** The partner's own id of the bid. */
  readonly id: string;
  readonly impid: string;
  readonly priceMicros: number;
  /**
   * What the impression can be expected to be worth to the bidder, in USD, where the price is raised or lowered to learn
   * how much that is: the bid wins with its price, and pays it only as far as others would have paid as much.
   */
  readonly worthMicros?: number;
  /** Of `priceMicros`. */
  readonly currency: string;
  readonly seat: string;
  readonly creative: Creative;
  readonly adomain: readonly string[];
  readonly crid?: string;
  readonly cid?: string;
  readonly cat?: readonly string[];
  readonly cattax?: number;
  readonly attr?: readonly number[];
  readonly language?: string;
  readonly bundle?: string;
  readonly dealid?: string;
  readonly mtype?: number;
  readonly exp?: number;
  readonly nurl?: string;
  readonly burl?: string;
  readonly lurl?: string;
  readonly adid?: string;
  readonly ext?: BidExtension;
  /** Bids that share a group, by identity, win all together or not at all (`seatbid.group`). */
  readonly group?: { readonly size: number };
  /** Of our own campaigns and of offers, how well the ad fits the conversation; absent: that is not known. */
  readonly fit?: KnownFit;
  /** Absent: the buyer pays the price for the impression. */
  readonly charge?: Charge;
  /** Present: the landing page gets a click id, so that its owner can tell of conversions. */
  readonly conversions?: ConversionTerms;
  /**
   * Sets aside what one impression costs at this CPM in USD, and counts it. Returns the portion of the budget that it is
   * from, 0 where there is no budget, or why a budget or a cap of the bidder does not allow it. Called for a bid that has
   * won, with itself, once. A bid without it can always pay.
   */
  readonly reserve?: (clearingMicros: number, bid: PartnerBid) => HoldCause | number;
};

export type ConversionTerms = {
  /** The query parameter of the landing page that the click id is in. */
  readonly parameter: string;
  /** A conversion counts for so long after the click. */
  readonly windowDays: number;
};

/** `bid.ext` as it came, with the DSA information declared. */
export type BidExtension = Readonly<Record<string, unknown>> & { readonly dsa?: object };

export type Creative =
  /** Made by `composeNative` for this very impression, so that it fits it. */
  | { readonly kind: 'composed'; readonly native: NativeResponse }
  | { readonly kind: 'markup'; readonly adm: string };

/** What a partner made of a question it understood. */
export type PartnerReply =
  | {
      readonly kind: 'bids';
      readonly bids: readonly PartnerBid[];
      /** Bids that could not even be read, each with a sentence. */
      readonly unreadable?: readonly string[];
      /** Demand that the partner had and did not bid with, for the explanation. */
      readonly passed?: readonly Passed[];
    }
  | { readonly kind: 'no-bid'; readonly reason: string; readonly passed?: readonly Passed[] }
  | {
      readonly kind: 'malformed';
      readonly reason: string;
      /** The partner answered with bids, or meant to. */
      readonly isAnswer?: true;
    };

/** Demand that was passed over: for an impression, or for all of them. */
export type Passed = PassedForImp | HeldBack;

type PassedForImp = {
  readonly impid: string;
  readonly reason: NoBidReason;
  /** The offer, and in a sentence the rule that it breaks. */
  readonly offer?: { readonly id: string; readonly title: string; readonly fault: string };
};

/**
 * A campaign that matches the request and that its budget, a cap or what it is about did not let bid. Whether its creatives
 * fit was not tried.
 */
type HeldBack = {
  readonly reason: 'budget' | 'capped' | 'off-topic';
  readonly campaign: string;
  /** The CPM that it would have bid, in USD. */
  readonly priceMicros: number;
  readonly cause: HoldCause;
  /** The cause in words. */
  readonly fault: string;
};

/** A partner inside this process: answers at once. */
export type LocalPartner = {
  readonly kind: 'local';
  readonly name: string;
  readonly bid: (solicitation: Solicitation) => PartnerReply;
};

/** What to ask a partner behind HTTP, and what its answers mean. The auction sends, with deadline, caps and breaker. */
export type HttpPartner = {
  readonly kind: 'http';
  readonly name: string;
  /** Whether it may see requests in test mode (ruling 33). */
  readonly acceptsTest: boolean;
  readonly timeoutMs: number | undefined;
  readonly qpsMax: number | undefined;
  readonly ask: (solicitation: Solicitation, remainingMs: number) => Inquiry | PartnerReply;
};

export type Inquiry = {
  readonly calls: readonly HttpCall[];
  /** The replies in the order of the calls; undefined where none came. At least one came. */
  readonly read: (replies: readonly (HttpReply | undefined)[]) => PartnerReply;
};

export type HttpCall = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

export type HttpReply = {
  readonly status: number;
  readonly text: string;
  /** Those that the client was told to keep: a client for partners keeps none. */
  readonly headers?: KeptHeaders;
  /** Instead of the text, where the client was told to hand over the first bytes of a body. */
  readonly bytes?: Uint8Array;
};

/** By the name in lower case. */
export type KeptHeaders = ReadonlyMap<string, string>;

/** Sends one call and gives up after so long. Resolves always: a call that failed is a value too. */
export type Send = (call: HttpCall, giveUpMs: number) => Promise<HttpReply | CallFailure>;

/** Sends one call on behalf of the partner that wanted it. */
export type SendNotice = (...args: [...Parameters<Send>, partner: string]) => ReturnType<Send>;

export type CallFailure = { readonly failure: string };

export type Partner = LocalPartner | HttpPartner;
