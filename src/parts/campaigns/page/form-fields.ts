import { CLICK_PARAMETER, WINDOW_DAYS } from '../../../demand/campaigns/conversion-terms.ts';
import type { Condition } from '../../../demand/condition-schema.ts';
import type { TrafficField } from '../../../host/offers.ts';
import type { FormField } from '../../../ui/form-field.tsx';

export const ID: FormField = {
  name: 'id',
  label: 'Id',
  hint: 'Letters, digits, - and _. It cannot change later.',
  isRequired: true,
};

export const BASICS: readonly FormField[] = [
  { name: 'advertiser', label: 'Advertiser', isRequired: true },
  {
    name: 'domain',
    label: 'Advertiser’s domain',
    hint: 'Like shop.example. Publishers block by it.',
    isRequired: true,
  },
  {
    name: 'language',
    label: 'Language of its ads',
    hint: 'Like de. It does not run where the conversation is in another. Empty: it runs in all.',
  },
];

export const BUDGET: readonly FormField[] = [
  { name: 'budget.daily', label: 'Budget a day, USD', kind: 'number' },
  { name: 'budget.total', label: 'Budget in all, USD', kind: 'number' },
  {
    name: 'budget.pacing',
    label: 'Pace',
    kind: 'choice',
    options: [
      ['', 'Even, as requests come'],
      ['asap', 'As fast as it can'],
    ],
    none: 'even',
  },
  { name: 'flight.start', label: 'First day', kind: 'day', hint: 'Empty: at once.' },
  {
    name: 'flight.end',
    label: 'Last day',
    kind: 'day',
    hint: 'It runs on the whole of it. Empty: no end.',
  },
  { name: 'zone', label: 'Time zone of its days', hint: 'Like Europe/Berlin. Empty: UTC.' },
];

/** The prices, by what they are paid for. */
export const PRICES = {
  cpm: { words: 'A thousand impressions', label: 'CPM in USD' },
  cpc: { words: 'A click', label: 'Price of a click in USD' },
  cpa: { words: 'A conversion', label: 'Price of a conversion in USD' },
} as const;

export const priceField = (key: keyof typeof PRICES): FormField => ({
  ...{ name: key, label: PRICES[key].label, kind: 'number', isRequired: true },
});

/** Of campaigns that pay for a click or a conversion. */
export const RISK: FormField = {
  name: 'riskMax',
  label: 'Risk, USD',
  kind: 'number',
  hint: 'It stops when publishers were owed this much more than it was charged. Empty: as the config says.',
};

export const CONVERSIONS: FormField = {
  name: 'conversions',
  label: 'Conversions',
  kind: 'flag',
  hint: 'Adds a click id to the link, which the shop sends back: docs/integrate/advertiser.md.',
};

/** Of campaigns that measure conversions. */
export const CONVERSION_TERMS: readonly FormField[] = [
  {
    name: 'conversions.windowDays',
    label: 'Days after the click',
    kind: 'number',
    hint: `An order counts for so long. Empty: ${WINDOW_DAYS}.`,
  },
  {
    name: 'conversions.parameter',
    label: 'Parameter of the link',
    hint: `Empty: ${CLICK_PARAMETER}.`,
  },
];

/** Of each frequency cap. */
export const OFTEN: readonly FormField[] = [
  { name: 'atMost', label: 'At most this often', kind: 'number', isRequired: true },
  { name: 'within', label: 'Within', hint: 'Like 1h or 7d.', isRequired: true },
  {
    name: 'per',
    label: 'To the same',
    kind: 'choice',
    options: [
      ['conversation', 'Conversation'],
      ['person', 'Person, where their signals allow it'],
    ],
  },
  {
    name: 'of',
    label: 'Ads of the same',
    kind: 'choice',
    options: [
      ['campaign', 'Campaign'],
      ['advertiser', 'Advertiser'],
    ],
  },
];

export const ROTATION: FormField = {
  name: 'rotation',
  label: 'Which of its ads',
  kind: 'choice',
  options: [
    ['', 'The first that fits'],
    ['best', 'The one that brings most'],
    ['even', 'All alike'],
    ['weighted', 'By their weights'],
  ],
};

