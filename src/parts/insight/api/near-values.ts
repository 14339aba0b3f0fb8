import { LISTED_INTENTS } from '../../../core/openrtb/context.ts';
import { publisherIdOf } from '../../../core/openrtb/publisher-id.ts';
import type { Campaign } from '../../../demand/campaigns/campaign-schema.ts';
import { DIMENSIONS } from '../../../demand/campaigns/targeting-dimensions.ts';
import type { Condition } from '../../../demand/condition-schema.ts';
import { UTC, wallTime } from '../../../lib/time-zone.ts';
import type { NearlyMatchedRequest } from '../../campaigns/page/api.ts';
import type { NearMiss } from '../near-misses.ts';

/** Of a list, the first. */
const VALUES_SHOWN_MAX = 5;

/** What a conversation is about in its own words: nobody sees what single requests had. */
const NOT_SHOWN: readonly string[] = ['keywords', 'topics'] satisfies readonly (keyof Condition)[];

/** The name of no condition: the campaign is about something else. */
const NO_NAME = '';
/** What the language of a campaign's ads is compared with. */
const LANGUAGES: keyof Condition = 'languages';

/** One request, with the condition that it fails and both values. */
export function nearlyMatchedRequest(miss: NearMiss, campaign: Campaign): NearlyMatchedRequest {
  const { atMs, requestId, field, request } = miss;
  const [, side = '', named = NO_NAME] = field.split('.');
  const name = field === 'language' ? LANGUAGES : named;
  const conditions = side === 'exclude' ? campaign.targeting?.exclude : campaign.targeting?.include;
  const listedValues = Object.entries(conditions ?? {}).find(([key]) => key === name)?.[1];
  const formats = request.imps.flatMap((imp) => (imp.formats ?? []).map(({ id }) => id));
  return {
    at: new Date(atMs).toISOString(),
    requestId,
    publisher: publisherIdOf(request.wire) ?? '',
    format: listed([...new Set(formats)]) || 'native',
    field,
    has:
      name !== NO_NAME && isShown(name, request)
        ? requestValue(name, miss, campaign.zone ?? UTC)
        : null,
    asks: askedWords(field === 'language' ? [campaign.language] : listedValues),
  };
}

/** An intent that is not listed is in words of its own, too. */
function isShown(name: string, { wire }: NearMiss['request']): boolean {
  const intent = wire.ext?.service?.intent?.value;
  if (name !== 'intents' || intent === undefined) return !NOT_SHOWN.includes(name);
  return LISTED_INTENTS.includes(intent);
}

/** '': the request does not say. */
function requestValue(name: string, { request, atMs }: NearMiss, zone: string): string {
  const context = request.wire.ext?.service;
  const time = wallTime(zone, atMs);
  if (name === 'days') return DAY_NAMES[new Date(`${time.date}T00:00:00Z`).getUTCDay()] ?? '';
  if (name === 'hours') return `${time.clock.slice(0, 5)} (${zone})`;
  if (name === 'quickReply') return messageWords(context?.isQuickReply);
  if (name === 'turns') return String(context?.messageSequenceNumber ?? '');
  if (name === 'minConfidence') {
    const confidence = context?.intent?.confidence;
    return confidence === undefined ? '' : percent(confidence);
  }
  const values: string[] = [];
  DIMENSIONS.find((one) => one.name === name)?.offered(request, (value) => values.push(value));
  return listed(values);
}

const DAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const percent = (share: number) => `${Math.round(share * 100)} %`;

function listed(values: readonly (string | number)[]): string {
  const more = values.length - VALUES_SHOWN_MAX;
  const shown = values.slice(0, VALUES_SHOWN_MAX).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function askedWords(asked: unknown): string {
  if (Array.isArray(asked)) return listed(asked as readonly string[]);
  if (typeof asked === 'number') return `at least ${percent(asked)}`;
  if (typeof asked === 'object' && asked !== null) {
    const { from, to } = asked as { readonly from?: number; readonly to?: number };
    return `${from ?? 1} to ${to ?? 'any'}`;
  }
  return messageWords(asked);
}

function messageWords(isQuickReply: unknown): string {
  if (typeof isQuickReply !== 'boolean') return '';
  return isQuickReply ? 'quick reply' : 'typed';
}
