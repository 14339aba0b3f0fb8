import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import type { Condition } from '../../src/demand/condition-schema.ts';
import type { PartnerConfig } from '../../src/demand/kinds.ts';
import { createChance } from '../../test/chance.ts';
import { temporaryFolder } from '../servers.ts';

/** The same campaigns and requests in every run. */
const chance = createChance(7);

const happens = (share: number): boolean => chance() < share;

export const below = (limit: number): number => Math.floor(chance() * limit);

export const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

export const some = <Item>(items: readonly Item[], most: number): Item[] =>
  Array.from({ length: 1 + below(most) }, () => one(items));

const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`);

/** What the campaigns ask for and the requests have. */
export const WORDS = {
  intents: [
    'purchase_inquiry',
    'information_seeking',
    'support_request',
    'comparison',
    'objection_handling',
  ],
  topics: numbered('topic', 400),
  interests: numbered('interest', 150),
  keywords: numbered('keyword', 600),
  segments: numbered('segment', 300),
  publishers: numbered('pub', 60),
  countries: ['USA', 'DEU', 'GBR', 'FRA', 'CAN', 'IND', 'BRA', 'JPN', 'AUS', 'ESP'],
  languages: ['en', 'de', 'fr', 'es', 'pt', 'ja'],
  categories: Array.from({ length: 26 }, (_, index) => `IAB${index + 1}`),
  stages: ['awareness', 'consideration', 'intent', 'conversion'],
  sentiments: ['positive', 'neutral', 'negative'],
} as const;

type Make = () => Condition;

const NARROW: readonly Make[] = [
  () => ({ topics: some(WORDS.topics, 5) }),
  () => ({ keywords: some(WORDS.keywords, 6) }),
  () => ({ interests: some(WORDS.interests, 4) }),
  () => ({ segments: some(WORDS.segments, 4) }),
  () => ({ publishers: some(WORDS.publishers, 3) }),
  () => ({ categories: some(WORDS.categories, 3) }),
];

const BROAD: readonly Make[] = [
  () => ({ intents: some(WORDS.intents, 2), minConfidence: below(10) / 10 }),
  () => ({ intents: some(WORDS.intents, 2) }),
  () => ({ countries: some(WORDS.countries, 3) }),
  () => ({ languages: some(WORDS.languages, 2) }),
  () => ({ funnelStages: some(WORDS.stages, 2) }),
  () => ({ deviceTypes: some([1, 2, 4, 5], 2) }),
  () => ({ turns: { from: 1 + below(5) } }),
  () => ({ hours: { from: below(8), to: 12 + below(12) } }),
  () => ({ sentiments: some(WORDS.sentiments, 2) }),
];

const merged = (conditions: readonly Make[], count: number): Condition =>
  Object.assign({}, ...Array.from({ length: count }, () => one(conditions)()));

const anyCondition = (): Condition => one([...BROAD, ...NARROW])();

const ADVERTISERS = 3000;

/** Most ask for some conversations, a tenth for all; half of them pay more or less for some. */
function campaign(index: number): Campaign {
  const advertiser = index % ADVERTISERS;
  const include = happens(0.1) ? {} : { ...merged(BROAD, below(3)), ...merged(NARROW, below(3)) };
  const adjustment = () => ({ when: anyCondition(), factor: 0.7 + below(9) / 10 });
  return {
    id: `c${index}`,
    advertiser: `Advertiser ${advertiser}`,
    domain: `a${advertiser}.example`,
    cpm: 1 + below(1500) / 100,
    creatives: [
      {
        id: 'main',
        title: `Something worth a look, number ${index}`,
        description: 'A sentence or two that says what it is and why it might be of use.',
        cta: 'See more',
        link: `https://a${advertiser}.example/landing?c=${index}`,
        images: [{ url: `/images/${index}.png`, w: 1200, h: 627 }],
      },
    ],
    targeting: { include, ...(happens(0.3) ? { exclude: anyCondition() } : {}) },
    ...(happens(0.5) ? { adjustments: Array.from({ length: 1 + below(3) }, adjustment) } : {}),
  };
}

/** A partner with so many campaigns, in a file of its own. */
export function campaignsPartner(count: number): PartnerConfig {
  const path = join(temporaryFolder(), 'campaigns.yaml');
  const campaigns = Array.from({ length: count }, (_, index) => campaign(index));
  // JSON is YAML.
  writeFileSync(path, JSON.stringify({ campaigns }, null, 1));
  return { name: 'bench', kind: 'campaigns', path };
}
