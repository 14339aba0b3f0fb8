import {
  FIXED,
  type FormField,
  listField,
  longField,
  REQUIRED,
  textField,
  WIDE,
} from '../../../../ui/form-field.tsx';

export const DOMAIN = textField(
  'domain',
  'Domain',
  'Like shop.example, as its campaigns and bids have it. It cannot change later.',
  FIXED,
);

export const WHO: readonly FormField[] = [
  textField('name', 'Name', undefined, REQUIRED),
  listField('categories', 'Categories', 'As in cat of a bid, with commas between, like IAB18.'),
];

export const CONTACT: readonly FormField[] = [
  textField('contact.name', 'Person'),
  textField('contact.email', 'E-mail'),
  longField('notes', 'Notes', undefined, WIDE),
];
