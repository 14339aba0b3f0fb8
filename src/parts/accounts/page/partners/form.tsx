import { AllFields } from '../../../../ui/all-fields.tsx';
import { Field, Fields, FormPart } from '../../../../ui/form-field.tsx';
import { type AccountForm, AccountForms, type AccountPartsProps } from '../form.tsx';
import { CALLS, KIND, NAME, OPENRTB } from './form-fields.ts';
import { HeadersField } from './headers-field.tsx';
import { TestPartner } from './test-partner.tsx';

const PARTNER_FORM: AccountForm = {
  page: 'partners',
  title: 'Partners',
  noun: 'partner',
  needed: 'admin',
  next: 'It is paused at first: test it, then start it.',
  empty: { name: '', kind: 'openrtb', url: '' },
  Parts: PartnerParts,
};

function PartnerParts({ context, isNew }: AccountPartsProps) {
  const { draft, change } = context;
  return (
    <>
      <FormPart title="Partner" context={context}>
        <Field context={context} field={NAME} isFixed={!isNew} />
        <Field context={context} field={KIND} isFixed={!isNew} />
        <Fields context={context} fields={CALLS} />
        {draft.kind === 'openrtb' ? <Fields context={context} fields={OPENRTB} /> : null}
        <HeadersField context={context} />
      </FormPart>
      <AllFields draft={draft} label="The partner as docs/config.md describes it" change={change} />
      <TestPartner
        intro="Sends a sample request in test mode to the partner as it is typed here, and says what the auction would make of the answer. Nothing is saved."
        path="/api/partners/test"
        body={JSON.stringify(draft)}
      />
    </>
  );
}

export function PartnerForms({ id }: { readonly id?: string }) {
  return <AccountForms form={PARTNER_FORM} id={id} />;
}
