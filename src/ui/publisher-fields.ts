import { SENSITIVE_CLASSES, type SensitiveClass } from '../language/sensitive/word-list.ts';
import type { FormField } from './form-field.tsx';

/** What publishers decide themselves, in their own pages and in those of an operator. */

export const FLOOR: FormField = {
  name: 'floors.default',
  label: 'Floor, USD CPM',
  kind: 'number',
  hint: 'Nothing is sold for less. Empty: only the floors of its requests.',
};

const BLOCKED_DOMAINS: FormField = {
  name: 'blockedDomains',
  label: 'Advertisers that are blocked',
  kind: 'list',
  isWide: true,
  hint: 'Domains, with commas between, like casino.example.',
};

export const BLOCKS: readonly FormField[] = [
  BLOCKED_DOMAINS,
  {
    name: 'blockedCategories',
    label: 'Categories that are blocked',
    kind: 'list',
    isWide: true,
    hint: 'As in bcat of a request, with commas between, like IAB25-3.',
  },
  {
    name: 'refusesUncategorized',
    label: 'No ads without a category',
    kind: 'flag',
  },
];

export const MANNERS: readonly FormField[] = [
  {
    name: 'firstAdTurn',
    label: 'First message with an ad',
    kind: 'number',
    hint: 'Empty: the first one.',
  },
  {
    name: 'turnGap',
    label: 'Messages from one ad to the next',
    kind: 'number',
    hint: 'Empty: an ad may follow in the next one.',
  },
  { name: 'noAdsOnNegativeSentiment', label: 'No ads where the mood is bad', kind: 'flag' },
  { name: 'noAdsOnSupportRequests', label: 'No ads where people ask for support', kind: 'flag' },
  { name: 'onlyRelevant', label: 'Only ads that fit the conversation', kind: 'flag' },
];

export const ORIGINS: FormField = {
  name: 'origins',
  label: 'Pages that may call from a browser',
  kind: 'list',
  isWide: true,
  hint: 'Origins with commas between, like https://chat.example. Empty: any.',
};

export const PLACEMENTS: FormField = {
  name: 'placements',
  label: 'Placements',
  kind: 'list',
  isWide: true,
  hint: 'What your requests call a place (imp.tagid), with commas between. Others are counted together.',
};

const CLASS_NAMES: Readonly<Record<SensitiveClass, string>> = {
  crisis: 'A crisis',
  addiction: 'Addiction',
  legal: 'Legal trouble',
  money: 'Money trouble',
  health: 'Health',
  reproduction: 'Pregnancy and family planning',
  orientation: 'Sexual orientation',
  religion: 'Religion',
  ethnicity: 'Ethnic origin',
  immigration: 'Immigration',
  politics: 'Politics',
  union: 'Trade unions',
};

const NO_ADS_UNASKED: readonly SensitiveClass[] = ['crisis'];

type SensitiveLimit = {
  /** The classes in which ads may be allowed by whoever fills this in. */
  readonly allowedOff: readonly string[];
  /** What is stored of them now. */
  readonly stored: Readonly<Record<string, boolean>>;
};

/** What conversations are about, and whether there are ads beside it. */
export function sensitiveFields(limit?: SensitiveLimit): readonly FormField[] {
  return SENSITIVE_CLASSES.map((name) => {
    const isUnasked = NO_ADS_UNASKED.includes(name);
    const isFixed =
      limit !== undefined && !limit.allowedOff.includes(name) && (limit.stored[name] ?? isUnasked);
    const choice = isUnasked ? CHOICES.unasked : CHOICES.asked;
    const { options } = choice;
    const field = { ...choice, name: `sensitive.${name}`, label: CLASS_NAMES[name] };
    if (!isFixed) return field;
    const noAds = options.filter(([, words]) => words === NO_ADS);
    return { ...field, options: noAds, hint: 'The exchange does not let you allow ads here.' };
  });
}

const NO_ADS = 'No ads';

/** What is not said of a class says the same as one of the two. */
const CHOICES: Readonly<
  Record<
    'asked' | 'unasked',
    Pick<FormField, 'kind' | 'none'> & Required<Pick<FormField, 'options'>>
  >
> = {
  asked: {
    kind: 'switch',
    none: false,
    options: [
      ['', 'Ads as elsewhere'],
      ['true', NO_ADS],
    ],
  },
  unasked: {
    kind: 'switch',
    none: true,
    options: [
      ['', NO_ADS],
      ['false', 'Ads as elsewhere'],
    ],
  },
};
