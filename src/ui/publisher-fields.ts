import { SENSITIVE_CLASSES, type SensitiveClass } from '../language/sensitive/word-list.ts';
import {
  choiceField,
  type FormField,
  flagField,
  listField,
  numberField,
  WIDE,
} from './form-field.tsx';

/** What publishers decide themselves, in their own pages and in those of an operator. */

export const FLOOR = numberField(
  'floors.default',
  'Floor, USD CPM',
  'Nothing is sold for less. Empty: only the floors of its requests.',
);

export const BLOCKS: readonly FormField[] = [
  listField(
    'blockedDomains',
    'Advertisers that are blocked',
    'Domains, with commas between, like casino.example.',
    WIDE,
  ),
  listField(
    'blockedCategories',
    'Categories that are blocked',
    'As in bcat of a request, with commas between, like IAB25-3.',
    WIDE,
  ),
  flagField('refusesUncategorized', 'No ads without a category'),
];

export const MANNERS: readonly FormField[] = [
  numberField('firstAdTurn', 'First message with an ad', 'Empty: the first one.'),
  numberField(
    'turnGap',
    'Messages from one ad to the next',
    'Empty: an ad may follow in the next one.',
  ),
  flagField('noAdsOnNegativeSentiment', 'No ads where the mood is bad'),
  flagField('noAdsOnSupportRequests', 'No ads where people ask for support'),
  flagField('onlyRelevant', 'Only ads that fit the conversation'),
];

export const ORIGINS = listField(
  'origins',
  'Pages that may call from a browser',
  'Origins with commas between, like https://chat.example. Empty: any.',
  WIDE,
);

export const PLACEMENTS = listField(
  'placements',
  'Placements',
  'What your requests call a place (imp.tagid), with commas between. Others are counted together.',
  WIDE,
);

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

type SensitiveLimit = {
  /** The classes in which ads may be allowed by whoever fills this in. */
  readonly allowedOff: readonly string[];
  /** What is stored of them now. */
  readonly stored: Readonly<Record<string, boolean>>;
};

/** What conversations are about, and whether there are ads beside it. */
export function sensitiveFields(limit?: SensitiveLimit): readonly FormField[] {
  return SENSITIVE_CLASSES.map((name) => {
    // Where nobody decides, there are ads but beside a crisis.
    const isOff = name === 'crisis';
    const isFixed =
      limit !== undefined && !limit.allowedOff.includes(name) && (limit.stored[name] ?? isOff);
    const [off, on] = [
      { [isOff ? '' : 'true']: 'No ads' },
      { [isOff ? 'false' : '']: 'Ads as elsewhere' },
    ];
    const choices = isFixed ? off : isOff ? { ...off, ...on } : { ...on, ...off };
    const hint = isFixed ? 'The exchange does not let you allow ads here.' : undefined;
    const terms = { kind: 'switch', none: isOff, hint } as const;
    return choiceField(`sensitive.${name}`, CLASS_NAMES[name], choices, terms);
  });
}
