import type { FunctionComponent } from 'preact';
import { useContext } from 'preact/hooks';
import { Back } from '../../../ui/back.tsx';
import type { Draft, FieldContext } from '../../../ui/form-field.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { mayChange, type NeededRole, NotAllowed } from '../../../ui/not-allowed.tsx';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { send } from '../../../ui/shell/client.ts';
import { type DraftOptions, getVersion, useDraft, type Version } from '../../../ui/use-draft.ts';
import { ViewerRole } from '../../../ui/viewer-role.ts';
import type { AccountDocument } from './api.ts';
import { type AccountPage, apiPath, hrefOf } from './paths.ts';

/** What is different in the forms of each kind of account. */
export type AccountForm = {
  readonly page: AccountPage;
  /** Of the page with all of them. */
  readonly title: string;
  readonly noun: string;
  readonly needed: NeededRole;
  /** What to do once one is added. */
  readonly next: string;
  /** What a new one starts with. */
  readonly empty: Draft;
  readonly Parts: FunctionComponent<AccountPartsProps>;
};

export type AccountPartsProps = { readonly context: FieldContext; readonly isNew: boolean };

type AccountFormsProps = {
  readonly form: AccountForm;
  /** Absent of a new one. */
  readonly id?: string | undefined;
};

/** Its pages load it once somebody adds or edits one. */
export function AccountForms({ form, id }: AccountFormsProps) {
  const { page, title, noun, needed } = form;
  if (!mayChange(useContext(ViewerRole), needed)) {
    return <NotAllowed href={listHref(page)} title={title} things={`${noun}s`} needed={needed} />;
  }
  return id === undefined ? (
    <NewAccount form={form} />
  ) : (
    <EditAccount form={form} id={id} key={id} />
  );
}

const listHref = (page: AccountPage) => (page === 'products' ? '#/buyers' : `#/${page}`);

function NewAccount({ form }: { readonly form: AccountForm }) {
  const { page, title, noun, next, empty } = form;
  const above = listHref(page);
  return (
    <>
      <Back href={above} to={title} />
      <header class="page-head">
        <h1>
          Add {/^[aeiou]/.test(noun) ? 'an' : 'a'} {noun}
        </h1>
        <p class="muted">{next}</p>
      </header>
      <DraftForm
        form={form}
        label={`Add the ${noun}`}
        cancelHref={above}
        first={{ draft: empty }}
        save={(body, headers) => send(`/api/${page}`, body, headers)}
      />
    </>
  );
}

const versionOf = (document: AccountDocument<Draft>): Version => ({
  draft: document.definition,
  revision: document.revision,
  changed: { by: document.changedBy, at: document.changedAt },
});

function EditAccount({ form, id }: { readonly form: AccountForm; readonly id: string }) {
  const path = apiPath(form.page, id);
  const above = hrefOf(form.page, id);
  const resource = useResource<AccountDocument<Draft>>(path);
  return (
    <>
      <Back href={above} to={id} />
      <header class="page-head">
        <h1>Edit {id}</h1>
      </header>
      <Loaded resource={resource}>
        {(document) => (
          <DraftForm
            form={form}
            label="Save"
            cancelHref={above}
            first={versionOf(document)}
            save={(body, headers) => send(path, body, headers, { method: 'PUT' })}
            latest={() => getVersion(path, versionOf)}
          />
        )}
      </Loaded>
    </>
  );
}

type DraftFormProps = Omit<DraftOptions<AccountDocument<Draft>>, 'onSaved'> & {
  readonly form: AccountForm;
  readonly label: string;
  readonly cancelHref: string;
};

function DraftForm({ form: { page, Parts }, label, cancelHref, ...options }: DraftFormProps) {
  const state = useDraft({
    ...options,
    onSaved: ({ id }) => {
      location.hash = hrefOf(page, id);
    },
  });
  const { draft, change, failed } = state;
  return (
    <form class="narrow" onSubmit={state.submit} noValidate>
      <Parts
        context={{ draft, change, faults: failed?.faults ?? [] }}
        isNew={options.first.revision === undefined}
      />
      <SaveBar state={state} label={label} cancelHref={cancelHref} />
    </form>
  );
}
