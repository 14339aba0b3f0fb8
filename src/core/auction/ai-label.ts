import { EUROPEAN_ECONOMIC_AREA, EUROPEAN_UNION } from '../../lib/countries.ts';
import type { PublisherRules } from './rules.ts';

/** Where the law wants ads labelled that AI had a part in, and since when. docs/campaigns.md names the laws. */
const LABEL_LAWS = [
  { countries: [EUROPEAN_UNION, ...EUROPEAN_ECONOMIC_AREA], sinceMs: Date.UTC(2026, 7, 2) },
  { countries: ['KOR'], sinceMs: Date.UTC(2026, 0, 22) },
  { countries: ['CHN'], sinceMs: Date.UTC(2025, 8, 1) },
] as const;

const SINCE_MS: ReadonlyMap<string, number> = new Map(
  LABEL_LAWS.flatMap(({ countries, sinceMs }) =>
    countries.map((country): [string, number] => [country, sinceMs]),
  ),
);

/**
 * Whether an ad that AI had a part in is labelled: by the country of the publisher, else by that of the person. Where nobody
 * knows the country, it is.
 */
export function isAiLabelled(
  { aiLabel, country: ofPublisher }: Pick<PublisherRules, 'aiLabel' | 'country'>,
  ofPerson: string | undefined,
  nowMs: number,
): boolean {
  if (aiLabel !== 'required') return aiLabel === 'always';
  const country = ofPublisher ?? ofPerson;
  if (country === undefined) return true;
  const sinceMs = SINCE_MS.get(country);
  return sinceMs !== undefined && nowMs >= sinceMs;
}
