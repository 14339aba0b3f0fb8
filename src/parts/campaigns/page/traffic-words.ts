import { count } from '../../../ui/format.ts';
import type { CampaignTraffic, TrafficField, TrafficValue } from './traffic.ts';

const NOUNS: Readonly<Record<TrafficField, readonly [one: string, some: string]>> = {
  countries: ['the country', 'a country'],
  languages: ['the language', 'a language'],
  intents: ['the intent', 'an intent'],
  publishers: ['the publisher', 'a publisher'],
};

/** Of what most requests had. */
const NAMED_MAX = 4;

/** `12,400 requests yesterday` */
export function requestsWords(value: TrafficValue | undefined, days: number): string {
  const { requests = 0, yesterday = 0, isAbout = false } = value ?? {};
  if (requests === 0) return `no request ${lastDays(days)}`;
  const about = isAbout ? 'about ' : '';
  const number = (many: number) => `${about}${count(many)} ${many === 1 ? 'request' : 'requests'}`;
  if (yesterday > 0) return `${number(yesterday)} yesterday`;
  return `${number(requests)} ${lastDays(days)}, none yesterday`;
}

const lastDays = (days: number) => `in the last ${days} days`;

type Wanted = {
  readonly field: TrafficField;
  readonly values: readonly string[];
  /** Two texts with the same form mean the same. */
  readonly form: (text: string) => string;
};

/** Says which of the values no request had. Nothing where that is not known, or where there was no request at all. */
export function unseenHint(
  { days, fields }: CampaignTraffic,
  { field, values, form }: Wanted,
): string | undefined {
  const { requests, values: known, unlisted } = fields[field];
  if (requests === 0) return undefined;
  const find = (text: string) => known.find(({ value }) => form(value) === form(text));
  const isUnseen = (text: string) => {
    const found = find(text);
    return found === undefined ? unlisted !== 'unknown' : found.requests === 0;
  };
  const unseen = values.filter((text) => text.trim() !== '' && isUnseen(text));
  if (unseen.length === 0) return undefined;
  const [one, some] = NOUNS[field];
  const isCounted = unlisted === 'none' || unseen.every((text) => find(text) !== undefined);
  const who = isCounted ? 'No request' : 'Hardly any sampled request';
  const most = known.filter((value) => value.requests > 0).slice(0, NAMED_MAX);
  const instead =
    most.length === 0
      ? `none had ${some}`
      : `most had: ${most.map(({ value }) => value).join(', ')}`;
  return `${who} of the last ${days} days had ${one} ${unseen.join(' or ')}; ${instead}.`;
}
