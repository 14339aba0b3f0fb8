import { AllFields } from '../../../../ui/all-fields.tsx';
import { Field, FormPart } from '../../../../ui/form-field.tsx';
import { type AccountForm, AccountForms, type AccountPartsProps } from '../form.tsx';
import {
  AI_LABEL,
  BLOCKS,
  BOUNDS,
  FLOOR,
  ID,
  MANNERS,
  ORIGINS,
  PLACEMENTS,
  SELLER,
  sensitiveFields,
  TERMS,
} from './form-fields.ts';

const PUBLISHER_FORM: AccountForm = {
  page: 'publishers',
  title: 'Publishers',
  noun: 'publisher',
  needed: 'admin',
  next: 'Then invite its people, or make a key for its servers.',
  empty: { id: '' },
  Parts: PublisherParts,
};

function PublisherParts({ context, isNew }: AccountPartsProps) {
  return (
    <>
      <FormPart title="Who it is" context={context} fields={SELLER}>
        <Field context={context} field={ID} isFixed={!isNew} />
      </FormPart>
      <FormPart
        title="Terms"
        context={context}
        fields={[...TERMS, FLOOR, ...AI_LABEL, ORIGINS, PLACEMENTS]}
      />
      <FormPart title="Which ads" context={context} fields={BLOCKS} />
      <FormPart title="When" context={context} fields={MANNERS} />
      <FormPart title="Sensitive topics" context={context} fields={sensitiveFields()} />
      <FormPart title="What it may change itself" context={context} fields={BOUNDS} />
      <AllFields
        draft={context.draft}
        label="The publisher as docs/config.md describes it, without keys"
        change={context.change}
      />
    </>
  );
}

export function PublisherForms({ id }: { readonly id?: string }) {
  return <AccountForms form={PUBLISHER_FORM} id={id} />;
}
