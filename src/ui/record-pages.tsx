import type { FunctionComponent } from 'preact';
import { Confirm } from './confirm.tsx';
import { Definition } from './definition.tsx';
import { DoneNotice } from './done-notice.tsx';
import type { Draft, FormField } from './form-field.tsx';
import { History } from './history.tsx';
import { Loaded, useResource } from './loaded.tsx';
import type { ManyAction } from './many.tsx';
import { mayChange } from './not-allowed.tsx';
import { Back } from './page-link.tsx';
import { RecordForm } from './record-form.tsx';
import { RecordList } from './record-list.tsx';
import {
  type AnyRecord,
  aNoun,
  pathIn,
  type RecordPage,
  type RecordProps,
  type Role,
  type Way,
} from './record-page.ts';
import { recordHref } from './record-paths.ts';
import { send } from './shell/client.ts';
import type { PageProps } from './shell/router.ts';
import { useAction } from './use-action.ts';

/** `#/publishers`, `#/publishers?view=new`, `#/publishers/<id>` and `…?view=edit`, since one may be called `new`. */
export function recordPages<One extends AnyRecord, Row extends object>(
  page: RecordPage<One, Row>,
): FunctionComponent<PageProps> {
  // The path of the page has one part less than those of its records.
  const depth = page.page.split('/').length - 1;
  return ({ route: { rest, parameters }, session: { role } }) => {
    const id = rest.split('/').slice(depth).join('/');
    const view = parameters.get('view');
    // What a form draws is typed, so that it needs no type of the record.
    const ofForm = page as unknown as RecordPage<AnyRecord>;
    if (view === 'edit' && id !== '') {
      return <RecordForm page={ofForm} id={id} parameters={parameters} key={id} />;
    }
    if (view === 'new') return <RecordForm page={ofForm} parameters={parameters} />;
    return id === '' ? (
      <List page={page} parameters={parameters} role={role} />
    ) : (
      <Detail page={page} id={id} role={role} parameters={parameters} key={id} />
    );
  };
}

type Of<One extends AnyRecord, Row extends object> = {
  readonly page: RecordPage<One, Row>;
  readonly role: Role;
  readonly parameters: URLSearchParams;
};

function List<One extends AnyRecord, Row extends object>(props: Of<One, Row>) {
  const { page, parameters, role } = props;
  const { write, nouns, many, idOf, Above, none, head } = page;
  const isWriter = mayChange(role, write);
  const add = `#/${page.page}?view=new`;
  const actions = many?.to.map(
    ([state, label, consequence]): ManyAction<Row> => ({
      label,
      consequence,
      call: (row) => send(pathIn(page, idOf(row), 'state'), JSON.stringify({ state })),
    }),
  );
  return (
    <RecordList
      listing={page}
      parameters={parameters}
      {...(many &&
        actions &&
        mayChange(role, many.needed ?? write) && { many: { actions, isFor: many.isFor } })}
      head={
        <div class="head-actions">
          {head ?? (
            <>
              <a class="button" href={`#/files/${page.page.split('/').at(-1)}`}>
                {isWriter ? 'Import and export' : 'Export'}
              </a>
              {isWriter ? (
                <a class="button primary" href={add}>
                  Add {aNoun(nouns[0])}
                </a>
              ) : null}
            </>
          )}
        </div>
      }
      none={
        <>
          {none}
          {head !== undefined ? null : isWriter ? (
            <a href={add}>Add the first one</a>
          ) : (
            <p>Ask somebody with the role {write} to add one.</p>
          )}
        </>
      }
    >
      {(reload) => (Above === undefined ? null : <Above role={role} reload={reload} />)}
    </RecordList>
  );
}

