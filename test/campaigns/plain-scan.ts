/** What the index must find, found by looking at every campaign: the test's yardstick, in plain words. */

import { aboutRequest } from '../../src/demand/about-request.ts';
import type { Ranked } from '../../src/demand/campaigns/campaign-index.ts';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { createTierFitsBuilder } from '../../src/demand/campaigns/tier-fits.ts';
import type { Condition } from '../../src/demand/condition-schema.ts';
import type { ValidRequest } from '../../src/openrtb/validate.ts';

const FIT_MIN = 0.4;
const UNKNOWN_FIT = 0.5;

export function scanCampaigns(
  campaigns: readonly Campaign[],
  request: ValidRequest,
  nowMs: number,
): readonly Ranked[] {
  return campaigns
    .map((campaign, index) => ({
      campaign: index,
      priceMicros: price(campaign, request, nowMs),
      isRunning: isRunning(campaign, request, nowMs),
    }))
    .filter((scanned) => scanned.isRunning)
    .flatMap(({ campaign, priceMicros }) => {
      const { fit, rankMicros } = fitted(campaigns[campaign], request, priceMicros);
      return rankMicros === undefined
        ? []
        : [{ campaign, priceMicros, rankMicros, unitMicros: priceMicros, fit }];
    })
    .sort((a, b) => b.rankMicros - a.rankMicros || a.campaign - b.campaign);
}

/** The price, less where the campaign fits less; undefined: it is about something else. */
function fitted(campaign: Campaign | undefined, request: ValidRequest, priceMicros: number) {
  const conversation = aboutRequest(request);
  if (conversation === undefined || campaign === undefined) {
    return { fit: undefined, rankMicros: priceMicros };
  }
  const builder = createTierFitsBuilder();
  builder.add(campaign);
  const { fitFor, known } = builder.finish();
  const fit = known(0, fitFor(0, conversation), conversation);
  const { keywords, topics, categories } = campaign.targeting?.include ?? {};
  const isOff =
    (keywords ?? topics ?? categories) !== undefined && fit !== undefined && fit.score < FIT_MIN;
  const factor = fit?.score ?? UNKNOWN_FIT;
  const rankMicros = isOff ? undefined : Math.max(1, Math.round(priceMicros * factor));
  return { fit, rankMicros };
}

function isRunning(
  { flight, targeting, zone, language }: Campaign,
  request: ValidRequest,
  nowMs: number,
): boolean {
  const { include = {}, exclude = {} } = targeting ?? {};
  const spoken = request.wire.device?.language?.slice(0, 2);
  const start = Date.parse(flight?.start ?? '1970-01-01T00:00:00Z');
  const end = Date.parse(flight?.end ?? '2999-01-01T00:00:00Z');
  return (
    start <= nowMs &&
    nowMs < end &&
    (language === undefined || spoken === undefined || spoken === language) &&
    answers(include, request, localDate(nowMs, zone)).every((isMet) => isMet) &&
    !answers(exclude, request, localDate(nowMs, zone), 'anywhere').some((isMet) => isMet)
  );
}

function price(
  { cpm = 0, adjustments = [], zone }: Campaign,
  request: ValidRequest,
  nowMs: number,
): number {
  let micros = Math.round(cpm * 1_000_000);
  for (const { when, factor } of adjustments) {
    if (answers(when, request, localDate(nowMs, zone)).every((isMet) => isMet)) micros *= factor;
  }
  return Math.max(1, Math.round(micros));
}

const ALPHA_3: Readonly<Record<string, string>> = { US: 'USA', DE: 'DEU', FR: 'FRA' };
const long = (code: string) => ALPHA_3[code] ?? code;

/** Whose UTC fields are those of the clock in the zone. */
function localDate(nowMs: number, zone = 'UTC'): Date {
  const written = new Date(nowMs).toLocaleString('sv-SE', { timeZone: zone });
  return new Date(`${written.replace(' ', 'T')}Z`);
}

/** For each dimension that the condition names, whether the request meets it. */
function answers(
  condition: Condition,
  request: ValidRequest,
  now: Date,
  place: 'at-the-end' | 'anywhere' = 'at-the-end',
): readonly boolean[] {
  const { wire, imps, keywords } = request;
  const context = wire.ext?.service;
  const { intent, sentiment, funnel, audience } = context ?? {};
  const { turns, hours } = condition;
  const segments = (wire.user?.data ?? []).flatMap((data) => data.segment ?? []);
  const isAny = <Item>(items: readonly Item[] | undefined, test: (item: Item) => boolean) =>
    items === undefined ? undefined : items.some(test);

  return [
    condition.intents === undefined && condition.minConfidence === undefined
      ? undefined
      : intent !== undefined &&
        (condition.intents?.includes(intent.value) ?? true) &&
        intent.confidence >= (condition.minConfidence ?? 0),
    isAny(condition.topics, (topic) => intent?.topics.includes(topic) ?? false),
    isAny(condition.sentiments, (value) => value === sentiment?.value),
    isAny(condition.funnelStages, (stage) => stage === funnel?.stage),
    isAny(condition.interests, (interest) => audience?.interests?.includes(interest) ?? false),
    isAny(condition.behaviors, (behavior) => audience?.behaviors?.includes(behavior) ?? false),
    turns === undefined
      ? undefined
      : context !== undefined &&
        context.messageSequenceNumber >= (turns.from ?? 1) &&
        context.messageSequenceNumber <= (turns.to ?? Number.POSITIVE_INFINITY),
    condition.quickReply === undefined ? undefined : condition.quickReply === context?.isQuickReply,
    isAny(condition.keywords, (keyword) =>
      keywords.some((given) =>
        // All keywords of the test are English: the last word says what they are about.
        new RegExp(
          place === 'anywhere' || keyword.includes(' ')
            ? `(^| )${keyword}( |$)`
            : `(^| )${keyword}$`,
        ).test(given),
      ),
    ),
    isAny(condition.categories, (category) =>
      (wire.site?.cat ?? []).some((id) => id === category || id.startsWith(`${category}-`)),
    ),
    isAny(condition.countries, (code) => long(code) === long(wire.device?.geo?.country ?? '')),
    isAny(condition.languages, (code) => wire.device?.language?.slice(0, 2) === code),
    isAny(condition.deviceTypes, (type) => type === wire.device?.devicetype),
    isAny(condition.publishers, (id) => id === wire.site?.publisher?.id),
    isAny(condition.formats, (id) =>
      imps.some(({ formats = [] }) => formats.some((declared) => declared.id === id)),
    ),
    isAny(condition.domains, (domain) => `.${wire.site?.domain}`.endsWith(`.${domain}`)),
    isAny(condition.segments, (id) => segments.some((segment) => segment.id === id)),
    isAny(condition.days, (day) => now.toUTCString().toLowerCase().startsWith(day)),
    hours === undefined
      ? undefined
      : hours.from < hours.to
        ? now.getUTCHours() >= hours.from && now.getUTCHours() < hours.to
        : now.getUTCHours() >= hours.from || now.getUTCHours() < hours.to,
  ].filter((answer) => answer !== undefined);
}
