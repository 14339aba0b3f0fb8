import type { PartnerDocument } from '../accounts/api.ts';
import { apiPath, hrefOf } from '../accounts/paths.ts';
import { send } from '../client.ts';
import { AllFields } from '../ui/all-fields.tsx';
import { Back } from '../ui/back.tsx';
import { Field, Fields } from '../ui/form-field.tsx';
import { Loaded, useResource } from '../ui/loaded.tsx';
import { SaveBar } from '../ui/save-bar.tsx';
import { type DraftOptions, getVersion, useDraft, type Version } from '../ui/use-draft.ts';
import { CALLS, KIND, NAME, OPENRTB } from './form-fields.ts';
import { HeadersField } from './headers-field.tsx';
import { TestPartner } from './test-partner.tsx';

export function NewPartner() {
  return (
    <>
      <Back href="#/partners" to="Partners" />
      <header class="page-head">
        <h1>Add a partner</h1>
        <p class="muted">It is paused at first: test it, then start it.</p>
      </header>
      <PartnerForm
        first={{ draft: { name: '', kind: 'openrtb', url: '' } }}
        save={(body, headers) => send('/api/partners', body, headers)}
      />
    </>
  );
}

const versionOf = ({ definition, revision }: PartnerDocument): Version => ({
  draft: definition,
  revision,
});

export function EditPartner({ name }: { readonly name: string }) {
  const path = apiPath('partners', name);
  const resource = useResource<PartnerDocument>(path);
  return (
    <>
      <Back href={hrefOf('partners', name)} to={name} />
      <header class="page-head">
        <h1>Edit {name}</h1>
      </header>
      <Loaded resource={resource}>
        {(document) => (
          <PartnerForm
            first={versionOf(document)}
            save={(body, headers) => send(path, body, headers, { method: 'PUT' })}
            latest={() => getVersion(path, versionOf)}
          />
        )}
      </Loaded>
    </>
  );
}

type PartnerFormProps = Pick<DraftOptions<PartnerDocument>, 'first' | 'save' | 'latest'>;

function PartnerForm({ first, save, latest }: PartnerFormProps) {
  const isNew = first.revision === undefined;
  const state = useDraft({
    first,
    save,
    latest,
    onSaved: ({ id }) => {
      location.hash = hrefOf('partners', id);
    },
  });
  const { draft, body, change, failed } = state;
  const context = { draft, change, faults: failed?.faults ?? [] };
  return (
    <form class="narrow" onSubmit={state.submit} noValidate>
      <fieldset class="panel form-part">
        <legend>Partner</legend>
        <Field context={context} field={NAME} isFixed={!isNew} />
        <Field context={context} field={KIND} isFixed={!isNew} />
        <Fields context={context} fields={CALLS} />
        {draft.kind === 'openrtb' ? <Fields context={context} fields={OPENRTB} /> : null}
        <HeadersField context={context} />
      </fieldset>
      <AllFields draft={draft} label="The partner as docs/config.md describes it" change={change} />
      <TestPartner
        intro="Sends a sample request in test mode to the partner as it is typed here, and says what the auction would make of the answer. Nothing is saved."
        path="/api/partners/test"
        body={body}
      />
      <SaveBar
        state={state}
        label={isNew ? 'Add the partner' : 'Save'}
        cancelHref={isNew ? '#/partners' : hrefOf('partners', String(draft.name))}
      />
    </form>
  );
}
