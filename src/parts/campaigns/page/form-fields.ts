import { KNOWN_FORMATS } from '../../../core/openrtb/known-formats.ts';
import { CLICK_PARAMETER, WINDOW_DAYS } from '../../../demand/campaigns/conversion-terms.ts';
import type { Condition } from '../../../demand/condition-schema.ts';
import type { TrafficField } from '../../../host/offers.ts';
import {
  choiceField,
  dayField,
  type FormField,
  flagField,
  listField,
  longField,
  numberField,
  REQUIRED,
  textField,
  WIDE,
} from '../../../ui/form-field.tsx';

export const ID = textField(
  'id',
  'Id',
  'Letters, digits, - and _. It cannot change later.',
  REQUIRED,
);

export const BASICS: readonly FormField[] = [
  textField('advertiser', 'Advertiser', undefined, REQUIRED),
  textField(
    'domain',
    'Advertiser’s domain',
    'Like shop.example. Publishers block by it.',
    REQUIRED,
  ),
  textField(
    'language',
    'Language of its ads',
    'Like de. It does not run where the conversation is in another. Empty: it runs in all.',
  ),
];

export const BUDGET: readonly FormField[] = [
  numberField('budget.daily', 'Budget a day, USD'),
  numberField('budget.total', 'Budget in all, USD'),
  choiceField(
    'budget.pacing',
    'Pace',
    { '': 'Even, as requests come', asap: 'As fast as it can' },
    { none: 'even' },
  ),
  dayField('flight.start', 'First day', 'Empty: at once.'),
  dayField('flight.end', 'Last day', 'It runs on the whole of it. Empty: no end.'),
  textField('zone', 'Time zone of its days', 'Like Europe/Berlin. Empty: UTC.'),
];

/** The prices, by what they are paid for. */
export const PRICES = {
  cpm: { words: 'A thousand impressions', label: 'CPM in USD' },
  cpc: { words: 'A click', label: 'Price of a click in USD' },
  cpa: { words: 'A conversion', label: 'Price of a conversion in USD' },
} as const;

export const priceField = (key: keyof typeof PRICES) =>
  numberField(key, PRICES[key].label, undefined, REQUIRED);

/** Of campaigns that pay for a click or a conversion. */
export const RISK = numberField(
  'riskMax',
  'Risk, USD',
  'It stops when publishers were owed this much more than it was charged. Empty: as the config says.',
);

export const CONVERSIONS = flagField(
  'conversions',
  'Conversions',
  'Adds a click id to the link, which the shop sends back: docs/integrate/advertiser.md.',
);

/** Of campaigns that measure conversions. */
export const CONVERSION_TERMS: readonly FormField[] = [
  numberField(
    'conversions.windowDays',
    'Days after the click',
    `An order counts for so long. Empty: ${WINDOW_DAYS}.`,
  ),
  textField('conversions.parameter', 'Parameter of the link', `Empty: ${CLICK_PARAMETER}.`),
];

/** Of each frequency cap. */
export const OFTEN: readonly FormField[] = [
  numberField('atMost', 'At most this often', undefined, REQUIRED),
  textField('within', 'Within', 'Like 1h or 7d.', REQUIRED),
  choiceField('per', 'To the same', {
    conversation: 'Conversation',
    person: 'Person, where their signals allow it',
  }),
  choiceField('of', 'Ads of the same', { campaign: 'Campaign', advertiser: 'Advertiser' }),
];

export const ROTATION = choiceField('rotation', 'Which of its ads', {
  '': 'The first that fits',
  best: 'The one that brings most',
  even: 'All alike',
  weighted: 'By their weights',
});

/** Of each ad, where ads are shown by their weights. */
export const WEIGHT = numberField(
  'weight',
  'Weight of this ad',
  'Among the weights of all. Empty: 1.',
);

export const KEYWORDS = listField(
  'targeting.include.keywords',
  'The conversation is about',
  'With commas between. All filled conditions have to hold; without any, it runs where nothing else fits.',
  WIDE,
);

export const NEVER_ABOUT = listField(
  'targeting.exclude.keywords',
  'Never about',
  'With commas between.',
  WIDE,
);

/** Conditions whose values are suggested from traffic. */
export const SUGGESTED: Readonly<Record<TrafficField, string>> = {
  countries: 'Countries',
  languages: 'Languages',
  intents: 'Intents',
  publishers: 'Publishers',
};

const AI = { '': 'Made without AI', changed: 'Changed with AI', made: 'Made with AI' };

/** Of each ad. */
export const AD: readonly FormField[] = [
  textField('title', 'Title', undefined, { ...REQUIRED, ...WIDE }),
  longField('description', 'Text', undefined, WIDE),
  textField('link', 'Link', 'Starts with https://', { ...REQUIRED, ...WIDE }),
  textField('cta', 'Button'),
  textField('sponsored', 'Who it is from', 'Empty: the advertiser.'),
  textField('price', 'Price as people read it', 'Like $129.00.'),
  textField('salePrice', 'Reduced price'),
  numberField('rating', 'Rating', '0 to 5 stars.'),
  textField('displayUrl', 'Address to show', 'Like shop.example/tents.'),
  choiceField('ai.text', 'AI and the text', AI),
  choiceField('ai.picture', 'AI and the picture', AI, {
    hint: 'Shown as a label where the law requires it.',
  }),
];

export const FORMATS = listField(
  'formats',
  'Only as',
  `With commas between. Empty: all that it has the parts for. ${KNOWN_FORMATS.map(({ id }) => id).join(', ')}`,
  WIDE,
);

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
  Object.entries(CONDITIONS).map(([name, words]) =>
    textField(`targeting.${side}.${name}`, `${label} this ${words}`),
  );

/** What the page of a campaign says of it, beside its ads. */
export const SETTINGS: readonly FormField[] = [
  ...BASICS,
  ...(Object.keys(PRICES) as (keyof typeof PRICES)[]).map(priceField),
  textField('adjustments', 'Other prices where'),
  RISK,
  ...BUDGET,
  ...conditionFields('include', 'Only for'),
  ...conditionFields('exclude', 'Never for'),
  textField('frequency', 'How often the same person sees it'),
  ROTATION,
  CONVERSIONS,
];