/** Of each ad, where ads are shown by their weights. */
export const WEIGHT: FormField = {
  name: 'weight',
  label: 'Weight of this ad',
  kind: 'number',
  hint: 'Among the weights of all. Empty: 1.',
};

export const KEYWORDS: FormField = {
  name: 'targeting.include.keywords',
  label: 'The conversation is about',
  kind: 'list',
  isWide: true,
  hint: 'With commas between. All filled conditions have to hold; without any, it runs where nothing else fits.',
};

export const NEVER_ABOUT: FormField = {
  name: 'targeting.exclude.keywords',
  label: 'Never about',
  kind: 'list',
  isWide: true,
  hint: 'With commas between.',
};

/** Conditions whose values are suggested from traffic. */
export const SUGGESTED: Readonly<Record<TrafficField, FormField>> = {
  countries: { name: 'targeting.include.countries', label: 'Countries' },
  languages: { name: 'targeting.include.languages', label: 'Languages' },
  intents: { name: 'targeting.include.intents', label: 'Intents' },
  publishers: { name: 'targeting.include.publishers', label: 'Publishers' },
};

const AI_OPTIONS = [
  ['', 'Made without AI'],
  ['changed', 'Changed with AI'],
  ['made', 'Made with AI'],
] as const;

/** Of each ad. */
export const AD: readonly FormField[] = [
  { name: 'title', label: 'Title', isWide: true, isRequired: true },
  { name: 'description', label: 'Text', kind: 'long', isWide: true },
  { name: 'link', label: 'Link', isWide: true, isRequired: true, hint: 'Starts with https://' },
  { name: 'cta', label: 'Button' },
  { name: 'sponsored', label: 'Who it is from', hint: 'Empty: the advertiser.' },
  { name: 'price', label: 'Price as people read it', hint: 'Like $129.00.' },
  { name: 'salePrice', label: 'Reduced price' },
  { name: 'rating', label: 'Rating', kind: 'number', hint: '0 to 5 stars.' },
  { name: 'displayUrl', label: 'Address to show', hint: 'Like shop.example/tents.' },
  { name: 'ai.text', label: 'AI and the text', kind: 'choice', options: AI_OPTIONS },
  {
    name: 'ai.picture',
    label: 'AI and the picture',
    kind: 'choice',
    options: AI_OPTIONS,
    hint: 'Shown as a label where the law requires it.',
  },
];

/** The field of one item of a list: `creatives[1].title`. */
export function fieldOf(base: string, field: FormField): FormField {
  return { ...field, name: `${base}.${field.name}` };
}

/** What each condition is about. */
export const CONDITIONS: Readonly<Record<keyof Condition, string>> = {
  intents: 'intent',
  minConfidence: 'certainty of the intent',
  topics: 'topic',
  sentiments: 'mood',
  funnelStages: 'funnel stage',
  interests: 'interests',
  behaviors: 'behavior',
  turns: 'turn',
  quickReply: 'kind of message',
  keywords: 'keywords',
  categories: 'content category',
  countries: 'country',
  languages: 'language',
  deviceTypes: 'device type',
  publishers: 'publisher',
  formats: 'format',
  domains: 'site',
  segments: 'segment',
  days: 'day',
  hours: 'hour',
};

const conditionFields = (side: 'include' | 'exclude', label: string): readonly FormField[] =>
  Object.entries(CONDITIONS).map(([name, words]) => ({
    name: `targeting.${side}.${name}`,
    label: `${label} this ${words}`,
  }));

/** What the page of a campaign says of it, beside its ads. */
export const SETTINGS: readonly FormField[] = [
  ...BASICS,
  ...(Object.keys(PRICES) as (keyof typeof PRICES)[]).map(priceField),
  { name: 'adjustments', label: 'Other prices where' },
  RISK,
  ...BUDGET,
  ...conditionFields('include', 'Only for'),
  ...conditionFields('exclude', 'Never for'),
  { name: 'frequency', label: 'How often the same person sees it' },
  ROTATION,
  CONVERSIONS,
];
