import type { Campaign } from '../../../demand/campaigns/campaign-schema.ts';
import { readWithin } from '../../../demand/campaigns/within.ts';
import { isObject } from '../../../lib/schema-fault.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import { CAPPED_AT_MOST, CAPPED_UNITS } from '../seller-features.ts';

export type CampaignCaps = NonNullable<Campaign['frequency']>;

const UNIT_SEC: Readonly<Record<string, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
};
const HOUR_SEC = 3600;
const DAY_SEC = 86_400;

/** A frequency cap of the protocol as caps of a campaign: those that hold for sure, or why there is none. */
export function readFrequencyCap(value: unknown, path: string): CampaignCaps | AdcpError {
  if (!isObject(value)) return fail.invalid(`${path}: expected an object`, { field: path });
  const caps: CampaignCaps[number][] = [];
  const pause = value.suppress ?? minutesOf(value.suppress_minutes);
  if (pause !== undefined) {
    const at = `${path}.${isObject(value.suppress) ? 'suppress' : 'suppress_minutes'}`;
    const within = capWindow(pause, at);
    if (isAdcpError(within)) return within;
    caps.push({ of: 'campaign', per: 'person', within, atMost: 1 });
  }
  if (value.max_impressions !== undefined && value.max_impressions !== null) {
    const cap = readMaximum(value, path);
    if (isAdcpError(cap)) return cap;
    // A pause that is as long leaves nothing for it to hold back.
    const isIdle = caps.some(({ within }) => seconds(within) >= seconds(cap.within));
    if (!isIdle) caps.push(cap);
  }
  if (caps.length > 0) return caps;
  const message = `${path}: expected suppress, or max_impressions with per and window`;
  return fail.invalid(message, { field: path });
}

function minutesOf(minutes: unknown): unknown {
  return minutes === undefined || minutes === null
    ? undefined
    : { interval: minutes, unit: 'minutes' };
}

const seconds = (within: string) => readWithin(within) ?? 0;

function readMaximum(
  { max_impressions: atMost, per, window }: Readonly<Record<string, unknown>>,
  path: string,
): CampaignCaps[number] | AdcpError {
  // Not made a text first: a list of one word would be that word, and some objects have no text.
  if (typeof per !== 'string' || !CAPPED_UNITS.includes(per)) {
    const field = `${path}.per`;
    const message = `${field}: expected ${CAPPED_UNITS.join(' or ')}: requests name accounts of people alone`;
    return fail.unsupported(message, { field, suggestion: `Send per "${CAPPED_UNITS[0]}".` });
  }
  if (!Number.isInteger(atMost) || Number(atMost) < 1 || Number(atMost) > CAPPED_AT_MOST) {
    const field = `${path}.max_impressions`;
    const message = `${field}: expected an integer from 1 to ${CAPPED_AT_MOST}`;
    return fail.unsupported(message, { field, suggestion: 'Send a lower cap.' });
  }
  const within = capWindow(window, `${path}.window`);
  if (isAdcpError(within)) return within;
  return { of: 'campaign', per: 'person', within, atMost: Number(atMost) };
}

/** As the campaign writes it: whole hours up to 72, or whole days up to 30. */
function capWindow(value: unknown, path: string): string | AdcpError {
  const { interval, unit } = isObject(value) ? value : {};
  const isUnit = typeof unit === 'string' && Object.hasOwn(UNIT_SEC, unit);
  const unitSec = isUnit ? UNIT_SEC[unit] : undefined;
  const windowSec = Number.isInteger(interval) && unitSec ? Number(interval) * unitSec : 0;
  const texts = [
    ...(windowSec % HOUR_SEC === 0 ? [`${windowSec / HOUR_SEC}h`] : []),
    ...(windowSec % DAY_SEC === 0 ? [`${windowSec / DAY_SEC}d`] : []),
  ];
  const within = texts.find((text) => readWithin(text) !== undefined);
  if (within !== undefined) return within;
  return fail.unsupported(`${path}: expected whole hours up to 72, or whole days up to 30`, {
    field: path,
    suggestion: 'Send {"interval": 24, "unit": "hours"}, for one.',
  });
}
