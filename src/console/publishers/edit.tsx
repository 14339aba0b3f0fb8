import type { PublisherDocument } from '../accounts/api.ts';
import { apiPath, hrefOf } from '../accounts/paths.ts';
import { send } from '../client.ts';
import { AllFields } from '../ui/all-fields.tsx';
import { Back } from '../ui/back.tsx';
import { Field, Fields } from '../ui/form-field.tsx';
import { Loaded, useResource } from '../ui/loaded.tsx';
import { SaveBar } from '../ui/save-bar.tsx';
import { type DraftOptions, getVersion, useDraft, type Version } from '../ui/use-draft.ts';
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

export function NewPublisher() {
  return (
    <>
      <Back href="#/publishers" to="Publishers" />
      <header class="page-head">
        <h1>Add a publisher</h1>
        <p class="muted">Then invite its people, or make a key for its servers.</p>
      </header>
      <PublisherForm
        first={{ draft: { id: '' } }}
        save={(body, headers) => send('/api/publishers', body, headers)}
      />
    </>
  );
}

const versionOf = ({ definition, revision }: PublisherDocument): Version => ({
  draft: definition,
  revision,
});

export function EditPublisher({ id }: { readonly id: string }) {
  const path = apiPath('publishers', id);
  const resource = useResource<PublisherDocument>(path);
  return (
    <>
      <Back href={hrefOf('publishers', id)} to={id} />
      <header class="page-head">
        <h1>Edit {id}</h1>
      </header>
      <Loaded resource={resource}>
        {(document) => (
          <PublisherForm
            first={versionOf(document)}
            save={(body, headers) => send(path, body, headers, { method: 'PUT' })}
            latest={() => getVersion(path, versionOf)}
          />
        )}
      </Loaded>
    </>
  );
}

type PublisherFormProps = Pick<DraftOptions<PublisherDocument>, 'first' | 'save' | 'latest'>;

function PublisherForm({ first, save, latest }: PublisherFormProps) {
  const isNew = first.revision === undefined;
  const state = useDraft({
    first,
    save,
    latest,
    onSaved: ({ id }) => {
      location.hash = hrefOf('publishers', id);
    },
  });
  const { draft, change, failed } = state;
  const context = { draft, change, faults: failed?.faults ?? [] };
  return (
    <form class="narrow" onSubmit={state.submit} noValidate>
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
        draft={draft}
        label="The publisher as docs/config.md describes it, without keys"
        change={change}
      />
      <SaveBar
        state={state}
        label={isNew ? 'Add the publisher' : 'Save'}
        cancelHref={isNew ? '#/publishers' : hrefOf('publishers', String(draft.id))}
      />
    </form>
  );
}
