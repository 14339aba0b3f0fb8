import type { Ad } from './ad.ts';
import type { BidRequest } from './api.ts';
import type { Signals } from './signals/signals.ts';

/** What became of a question for an ad. */
export type Asked = {
  readonly ad: Ad | null;
  /** Why there is no ad; null where there is one. */
  readonly reason: NoAdReason | null;
  /** More about the reason, for a developer. */
  readonly detail: string | null;
  /** What was read out of the conversation; null where the user has not said anything. */
  readonly signals: Signals | null;
  /** All that was sent to the exchange; null where nothing was. */
  readonly request: BidRequest | null;
};

export type NoAdReason =
  /** The messages hold no text of the user that can be read: `detail` says what was expected. */
  | 'no-message'
  /** Not at this turn: `firstTurn` and `everyTurns`, or the exchange's rules. */
  | 'paced'
  /** The conversation is of a sensitive class; nothing was sent. */
  | 'sensitive'
  /** The last message is in no language that the rules read, and `extract` read nothing; nothing was sent. */
  | 'unknown-language'
  /** A greeting, school work, a program, a complaint, a refund or a child: `detail` says which; nothing was sent. */
  | 'unwanted'
  /** The first answer of a conversation, and nobody wants to buy or compare: see `firstTurn`; nothing was sent. */
  | 'first-answer'
  /** The ad before was dismissed; nothing was sent. */
  | 'dismissed'
  /** The time limit was reached, here or at the exchange. */
  | 'timeout'
  /** Your `signal` was aborted. */
  | 'aborted'
  /** The exchange failed several times in a row and is left alone for a while. */
  | 'circuit-open'
  /** No connection to the exchange. */
  | 'unreachable'
  /** The exchange refused the request; `detail` says why. */
  | 'refused'
  /** The exchange failed, or something else than an exchange answered. */
  | 'failed'
  /** The answer holds no ad that can be shown. */
  | 'unreadable'
  /** The answer is of the advertiser that was shown last (see `repeatsAdvertiser`), or of one that the person wants nothing of. */
  | 'repeated'
  /** The page is https and the exchange is not: browsers would block its notices. */
  | 'not-secure'
  /** The answer's notices read a price, which a visitor could change: the exchange is older than this kit. */
  | 'price-in-page'
  /** The exchange's `X-NoBid-Reason`, like `no-demand` or `below-floor`. */
  | (string & {});
