import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import type { Condition } from '../../src/demand/condition-schema.ts';
import { below, happens, one, some } from './chance.ts';
import * as vocabulary from './vocabulary.ts';

/** Targeting and adjustments of one campaign. */
export type Mix = () => Pick<Campaign, 'targeting' | 'adjustments'>;

const NARROW: readonly (() => Condition)[] = [
  () => ({ topics: some(vocabulary.TOPICS, 5) }),
  () => ({ keywords: some(vocabulary.KEYWORDS, 6) }),
  () => ({ interests: some(vocabulary.INTERESTS, 4) }),
  () => ({ segments: some(vocabulary.SEGMENTS, 4) }),
  () => ({ publishers: some(vocabulary.PUBLISHERS, 3) }),
  () => ({ categories: some(vocabulary.CATEGORIES, 3) }),
];

const BROAD: readonly (() => Condition)[] = [
  () => ({ intents: some(vocabulary.INTENTS, 2), minConfidence: below(10) / 10 }),
  () => ({ intents: some(vocabulary.INTENTS, 2) }),
  () => ({ countries: some(vocabulary.COUNTRIES, 3) }),
  () => ({ languages: some(vocabulary.LANGUAGES, 2) }),
  () => ({ funnelStages: some(vocabulary.STAGES, 2) }),
  () => ({ deviceTypes: some([1, 2, 4, 5], 2) }),
  () => ({ turns: { from: 1 + below(5) } }),
  () => ({ hours: { from: below(8), to: 12 + below(12) } }),
  () => ({ sentiments: some(vocabulary.SENTIMENTS, 2) }),
];

const merge = (conditions: readonly (() => Condition)[], count: number): Condition =>
  Object.assign({}, ...Array.from({ length: count }, () => one(conditions)()));

const adjustment = () => ({ when: one([...BROAD, ...NARROW])(), factor: 0.7 + below(9) / 10 });

const adjustments = () => Array.from({ length: 1 + below(3) }, adjustment);

export const plausible: Mix = () => {
  const isOpen = happens(0.1);
  const include = isOpen ? {} : { ...merge(BROAD, below(3)), ...merge(NARROW, below(3)) };
  return {
    targeting: { include, ...(happens(0.3) ? { exclude: one([...BROAD, ...NARROW])() } : {}) },
    ...(happens(0.5) ? { adjustments: adjustments() } : {}),
  };
};

export const MIXES: Readonly<Record<string, Mix>> = {
  'plausible targeting': plausible,
  'untargeted: all match': () => ({}),
  'untargeted, with adjustments': () => ({ adjustments: adjustments() }),
  'broad targeting only': () => ({
    targeting: { include: merge(BROAD, 1 + below(3)) },
    adjustments: [adjustment()],
  }),
};
