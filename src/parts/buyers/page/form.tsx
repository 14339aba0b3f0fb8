import { AllFields } from '../../../ui/all-fields.tsx';
import { Field, type FormField, FormPart } from '../../../ui/form-field.tsx';
import {
  type AccountForm,
  AccountForms,
  type AccountPartsProps,
} from '../../accounts/page/form.tsx';
import { BUYER_FIELDS, PRODUCT_FIELDS } from './form-fields.ts';

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

const PRODUCT_FORM: AccountForm = {
  page: 'products',
  title: 'AI buyers',
  noun: 'product',
  needed: 'admin',
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

type BuyerFormsProps = {
  readonly of: 'buyer' | 'product';
  /** Absent of a new one. */
  readonly id?: string;
};

export function BuyerForms({ of, id }: BuyerFormsProps) {
  return <AccountForms form={of === 'buyer' ? BUYER_FORM : PRODUCT_FORM} id={id} />;
}
