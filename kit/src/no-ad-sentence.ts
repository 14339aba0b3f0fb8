import type { Asked } from './asked.ts';

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
