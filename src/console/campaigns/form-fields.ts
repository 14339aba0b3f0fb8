import { CLICK_PARAMETER, WINDOW_DAYS } from '../../demand/campaigns/conversion-terms.ts';
import type { FormField } from '../ui/form-field.tsx';

export const ID: FormField = {
  name: 'id',
  label: 'Id',
  hint: 'Letters, digits, - and _. It cannot change later.',
};

export const BASICS: readonly FormField[] = [
  { name: 'advertiser', label: 'Advertiser' },
  {
    name: 'domain',
    label: 'Advertiser’s domain',
    hint: 'Like shop.example. Publishers block by it.',
  },
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
  {
    name: 'flight.start',
    label: 'First day',
    hint: 'Like 2026-12-01. Empty: at once.',
  },
  { name: 'flight.end', label: 'Last day', hint: 'Empty: no end.' },
  {
    name: 'zone',
    label: 'Time zone of its days',
    hint: 'Like Europe/Berlin. Empty: UTC.',
  },
];

/** The prices, by what they are paid for. */
export const PRICES = {
  cpm: { words: 'A thousand impressions', label: 'CPM in USD' },
  cpc: { words: 'A click', label: 'Price of a click in USD' },
  cpa: { words: 'A conversion', label: 'Price of a conversion in USD' },
} as const;

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

export const OFTEN: readonly FormField[] = [
  { name: 'frequency[0].atMost', label: 'At most this often', kind: 'number' },
  { name: 'frequency[0].within', label: 'Within', hint: 'Like 1h or 7d.' },
  {
    name: 'frequency[0].per',
    label: 'To the same',
    kind: 'choice',
    options: [
      ['conversation', 'Conversation'],
      ['person', 'Person, where their signals allow it'],
    ],
  },
  {
    name: 'frequency[0].of',
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

/** Of the first ad, where ads are shown by their weights. */
export const WEIGHT: FormField = {
  name: 'creatives[0].weight',
  label: 'Weight of this ad',
  kind: 'number',
  hint: 'Among the weights of all. Empty: 1.',
};

export const REACH: readonly FormField[] = [
  {
    name: 'targeting.include.keywords',
    label: 'The conversation is about',
    kind: 'list',
    isWide: true,
    hint: 'With commas between. All filled conditions have to hold; without any, it runs where nothing else fits.',
  },
  { name: 'targeting.include.intents', label: 'Intents', kind: 'list' },
  { name: 'targeting.include.countries', label: 'Countries', kind: 'list', hint: 'Like DE, US.' },
  { name: 'targeting.include.languages', label: 'Languages', kind: 'list', hint: 'Like en, de.' },
  { name: 'targeting.include.publishers', label: 'Publishers', kind: 'list' },
  { name: 'targeting.exclude.keywords', label: 'Never about', kind: 'list' },
];

export const AD: readonly FormField[] = [
  { name: 'creatives[0].id', label: 'Creative id' },
  { name: 'creatives[0].title', label: 'Title' },
  { name: 'creatives[0].description', label: 'Text', kind: 'long', isWide: true },
  { name: 'creatives[0].cta', label: 'Button' },
  { name: 'creatives[0].link', label: 'Link', isWide: true, hint: 'Starts with https://' },
  { name: 'creatives[0].images[0].url', label: 'Image URL', isWide: true },
  { name: 'creatives[0].images[0].w', label: 'Image width', kind: 'number' },
  { name: 'creatives[0].images[0].h', label: 'Image height', kind: 'number' },
  { name: 'creatives[0].price', label: 'Price as people read it' },
  { name: 'creatives[0].salePrice', label: 'Reduced price' },
];
