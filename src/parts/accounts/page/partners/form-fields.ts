import type { FormField } from '../../../../ui/form-field.tsx';

export const NAME: FormField = {
  name: 'name',
  label: 'Name',
  hint: 'Letters, digits, - and _. It cannot change later.',
  isRequired: true,
  isFixed: true,
};

export const KIND: FormField = {
  name: 'kind',
  label: 'Kind',
  kind: 'choice',
  isFixed: true,
  options: [
    ['openrtb', 'A DSP that speaks OpenRTB'],
    ['product-search', 'A product search'],
  ],
};

export const CALLS: readonly FormField[] = [
  {
    name: 'url',
    label: 'URL',
    isWide: true,
    isRequired: true,
    hint: 'Where it takes requests: https://…',
  },
  {
    name: 'timeoutMs',
    label: 'Time for its answer, ms',
    kind: 'number',
    hint: 'At most 5,000. Empty: the time of the auction.',
  },
  {
    name: 'qpsMax',
    label: 'Calls a second at most',
    kind: 'number',
    hint: 'Of all machines. Empty: no limit.',
  },
];

/** Of partners that speak OpenRTB. */
export const OPENRTB: readonly FormField[] = [
  {
    name: 'openrtbVersion',
    label: 'OpenRTB',
    kind: 'choice',
    options: [
      ['', '2.6'],
      ['2.5', '2.5'],
    ],
    none: '2.6',
  },
  {
    name: 'seats',
    label: 'Seats',
    kind: 'list',
    hint: 'With commas between. Without any it gets no deals that name seats.',
  },
];
