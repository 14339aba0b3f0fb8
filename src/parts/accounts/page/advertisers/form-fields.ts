import type { FormField } from '../../../../ui/form-field.tsx';

export const DOMAIN: FormField = {
  name: 'domain',
  label: 'Domain',
  hint: 'Like shop.example, as its campaigns and bids have it. It cannot change later.',
  isRequired: true,
  isFixed: true,
};

export const WHO: readonly FormField[] = [
  { name: 'name', label: 'Name', isRequired: true },
  {
    name: 'categories',
    label: 'Categories',
    kind: 'list',
    hint: 'As in cat of a bid, with commas between, like IAB18.',
  },
];

export const CONTACT: readonly FormField[] = [
  { name: 'contact.name', label: 'Person' },
  { name: 'contact.email', label: 'E-mail' },
  { name: 'notes', label: 'Notes', kind: 'long', isWide: true },
];
