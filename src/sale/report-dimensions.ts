import { shortened } from '../lib/shortened.ts';
import { FUNNEL_STAGES, LISTED_INTENTS, SENTIMENTS } from '../openrtb/context.ts';
import { KNOWN_FORMATS } from '../openrtb/known-formats.ts';
import { publisherIdOf } from '../openrtb/publisher-id.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { Dimensions } from './fact.ts';

/** The buckets of message numbers, each by the first number in it. */
const TURN_BUCKETS = [
  { from: 1, name: '1' },
  { from: 2, name: '2-3' },
  { from: 4, name: '4-7' },
  { from: 8, name: '8-15' },
  { from: 16, name: '16+' },
] as const;

/** An intent that the context extension does not list. */
const OTHER_INTENT = 'other';

/** A format of the config. */
const OTHER_FORMAT = 'other';

/** The format of an ad as reports have it. */
export function formatDimension(id: string | undefined): string {
  if (id === undefined) return '';
  return VALUES.format.includes(id) ? id : OTHER_FORMAT;
}

/**
 * The possible values of some dimensions, unknown first. Tokens hold an index into these lists and stay
 * valid for days after an upgrade, so new values must be appended.
 */
export const VALUES: Readonly<
  Record<Exclude<keyof Dimensions, 'publisher' | 'country'>, readonly string[]>
> = {
  // A format that is new among the known ones goes behind the last one here.
  format: ['', ...KNOWN_FORMATS.map(({ id }) => id), OTHER_FORMAT],
  intent: ['', OTHER_INTENT, ...LISTED_INTENTS],
  funnel: ['', ...FUNNEL_STAGES],
  sentiment: ['', ...SENTIMENTS],
  turn: ['', ...TURN_BUCKETS.map(({ name }) => name)],
};

/** The request, and the country it comes from. */
export type LocatedRequest = Pick<ValidRequest, 'wire' | 'country'>;

/** The dimensions of a request. The format is known only once an ad has been chosen. */
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
