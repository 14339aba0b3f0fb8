import type { AccountForm, AccountPartsProps } from '../accounts/form.tsx';
import { Field, type FormField, FormPart } from '../ui/form-field.tsx';

const DOMAIN: FormField = {
  name: 'domain',
  label: 'Domain',
  hint: 'Like shop.example, as its campaigns and bids have it. It cannot change later.',
};

const WHO: readonly FormField[] = [
  { name: 'name', label: 'Name' },
  {
    name: 'categories',
    label: 'Categories',
    kind: 'list',
    hint: 'As in cat of a bid, with commas between, like IAB18.',
  },
];

const CONTACT: readonly FormField[] = [
  { name: 'contact.name', label: 'Person' },
  { name: 'contact.email', label: 'E-mail' },
  { name: 'notes', label: 'Notes', kind: 'long', isWide: true },
];

/** What is shown of it, beside its name and its domain. */
export const SHOWN_FIELDS: readonly FormField[] = [...WHO, ...CONTACT];

export const ADVERTISER_FORM: AccountForm = {
  page: 'advertisers',
  title: 'Advertisers',
  noun: 'advertiser',
  next: 'Campaigns belong to it by their domain.',
  empty: { domain: '', name: '' },
  Parts: AdvertiserParts,
};

function AdvertiserParts({ context, isNew }: AccountPartsProps) {
  return (
    <>
      <FormPart title="Who it is" context={context} fields={WHO}>
        <Field context={context} field={DOMAIN} isFixed={!isNew} />
      </FormPart>
      <FormPart title="Contact, for people alone" context={context} fields={CONTACT} />
    </>
  );
}
