import Type from 'typebox';
import { CLOSED } from '../../demand/entry-schema.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import {
  type PublisherDefinition,
  PublisherSchema,
  type StoredPublisher,
} from '../../store/account-kinds.ts';
import { boundsOf, classesTurnedOff } from './publisher-bounds.ts';

/** The keys that a publisher may change by itself. */
const OWN_KEYS = [
  'floors',
  'blockedCategories',
  'blockedDomains',
  'refusesUncategorized',
  'sensitive',
  'origins',
  'placements',
  'firstAdTurn',
  'turnGap',
  'noAdsOnNegativeSentiment',
  'noAdsOnSupportRequests',
  'onlyRelevant',
] as const satisfies readonly (keyof PublisherDefinition)[];

type PublisherSettings = Pick<PublisherDefinition, (typeof OWN_KEYS)[number]>;

const { properties } = PublisherSchema;

/** No other key is taken: the others are the operator's. */
export const SettingsSchema = Type.Unsafe<PublisherSettings>(
  Type.Object(Object.fromEntries(OWN_KEYS.map((key) => [key, properties[key]])), CLOSED),
);

export type PortalSettings = Readonly<ReturnType<typeof settingsOf>>;

export function settingsOf({ definition, revision }: StoredPublisher) {
  const own = OWN_KEYS.map((key) => [key, definition[key]]).filter(
    ([, value]) => value !== undefined,
  );
  return {
    revision,
    settings: Object.fromEntries(own) as PublisherSettings,
    /** The operator's. */
    bounds: boundsOf(definition),
  };
}

/** The definition with other settings, as far as the bounds allow them. */
export function withSettings(
  definition: PublisherDefinition,
  settings: PublisherSettings,
): PublisherDefinition | Refusal {
  const beyond = [...beyondBounds(definition, settings)];
  if (beyond.length > 0) return refuse.notValid(beyond);
  const others = Object.entries(definition).filter(
    ([key]) => !(OWN_KEYS as readonly string[]).includes(key),
  );
  return { ...(Object.fromEntries(others) as PublisherDefinition), ...settings };
}

/** What was beyond the bounds before may stay as it is. */
function* beyondBounds(before: PublisherDefinition, after: PublisherSettings) {
  const { floorMin, floorMax, sensitiveOff } = boundsOf(before);
  const floor = after.floors?.default ?? 0;
  const isFloorKept = floor === (before.floors?.default ?? 0);
  if (!isFloorKept && (floor < floorMin || floor > floorMax)) {
    const reason = `expected ${floorMin} to ${floorMax}, as the operator allows, but got ${floor}`;
    yield { field: 'floors.default', reason };
  }
  for (const name of classesTurnedOff(before, after)) {
    if (sensitiveOff.includes(name)) continue;
    yield { field: `sensitive.${name}`, reason: 'expected true: the operator keeps this class on' };
  }
}