function Detail<One extends AnyRecord, Row extends object>({
  page,
  id,
  role,
  parameters,
}: Of<One, Row> & { readonly id: string }) {
  const path = pathIn(page, id);
  const resource = useResource<One>(path);
  const { reload } = resource;
  const { Links, Sections } = page;
  return (
    <>
      <Back href={`#/${page.page}`} to={page.title} />
      <Loaded resource={resource} name={id}>
        {(one) => {
          const isStored = one.source === 'store';
          const state = page.states[one.state];
          const isChangeable = isStored && mayChange(role, page.write) && state?.isFixed !== true;
          const part = { one, role, reload, parameters, mayChange: isChangeable };
          const definition = one.definition as Draft;
          return (
            <>
              <header class="page-head">
                <h1>
                  <bdi>{page.nameOf(one)}</bdi>
                </h1>
                <p class="muted">{page.about?.(one)}</p>
                <div class="head-actions">
                  {Links === undefined ? null : <Links {...part} />}
                  <Actions page={page} {...part} />
                </div>
              </header>
              {isStored ? null : (
                <p class="note">
                  This {page.nouns[0]} is in {one.changedBy}: change it there.
                </p>
              )}
              {state === undefined ? null : (
                <p class="health" role="status">
                  <span class={`dot ${state.dot}`} aria-hidden="true" /> {state.name}.{' '}
                  {state.meaning}
                </p>
              )}
              {Sections === undefined ? null : <Sections {...part} />}
              <Definition definition={definition} fields={shownFields(page, one)} />
              {isStored && role !== 'read' ? (
                <History
                  path={path}
                  revision={one.revision}
                  {...(part.mayChange && {
                    restore: { now: definition, reload },
                  })}
                />
              ) : null}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** The id stands above them. */
function shownFields<One extends AnyRecord, Row extends object>(
  { form }: RecordPage<One, Row>,
  { id, definition }: One,
): readonly FormField[] {
  const fields = Object.values(form(definition as Draft)).flat();
  return fields.filter(({ name }) => (definition as Draft)[name] !== id);
}

type ActionsProps<One extends AnyRecord, Row extends object> = RecordProps<One> & {
  readonly page: RecordPage<One, Row>;
};

/** Edits a record, and leads it from state to state. */
function Actions<One extends AnyRecord, Row extends object>(props: ActionsProps<One, Row>) {
  const { page, one, role, mayChange: mayEdit, reload } = props;
  const { id, source, state } = one;
  const action = useAction();
  const set = (to: string, revision?: number) =>
    send<AnyRecord>(
      pathIn(page, id, 'state'),
      JSON.stringify({ state: to }),
      revision === undefined ? {} : { 'If-Match': `"${revision}"` },
    );
  const go = (to: string) => {
    if (to === 'deleted') {
      return action.run(send(pathIn(page, id), '', {}, { method: 'DELETE' }), () => {
        location.hash = `#/${page.page}`;
      });
    }
    const ways = page.states[to]?.ways ?? [];
    // Nobody is invited twice: then it takes another way back.
    const back = ways.some((way) => way.to === state) ? state : ways[0]?.to;
    return action.run(set(to), reload, ({ revision }) => ({
      said: page.states[to]?.meaning ?? to,
      ...(back !== undefined && {
        undo: {
          call: () => set(back, revision),
          onDone: reload,
          said: page.states[back]?.meaning ?? back,
        },
      }),
    }));
  };
  const isOffered = ({ to, needed = page.write }: Way<One>) =>
    mayChange(role, needed) &&
    (source === 'store' || (page.isSettableInConfig === true && to !== 'deleted'));
  return (
    <>
      {mayEdit ? (
        <a class="button" href={`${recordHref(page.page, id)}?view=edit`}>
          Edit
        </a>
      ) : null}
      {page.states[state]?.ways.filter(isOffered).map(({ to, label, Consequence }) =>
        Consequence === undefined ? (
          <button
            type="button"
            class="primary"
            disabled={action.isBusy}
            onClick={() => go(to)}
            key={to}
          >
            {label}
          </button>
        ) : (
          <Confirm
            label={label}
            name={id}
            isDisabled={action.isBusy}
            consequence={<Consequence one={one} />}
            onYes={() => go(to)}
            key={to}
          />
        ),
      )}
      <DoneNotice action={action} />
    </>
  );
}
