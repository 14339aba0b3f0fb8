import { Field, FormPart } from '../../../../ui/form-field.tsx';
import { Loaded, useResource } from '../../../../ui/loaded.tsx';
import type { AdvertiserDocument } from '../api.ts';
import { type AccountForm, AccountForms, type AccountPartsProps } from '../form.tsx';
import { apiPath } from '../paths.ts';
import { CONTACT, DOMAIN, WHO } from './form-fields.ts';

const ADVERTISER_FORM: AccountForm = {
  page: 'advertisers',
  title: 'Advertisers',
  noun: 'advertiser',
  needed: 'ads',
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

type AdvertiserFormsProps = {
  /** Absent of a new one. */
  readonly id?: string;
  /** Of a new one that campaigns name, which starts with what they say. */
  readonly domain: string | null;
};

export function AdvertiserForms({ id, domain }: AdvertiserFormsProps) {
  return domain === null ? (
    <AccountForms form={ADVERTISER_FORM} id={id} />
  ) : (
    <Described domain={domain} />
  );
}

function Described({ domain }: { readonly domain: string }) {
  const resource = useResource<AdvertiserDocument>(apiPath('advertisers', domain));
  return (
    <Loaded resource={resource}>
      {({ definition }) => <AccountForms form={{ ...ADVERTISER_FORM, empty: definition }} />}
    </Loaded>
  );
}
