import type { FormField } from '../../../ui/form-field.tsx';

const ID: FormField = {
  name: 'id',
  label: 'Id',
  hint: 'Letters, digits, "-" and "_". The audit names it for what the buyer does. It cannot change later.',
  isRequired: true,
  isFixed: true,
};

export const BUYER_FIELDS: readonly FormField[] = [
  ID,
  { name: 'name', label: 'Name', isRequired: true },
  {
    name: 'dailyCap',
    label: 'Cap for a day, USD',
    kind: 'number',
    hint: 'What all its buys together may spend on a day of UTC. Empty: their own budgets alone limit them.',
  },
  {
    name: 'callsPerMinute',
    label: 'Calls in a minute',
    kind: 'number',
    hint: '120 where nothing is said.',
  },
  {
    name: 'sandbox',
    label: 'Sandbox',
    kind: 'flag',
    hint: 'All its accounts are for trying out: nothing of it serves or counts.',
  },
];

export const PRODUCT_FIELDS: readonly FormField[] = [
  { ...ID, hint: 'It cannot change later.' },
  { name: 'name', label: 'Name', isRequired: true },
  {
    name: 'description',
    label: 'Description',
    kind: 'long',
    isWide: true,
    isRequired: true,
    hint: 'Buyers read it, and briefs are matched with it.',
  },
  {
    name: 'publishers',
    label: 'Publishers',
    kind: 'list',
    isWide: true,
    isRequired: true,
    hint: 'Ids with commas between.',
  },
  {
    name: 'formats',
    label: 'Formats',
    kind: 'list',
    hint: 'Ids with commas between. Empty: all that the exchange knows.',
  },
  { name: 'floors.cpm', label: 'Lowest CPM, USD', kind: 'number' },
  {
    name: 'floors.cpc',
    label: 'Lowest price of a click, USD',
    kind: 'number',
    hint: 'One of the two prices is needed.',
  },
  { name: 'minSpend', label: 'Smallest budget of a package, USD', kind: 'number' },
];
