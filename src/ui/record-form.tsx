import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { AllFields } from './all-fields.tsx';
import { type Draft, FormPart } from './form-field.tsx';
import { Loaded, useResource } from './loaded.tsx';
import { mayChange, NotAllowed } from './not-allowed.tsx';
import { Back } from './page-link.tsx';
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

/** The form of a record: of one that is stored, of a new one, or of a new one like another. */
export function RecordForm({ page, id, parameters }: RecordFormProps) {
  const { title, nouns, write, next } = page;
  const list = `#/${page.page}`;
  if (!mayChange(useContext(ViewerRole), write)) {
    return <NotAllowed href={list} title={title} things={nouns[1]} needed={write} />;
  }
  const source = id ?? parameters.get('like');
  const Form = page.Form ?? DraftForm;
  const ofNew = (draft: Draft): FormProps<AnyRecord> => ({
    parameters,
    label: `Add the ${nouns[0]}`,
    cancelHref: list,
    first: { draft },
    save: (body, headers) => send(page.api, body, headers),
  });
  return (
    <>
      <Back href={id === undefined ? list : recordHref(page.page, id)} to={id ?? title} />
      <header class="page-head">
        <h1>{id === undefined ? `Add ${aNoun(nouns[0])}` : `Edit ${id}`}</h1>
        {id === undefined ? <p class="muted">{next}</p> : null}
      </header>
      {source === null ? (
        <Form page={page} {...ofNew(page.empty(parameters))} />
      ) : (
        <Stored path={pathIn(page, source)}>
          {(one) => (
            <Form
              page={page}
              {...(id === undefined
                ? ofNew(one.definition as Draft)
                : ofStored(page, one, parameters))}
            />
          )}
        </Stored>
      )}
    </>
  );
}

type StoredProps = {
  readonly path: string;
  readonly children: (one: AnyRecord) => ComponentChildren;
};

const Stored = ({ path, children }: StoredProps) => (
  <Loaded resource={useResource<AnyRecord>(path)}>{children}</Loaded>
);

const versionOf = ({ definition, revision, changedBy, changedAt }: AnyRecord): Version => ({
  draft: definition as Draft,
  revision,
  changed: { by: changedBy, at: changedAt },
});

function ofStored(page: Page, one: AnyRecord, parameters: URLSearchParams): FormProps<AnyRecord> {
  const path = pathIn(page, one.id);
  return {
    one,
    parameters,
    label: 'Save',
    cancelHref: recordHref(page.page, one.id),
    first: versionOf(one),
    save: (body, headers) => send(path, body, headers, { method: 'PUT' }),
    latest: () => getVersion(path, versionOf),
  };
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
