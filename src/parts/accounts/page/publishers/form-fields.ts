import type { Draft, FormField } from '../../../../ui/form-field.tsx';

export const ID: FormField = {
  name: 'id',
  label: 'Id',
  hint: 'As in site.publisher.id of its requests: letters, digits, ".", "-" and "_". It cannot change later.',
  isRequired: true,
  isFixed: true,
};

/** All of a seller entry, or nothing. */
const isRequired = ({ seller }: Draft) => seller !== undefined;

export const SELLER: readonly FormField[] = [
  { name: 'seller.name', label: 'Name', hint: 'In sellers.json, for buyers.', isRequired },
  {
    name: 'seller.domain',
    label: 'Domain',
    hint: 'Like news.example: its ads.txt is there.',
    isRequired,
  },
  {
    name: 'seller.type',
    label: 'It sells',
    isRequired,
    kind: 'choice',
    options: [
      ['', 'Not said'],
      ['publisher', 'Its own space'],
      ['intermediary', 'That of others'],
      ['both', 'Both'],
    ],
  },
];

export const TERMS: readonly FormField[] = [
  {
    name: 'share',
    label: 'Its share of each sale',
    kind: 'number',
    hint: 'From 0 to 1, like 0.8. Empty: as the config says.',
  },
  {
    name: 'limits.perSecond',
    label: 'Requests a second at most',
    kind: 'number',
    hint: 'Empty: as the config says.',
  },
];

/** Whether ads that AI had a part in are labelled. */
export const AI_LABEL: readonly FormField[] = [
  { name: 'country', label: 'Country', hint: 'Like DE. Empty: that of each person.' },
  {
    name: 'aiLabel',
    label: 'Label “Made with AI”',
    kind: 'choice',
    options: [
      ['', 'Where the law of the country requires it'],
      ['always', 'Always'],
      ['never', 'Never'],
    ],
    none: 'required',
  },
];

export const BOUNDS: readonly FormField[] = [
  { name: 'bounds.floorMin', label: 'Lowest floor, USD CPM', kind: 'number', hint: 'Empty: 0.' },
  {
    name: 'bounds.floorMax',
    label: 'Highest floor, USD CPM',
    kind: 'number',
    hint: 'Empty: 1,000.',
  },
  {
    name: 'bounds.sensitiveOff',
    label: 'Sensitive topics in which it may allow ads',
    kind: 'list',
    hint: 'With commas between, like crisis. Empty: none.',
  },
];
