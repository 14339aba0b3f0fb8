import { useContext } from 'preact/hooks';
import { AllFields } from './all-fields.tsx';
import { Back } from './back.tsx';
import { type Draft, FormPart } from './form-field.tsx';
import { Loaded, useResource } from './loaded.tsx';
import { mayChange, NotAllowed } from './not-allowed.tsx';
import { type AnyRecord, aNoun, type RecordPage } from './record-page.ts';
import { recordHref, recordPath } from './record-paths.ts';
import { SaveBar } from './save-bar.tsx';
import { send } from './shell/client.ts';
import { type DraftOptions, getVersion, useDraft, type Version } from './use-draft.ts';
import { ViewerRole } from './viewer-role.ts';

type Page = RecordPage<AnyRecord>;

type RecordFormProps = {
  readonly page: Page;
  /** Absent of a new one. */
  readonly id?: string;
  /** The id of one that a new one starts as. */
  readonly like?: string | null;
};

/** The form of a record. It is loaded once somebody adds or edits one. */
export function RecordForm({ page, id, like = null }: RecordFormProps) {
  const { title, nouns, write } = page;
  if (!mayChange(useContext(ViewerRole), write)) {
    return <NotAllowed href={`#/${page.page}`} title={title} things={nouns[1]} needed={write} />;
  }
  if (id !== undefined) return <Edit page={page} id={id} />;
  return (
    <>
      <Back href={`#/${page.page}`} to={title} />
      <header class="page-head">
        <h1>Add {aNoun(nouns[0])}</h1>
        <p class="muted">{page.next}</p>
      </header>
      {like === null ? <New page={page} draft={page.empty} /> : <Like page={page} id={like} />}
    </>
  );
}

function Like({ page, id }: { readonly page: Page; readonly id: string }) {
  return (
    <Loaded resource={useResource<AnyRecord>(recordPath(page.api, id))}>
      {({ definition }) => <New page={page} draft={definition as Draft} />}
    </Loaded>
  );
}

function New({ page, draft }: { readonly page: Page; readonly draft: Draft }) {
  return (
    <DraftForm
      page={page}
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

function Edit({ page, id }: { readonly page: Page; readonly id: string }) {
  const path = recordPath(page.api, id);
  const above = recordHref(page.page, id);
  return (
    <>
      <Back href={above} to={id} />
      <header class="page-head">
        <h1>Edit {id}</h1>
      </header>
      <Loaded resource={useResource<AnyRecord>(path)}>
        {(one) => (
          <DraftForm
            page={page}
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

type DraftFormProps = Omit<DraftOptions<AnyRecord>, 'onSaved'> & {
  readonly page: Page;
  readonly label: string;
  readonly cancelHref: string;
};

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
