import type { AccountForm, AccountPartsProps } from '../accounts/form.tsx';
import { AllFields } from '../ui/all-fields.tsx';
import { Field, type FormField, FormPart } from '../ui/form-field.tsx';

const ID: FormField = {
  name: 'id',
  label: 'Id',
  hint: 'Letters, digits, "-" and "_". The audit names it for what the buyer does. It cannot change later.',
};

export const BUYER_FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Name' },
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

export const BUYER_FORM: AccountForm = {
  page: 'buyers',
  title: 'AI buyers',
  noun: 'buyer',
  next: 'Then make a token for its agent.',
  empty: { id: '', name: '' },
  Parts: ({ context, isNew }: AccountPartsProps) => (
    <FormPart title="Buyer" context={context} fields={BUYER_FIELDS}>
      <Field context={context} field={ID} isFixed={!isNew} />
    </FormPart>
  ),
};

export const PRODUCT_FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Name' },
  {
    name: 'description',
    label: 'Description',
    kind: 'long',
    isWide: true,
    hint: 'Buyers read it, and briefs are matched with it.',
  },
  {
    name: 'publishers',
    label: 'Publishers',
    kind: 'list',
    isWide: true,
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

export const PRODUCT_FORM: AccountForm = {
  page: 'products',
  title: 'AI buyers',
  noun: 'product',
  next: 'Buyers find it at once.',
  empty: { id: '', name: '', description: '', publishers: [], floors: {} },
  Parts: ({ context, isNew }: AccountPartsProps) => (
    <>
      <FormPart title="Product" context={context} fields={PRODUCT_FIELDS}>
        <Field
          context={context}
          field={{ ...ID, hint: 'It cannot change later.' }}
          isFixed={!isNew}
        />
      </FormPart>
      <AllFields
        draft={context.draft}
        label="The product as docs/config.md describes it"
        change={context.change}
      />
    </>
  ),
};
