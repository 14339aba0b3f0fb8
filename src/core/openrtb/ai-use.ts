import Type, { type Static } from 'typebox';
import { EUROPEAN_ECONOMIC_AREA, EUROPEAN_UNION } from '../../lib/countries.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { PublisherRules } from '../auction/rules.ts';

/** Whether a part of an ad was made by AI, or made by people and changed by AI. */
const AI_USES = ['made', 'changed'] as const;

const Use = Type.Optional(Type.Enum([...AI_USES]));

/** What AI had to do with an ad. What is not named was made without it. */
export const AiUseSchema = Type.Refine(
  Type.Object({ text: Use, picture: Use }, { additionalProperties: false }),
  ({ text, picture }) => text !== undefined || picture !== undefined,
  () => 'expected text, picture or both',
);

export type AiUse = DeepReadonly<Static<typeof AiUseSchema>>;

/** `bid.ext.parley.ai` of a bid. What cannot be read is not said. */
export function readAiUse(ext: Readonly<Record<string, unknown>> | undefined): AiUse | undefined {
  const parley: unknown = ext?.parley;
  const ai: unknown = isObject(parley) ? parley.ai : undefined;
  if (!isObject(ai)) return undefined;
  const text = AI_USES.find((use) => use === ai.text);
  const picture = AI_USES.find((use) => use === ai.picture);
  if (text === undefined && picture === undefined) return undefined;
  return {
    ...(text === undefined ? {} : { text }),
    ...(picture === undefined ? {} : { picture }),
  };
}

/** As AdCP, and the IPTC before it, calls where a work comes from. */
const SOURCE_TYPES = {
  made: 'trained_algorithmic_media',
  changed: 'composite_with_trained_algorithmic_media',
} as const satisfies Readonly<Record<(typeof AI_USES)[number], string>>;

/** What such a word says of AI. undefined: the work was made without it, or the word is unknown. */
export function aiUseOfSource(source: unknown): (typeof AI_USES)[number] | undefined {
  // A composite with parts that AI has made, whatever the rest is.
  if (source === 'composite_synthetic') return 'changed';
  return AI_USES.find((use) => SOURCE_TYPES[use] === source);
}

const Source = Type.Optional(
  Type.Object({ digital_source_type: Type.Enum(Object.values(SOURCE_TYPES)) }),
);

/** What an answer says of it in `bid.ext.parley`. */
export const AiDisclosureSchema = Type.Object({
  ai: Type.Object(
    {
      text: Use,
      picture: Use,
      label: Type.Boolean({ description: 'Whether the ad has to be labelled where it is shown.' }),
    },
    { description: 'What AI had to do with the ad, as its advertiser or bidder says.' },
  ),
  provenance: Type.Object(
    { text: Source, picture: Source },
    { description: 'The same in the words of AdCP.' },
  ),
});

type AiDisclosure = DeepReadonly<Static<typeof AiDisclosureSchema>>;

export function aiDisclosure({ text, picture }: AiUse, label: boolean): AiDisclosure {
  return {
    ai: {
      ...(text === undefined ? {} : { text }),
      ...(picture === undefined ? {} : { picture }),
      label,
    },
    provenance: {
      ...(text === undefined ? {} : { text: { digital_source_type: SOURCE_TYPES[text] } }),
      ...(picture === undefined ? {} : { picture: { digital_source_type: SOURCE_TYPES[picture] } }),
    },
  };
}

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
