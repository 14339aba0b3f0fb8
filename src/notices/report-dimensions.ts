import type { Dimensions } from '../ledger/fact.ts';
import { shortened } from '../lib/shortened.ts';
import { FUNNEL_STAGES, LISTED_INTENTS, SENTIMENTS } from '../openrtb/context.ts';
import { KNOWN_FORMATS } from '../openrtb/formats.ts';
import { publisherIdOf } from '../openrtb/publisher-id.ts';
import type { ValidRequest } from '../openrtb/validate.ts';

/** A bucket of messages of a conversation, by the first that falls into it. */
const TURN_BUCKETS = [
  { from: 1, name: '1' },
  { from: 2, name: '2-3' },
  { from: 4, name: '4-7' },
  { from: 8, name: '8-15' },
  { from: 16, name: '16+' },
] as const;

/** An intent that the context extension does not list. */
const OTHER_INTENT = 'other';

/**
 * The values that some dimensions can have, unknown first. Tokens hold their places in these lists, so
 * what is added later goes to the end: tokens outlive a change of version by days.
 */
export const VALUES: Readonly<
  Record<Exclude<keyof Dimensions, 'publisher' | 'country'>, readonly string[]>
> = {
  format: ['', ...KNOWN_FORMATS.map(({ id }) => id)],
  intent: ['', OTHER_INTENT, ...LISTED_INTENTS],
  funnel: ['', ...FUNNEL_STAGES],
  sentiment: ['', ...SENTIMENTS],
  turn: ['', ...TURN_BUCKETS.map(({ name }) => name)],
};

/** What a report can split this request by; which format an ad takes shows only when there is one. */
/** The request, and the country it comes from. */
export type LocatedRequest = Pick<ValidRequest, 'wire' | 'country'>;

export type RequestDimensions = Omit<Dimensions, 'format'>;

export function dimensionsOf({ wire, country }: LocatedRequest): RequestDimensions {
  const context = wire.ext?.service;
  const intent = context?.intent?.value;
  return {
    publisher: shortened(publisherIdOf(wire) ?? ''),
    country: country ?? '',
    intent: intent === undefined || LISTED_INTENTS.includes(intent) ? (intent ?? '') : OTHER_INTENT,
    funnel: context?.funnel?.stage ?? '',
    sentiment: context?.sentiment?.value ?? '',
    turn: turnBucket(context?.messageSequenceNumber),
  };
}

function turnBucket(message: number | undefined): string {
  if (message === undefined) return '';
  return TURN_BUCKETS.findLast(({ from }) => message >= from)?.name ?? '';
}
