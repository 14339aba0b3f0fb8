import { createHash } from 'node:crypto';
import Type from 'typebox';
import { count, list } from '../fields.ts';
import { DOMAIN_LENGTH_MAX } from '../host-name.ts';
import { classified, optional, required } from '../privacy-class.ts';
import { BID_CHARACTERS_MAX, REQUEST_ITEMS_MAX } from '../size-limits.ts';

/** `ext.parley` (ruling 76): which conversation this is, and what was shown in it. No partner gets any of it. */

export const CONVERSATION_CHARACTERS_MAX = 64;

/** What stands for a name that is longer than that. */
export function hashedName(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}

const ShownAd = classified({
  domain: required(
    'id',
    Type.String({
      minLength: 1,
      maxLength: DOMAIN_LENGTH_MAX,
      expects: `a domain of 1 to ${DOMAIN_LENGTH_MAX} characters`,
      description: 'The advertiser: the first of `adomain` of the bid.',
    }),
  ),
  cid: optional(
    'id',
    Type.String({
      minLength: 1,
      maxLength: BID_CHARACTERS_MAX.name,
      expects: `a text of 1 to ${BID_CHARACTERS_MAX.name} characters`,
      description: 'The campaign: `cid` of the bid. Without it, any campaign of the advertiser.',
    }),
  ),
  secondsAgo: optional('id', count(0)),
  again: optional(
    'id',
    Type.Boolean({ description: 'False: no ad of this advertiser in this answer, whoever bids.' }),
  ),
});

export const ConversationSchema = classified(
  {
    conversation: optional(
      'id',
      Type.String({
        minLength: 1,
        maxLength: CONVERSATION_CHARACTERS_MAX,
        expects: `a text of 1 to ${CONVERSATION_CHARACTERS_MAX} characters`,
        description: 'A name of the conversation: random, and never made from the person.',
      }),
    ),
    shown: optional(
      'nested',
      list(ShownAd, REQUEST_ITEMS_MAX.shown, {
        description: 'The ads that were shown in the conversation so far.',
      }),
    ),
    onlyRelevant: optional(
      'id',
      Type.Boolean({
        description: 'True: no ad rather than one that has nothing to do with the conversation.',
      }),
    ),
  },
  {},
  { description: 'For frequency caps and relevance. Partners get none of it.' },
);
