import { useEffect, useState } from 'preact/hooks';
import type { SessionInfo } from '../../../../host/admin/answers.ts';
import { Back } from '../../../../ui/back.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Definition } from '../../../../ui/definition.tsx';
import { DoneNotice } from '../../../../ui/done-notice.tsx';
import { fieldId } from '../../../../ui/field-control.ts';
import { History } from '../../../../ui/history.tsx';
import { Loaded, useResource } from '../../../../ui/loaded.tsx';
import { send } from '../../../../ui/shell/client.ts';
import { useAction } from '../../../../ui/use-action.ts';
import { auctionsHref } from '../../../insight/page/auctions/filter.ts';
import type { PartnerDocument, ShownState } from '../api.ts';
import { apiPath, editHref } from '../paths.ts';
import { CALLS, HEADERS, KIND, OPENRTB } from './form-fields.ts';
import { PartnerPause } from './pause.tsx';
import { TestPartner } from './test-partner.tsx';

const SHOWN_FIELDS = [KIND, ...CALLS, ...OPENRTB, HEADERS];

type PartnerDetailProps = { readonly name: string; readonly role: SessionInfo['role'] };

export function PartnerDetail({ name, role }: PartnerDetailProps) {
  const path = apiPath('partners', name);
  const resource = useResource<PartnerDocument>(path);
  return (
    <>
      <Back href="#/partners" to="Partners" />
      <Loaded resource={resource} name={name}>
        {(document) => {
          const { source, state, definition } = document;
          const mayChange = role === 'admin' && source === 'store';
          return (
            <>
              <header class="page-head">
                <h1>{name}</h1>
                <p class="muted">
                  {definition.kind} · <a href={auctionsHref({ partner: name })}>Its auctions</a>
                </p>
                {mayChange ? <Actions document={document} reload={resource.reload} /> : null}
              </header>
              {source === 'config' ? (
                <p class="note">
                  This partner comes with the config: change it there under <code>partners</code>,
                  then reload the config. It can be paused on the page before.
                </p>
              ) : (
                <p class="health" role="status">
                  <span class={`dot ${state === 'active' ? 'good' : 'quiet'}`} aria-hidden="true" />{' '}
                  {state === 'active' ? 'It is asked in auctions.' : 'Paused: it is not asked.'}
                </p>
              )}
              {mayChange ? <Cap document={document} reload={resource.reload} /> : null}
              {role === 'admin' && definition.kind !== 'campaigns' ? (
                <TestPartner
                  intro="Sends it a sample request in test mode, and says what the auction would make of the answer."
                  path={`${path}/test`}
                  body="{}"
                />
              ) : null}
              <Definition definition={definition} fields={SHOWN_FIELDS} />
              {source === 'store' && role !== 'read' ? (
                <History
                  path={path}
                  revision={document.revision}
                  {...(mayChange
                    ? {
                        restore: { now: definition, within: 'definition', reload: resource.reload },
                      }
                    : {})}
                />
              ) : null}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

type PartProps = { readonly document: PartnerDocument; readonly reload: () => void };

function Actions({ document: { id, state }, reload }: PartProps) {
  const action = useAction();
  const path = apiPath('partners', id);
  const set = (next: ShownState, revision?: number) =>
    send<PartnerDocument>(
      `${path}/state`,
      JSON.stringify({ state: next }),
      revision === undefined ? {} : { 'If-Match': `"${revision}"` },
    );
  const change = (next: ShownState) =>
    action.run(set(next), reload, ({ revision }) => ({
      said: next === 'paused' ? 'Paused.' : 'Started.',
      undo: { call: () => set(state, revision), onDone: reload, said: 'Taken back.' },
    }));
  const remove = () =>
    action.run(send(path, '', {}, { method: 'DELETE' }), () => {
      location.hash = '#/partners';
    });
  return (
    <div class="head-actions">
      <a class="button" href={editHref('partners', id)}>
        Edit
      </a>
      {state === 'paused' ? (
        <button
          type="button"
          class="primary"
          disabled={action.isBusy}
          onClick={() => change('active')}
        >
          Start
        </button>
      ) : (
        <Confirm
          label="Pause"
          name={id}
          kind="primary"
          isDisabled={action.isBusy}
          consequence={<PartnerPause name={id} />}
          onYes={() => change('paused')}
        />
      )}
      {state === 'paused' ? (
        <Confirm
          label="Remove"
          name={id}
          consequence="This cannot be undone. It is not asked any more, on all machines. Notices of ads that it was sold are still sent, and its figures and statements stay."
          onYes={remove}
        />
      ) : null}
      <DoneNotice action={action} />
    </div>
  );
}

const CAP_ID = fieldId('qpsMax');

/** The one setting that is changed in a hurry. */
function Cap({ document, reload }: PartProps) {
  const { id, revision, definition } = document;
  const now = 'qpsMax' in definition ? definition.qpsMax : undefined;
  const nowText = now === undefined ? '' : String(now);
  const [typed, setTyped] = useState(nowText);
  // Whoever changed it, the field has what is stored until somebody types.
  useEffect(() => setTyped(nowText), [nowText]);
  const action = useAction();
  const put = (body: object, seen: number) =>
    send<PartnerDocument>(
      apiPath('partners', id),
      JSON.stringify(body),
      { 'If-Match': `"${seen}"` },
      { method: 'PUT' },
    );
  const set = (event: Event) => {
    event.preventDefault();
    const { qpsMax: _, ...others } = { qpsMax: undefined, ...definition };
    const number = Number(typed);
    // What is no number goes as it is, and the server refuses it: as NaN it would be sent as nothing.
    const qpsMax = Number.isFinite(number) ? number : typed;
    const body = typed.trim() === '' ? others : { ...others, qpsMax };
    return action.run(put(body, revision), reload, (saved) => ({
      said: 'The limit is set.',
      undo: { call: () => put(definition, saved.revision), onDone: reload, said: 'Taken back.' },
    }));
  };
  return (
    <form class="panel" onSubmit={set} noValidate>
      <p class="actions">
        <label for={CAP_ID}>Calls a second at most</label>
        <input
          id={CAP_ID}
          inputMode="numeric"
          size={8}
          value={typed}
          placeholder="no limit"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" disabled={action.isBusy}>
          Set the limit
        </button>
        <span class="muted">
          {now === undefined ? 'There is none now.' : `Now ${now.toLocaleString()}.`}
        </span>
      </p>
      <DoneNotice action={action} />
    </form>
  );
}
