import { Field, type FormField, FormPart } from '../../../ui/form-field.tsx';
import {
  type AccountForm,
  AccountForms,
  type AccountPartsProps,
} from '../../accounts/page/form.tsx';
import { BUYER_FIELDS } from './form-fields.ts';

const ID: FormField = {
  name: 'id',
  label: 'Id',
  hint: 'Letters, digits, "-" and "_". The audit names it for what the buyer does. It cannot change later.',
  isRequired: true,
};

const BUYER_FORM: AccountForm = {
  page: 'buyers',
  title: 'AI buyers',
  noun: 'buyer',
  needed: 'admin',
  next: 'Then make a token for its agent.',
  empty: { id: '', name: '' },
  Parts: ({ context, isNew }: AccountPartsProps) => (
    <FormPart title="Buyer" context={context} fields={BUYER_FIELDS}>
      <Field context={context} field={ID} isFixed={!isNew} />
    </FormPart>
  ),
};

/** Without an id, of a new one. */
export function BuyerForms({ id }: { readonly id?: string }) {
  return <AccountForms form={BUYER_FORM} id={id} />;
}
