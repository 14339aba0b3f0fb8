import { useContext } from 'preact/hooks';
import { AllFields } from './all-fields.tsx';
import { Back } from './back.tsx';
import { type Draft, FormPart } from './form-field.tsx';
import { Loaded, useResource } from './loaded.tsx';
import { mayChange, NotAllowed } from './not-allowed.tsx';
import { type AnyRecord, aNoun, type FormProps, pathIn, type RecordPage } from './record-page.ts';
import { recordHref } from './record-paths.ts';
import { SaveBar } from './save-bar.tsx';
import { send } from './shell/client.ts';
import { getVersion, useDraft, type Version } from './use-draft.ts';
import { ViewerRole } from './viewer-role.ts';

type Page = RecordPage<AnyRecord>;

type RecordFormProps = {
  readonly page: Page;
  /** Absent of a new one. */
  readonly id?: string;
  readonly parameters: URLSearchParams;
};

/** The form of a record. It is loaded once somebody adds or edits one. */
export function RecordForm({ page, id, parameters }: RecordFormProps) {
  // The id of one that a new one starts as.
  const like = parameters.get('like');
  const { title, nouns, write } = page;
  if (!mayChange(useContext(ViewerRole), write)) {
    return <NotAllowed href={`#/${page.page}`} title={title} things={nouns[1]} needed={write} />;
  }
  if (id !== undefined) return <Edit page={page} id={id} parameters={parameters} />;
  return (
    <>
      <Back href={`#/${page.page}`} to={title} />
      <header class="page-head">
        <h1>Add {aNoun(nouns[0])}</h1>
        <p class="muted">{page.next}</p>
      </header>
      {like === null ? (
        <New page={page} draft={page.empty} parameters={parameters} />
      ) : (
        <Like page={page} id={like} parameters={parameters} />
      )}
    </>
  );
}

type OfOne = Required<RecordFormProps>;

function Like({ page, id, parameters }: OfOne) {
  return (
    <Loaded resource={useResource<AnyRecord>(pathIn(page, id))}>
      {({ definition }) => <New page={page} draft={definition as Draft} parameters={parameters} />}
    </Loaded>
  );
}

type NewProps = Omit<OfOne, 'id'> & { readonly draft: Draft };

function New({ page, draft, parameters }: NewProps) {
  const Form = page.Form ?? DraftForm;
  return (
    <Form
      page={page}
      parameters={parameters}
      label={`Add the ${page.nouns[0]}`}
      cancelHref={`#/${page.page}`}
      first={{ draft }}
      save={(body, headers) => send(page.api, body, headers)}
    />
  );
}

const versionOf = ({ definition, revision, changedBy, changedAt }: AnyRecord): Version => ({
  draft: definition as Draft,
  revision,
  changed: { by: changedBy, at: changedAt },
});

function Edit({ page, id, parameters }: OfOne) {
  const Form = page.Form ?? DraftForm;
  const path = pathIn(page, id);
  const above = recordHref(page.page, id);
  return (
    <>
      <Back href={above} to={id} />
      <header class="page-head">
        <h1>Edit {id}</h1>
      </header>
      <Loaded resource={useResource<AnyRecord>(path)}>
        {(one) => (
          <Form
            page={page}
            one={one}
            parameters={parameters}
            label="Save"
            cancelHref={above}
            first={versionOf(one)}
            save={(body, headers) => send(path, body, headers, { method: 'PUT' })}
            latest={() => getVersion(path, versionOf)}
          />
        )}
      </Loaded>
    </>
  );
}

type DraftFormProps = FormProps<AnyRecord> & { readonly page: Page };

function DraftForm({ page, label, cancelHref, ...options }: DraftFormProps) {
  const state = useDraft({
    ...options,
    onSaved: ({ id }) => {
      location.hash = recordHref(page.page, id);
    },
  });
  const { draft, change, failed } = state;
  const isStored = options.first.revision !== undefined;
  const context = { draft, change, faults: failed?.faults ?? [], isStored };
  const { form, json, MoreOfForm } = page;
  return (
    <form class="narrow" onSubmit={state.submit} noValidate>
      {Object.entries(form(draft)).map(([title, fields]) => (
        <FormPart key={title} title={title} context={context} fields={fields} />
      ))}
      {json === undefined ? null : <AllFields draft={draft} label={json} change={change} />}
      {MoreOfForm === undefined ? null : <MoreOfForm context={context} />}
      <SaveBar state={state} label={label} cancelHref={cancelHref} />
    </form>
  );
}
