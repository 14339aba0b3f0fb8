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

/** By `reason`; for `unwanted`, by its `detail`. */
const SENTENCES: Readonly<Record<string, string>> = {
  'no-message': 'The user has said nothing that can be read.',
  paced: 'An ad comes only with some of the answers, and this is not one of them.',
  sensitive: 'The message is about a person in trouble, so nobody was asked for an ad.',
  'unknown-language': 'The kit does not read the language of this message, so it asked for no ad.',
  'first-answer':
    'This is the first answer of the conversation, and nobody has asked for something to buy.',
  dismissed: 'The last ad was closed a moment ago.',
  greeting: 'A greeting is no occasion for an ad.',
  homework: 'This is school work, and no occasion for an ad.',
  code: 'This is about a program, and no occasion for an ad.',
  complaint: 'This is a complaint about a product, and no occasion to advertise another.',
  refund: 'This is about a refund or a return, and no occasion for an ad.',
  child: 'The message seems to be from a child, and children get no ads.',
  timeout: 'The exchange did not answer in time.',
  aborted: 'The question was cancelled.',
  'circuit-open': 'The exchange has failed several times, so it is left alone for a while.',
  unreachable: 'The exchange cannot be reached.',
  refused: 'The exchange refused the request.',
  failed: 'The exchange failed, or there is none at that address.',
  unreadable: 'The answer held no ad that can be shown.',
  repeated: 'The same advertiser was shown last, and comes not twice in a row.',
  'not-secure': 'The page is https and the exchange is not.',
  'price-in-page': 'The exchange is older than this kit.',
  'no-demand': 'No advertiser has something that fits this conversation.',
  'below-floor': 'No advertiser pays as much as the publisher asks.',
  'asset-mismatch': 'No ad that fits has all the parts that the card needs.',
  'no-format-match': 'No ad that fits has a format that this chat shows.',
  blocked: 'The ads that fit are of advertisers or kinds that the publisher has blocked.',
  budget: 'The campaigns that fit have spent their budget for now.',
  capped: 'The campaigns that fit have been shown often enough.',
};

/** In one sentence, why there is no ad; null where there is one. */
export function noAdSentence({ reason, detail }: Pick<Asked, 'reason' | 'detail'>): string | null {
  if (reason === null) return null;
  const key = reason === 'unwanted' ? (detail ?? '') : reason;
  return SENTENCES[key] ?? `The exchange gave no ad (${reason}).`;
}
