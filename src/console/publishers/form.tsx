import type { AccountForm, AccountPartsProps } from '../accounts/form.tsx';
import { AllFields } from '../ui/all-fields.tsx';
import { Field, Fields } from '../ui/form-field.tsx';
import {
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

export const PUBLISHER_FORM: AccountForm = {
  page: 'publishers',
  title: 'Publishers',
  noun: 'publisher',
  next: 'Then invite its people, or make a key for its servers.',
  empty: { id: '' },
  Parts: PublisherParts,
};

function PublisherParts({ context, isNew }: AccountPartsProps) {
  return (
    <>
      <fieldset class="panel form-part">
        <legend>Who it is</legend>
        <Field context={context} field={ID} isFixed={!isNew} />
        <Fields context={context} fields={SELLER} />
      </fieldset>
      <fieldset class="panel form-part">
        <legend>Terms</legend>
        <Fields context={context} fields={[...TERMS, FLOOR, ORIGINS, PLACEMENTS]} />
      </fieldset>
      <fieldset class="panel form-part">
        <legend>Which ads</legend>
        <Fields context={context} fields={BLOCKS} />
      </fieldset>
      <fieldset class="panel form-part">
        <legend>When</legend>
        <Fields context={context} fields={MANNERS} />
      </fieldset>
      <fieldset class="panel form-part">
        <legend>Sensitive topics</legend>
        <Fields context={context} fields={sensitiveFields()} />
      </fieldset>
      <fieldset class="panel form-part">
        <legend>What it may change itself</legend>
        <Fields context={context} fields={BOUNDS} />
      </fieldset>
      <AllFields
        draft={context.draft}
        label="The publisher as docs/config.md describes it, without keys"
        change={context.change}
      />
    </>
  );
}
