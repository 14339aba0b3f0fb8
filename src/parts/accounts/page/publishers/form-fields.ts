import {
  choiceField,
  type Draft,
  FIXED,
  type FormField,
  listField,
  numberField,
  textField,
} from '../../../../ui/form-field.tsx';

export const ID = textField(
  'id',
  'Id',
  'As in site.publisher.id of its requests: letters, digits, ".", "-" and "_". It cannot change later.',
  FIXED,
);

/** All of a seller entry, or nothing. */
const ALL_OR_NOTHING = { isRequired: ({ seller }: Draft) => seller !== undefined };

export const SELLER: readonly FormField[] = [
  textField('seller.name', 'Name', 'In sellers.json, for buyers.', ALL_OR_NOTHING),
  textField('seller.domain', 'Domain', 'Like news.example: its ads.txt is there.', ALL_OR_NOTHING),
  choiceField(
    'seller.type',
    'It sells',
    {
      '': 'Not said',
      publisher: 'Its own space',
      intermediary: 'That of others',
      both: 'Both',
    },
    ALL_OR_NOTHING,
  ),
];

export const TERMS: readonly FormField[] = [
  numberField(
    'share',
    'Its share of each sale',
    'From 0 to 1, like 0.8. Empty: as the config says.',
  ),
  numberField('limits.perSecond', 'Requests a second at most', 'Empty: as the config says.'),
];

/** Whether ads that AI had a part in are labelled. */
export const AI_LABEL: readonly FormField[] = [
  textField('country', 'Country', 'Like DE. Empty: that of each person.'),
  choiceField(
    'aiLabel',
    'Label “Made with AI”',
    { '': 'Where the law of the country requires it', always: 'Always', never: 'Never' },
    { none: 'required' },
  ),
];

export const BOUNDS: readonly FormField[] = [
  numberField('bounds.floorMin', 'Lowest floor, USD CPM', 'Empty: 0.'),
  numberField('bounds.floorMax', 'Highest floor, USD CPM', 'Empty: 1,000.'),
  listField(
    'bounds.sensitiveOff',
    'Sensitive topics in which it may allow ads',
    'With commas between, like crisis. Empty: none.',
  ),
];
