import {
  choiceField,
  FIXED,
  type FormField,
  listField,
  numberField,
  REQUIRED,
  textField,
  WIDE,
} from '../../../../ui/form-field.tsx';

export const NAME = textField(
  'name',
  'Name',
  'Letters, digits, - and _. It cannot change later.',
  FIXED,
);

export const KIND = choiceField(
  'kind',
  'Kind',
  { openrtb: 'A DSP that speaks OpenRTB', 'product-search': 'A product search' },
  { isFixed: true },
);

export const CALLS: readonly FormField[] = [
  textField('url', 'URL', 'Where it takes requests: https://…', { ...REQUIRED, ...WIDE }),
  numberField(
    'timeoutMs',
    'Time for its answer, ms',
    'At most 5,000. Empty: the time of the auction.',
  ),
  numberField('qpsMax', 'Calls a second at most', 'Of all machines. Empty: no limit.'),
];

/** Of partners that speak OpenRTB. */
export const OPENRTB: readonly FormField[] = [
  choiceField('openrtbVersion', 'OpenRTB', { '': '2.6', '2.5': '2.5' }, { none: '2.6' }),
  listField('seats', 'Seats', 'With commas between. Without any it gets no deals that name seats.'),
];
