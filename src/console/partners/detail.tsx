import { useState } from 'preact/hooks';
import type { PartnerDocument } from '../accounts/api.ts';
import { Definition } from '../accounts/definition.tsx';
import { apiPath, editHref } from '../accounts/paths.ts';
import type { SessionInfo } from '../api.ts';
import { auctionsHref } from '../auctions/filter.ts';
import { send } from '../client.ts';
import { Back } from '../ui/back.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Failure } from '../ui/empty.tsx';
import { History } from '../ui/history.tsx';
import { Loaded, useResource } from '../ui/loaded.tsx';
import { useAction } from '../ui/use-action.ts';
import { CALLS, HEADERS, KIND, OPENRTB } from './form-fields.ts';
import { TestPartner } from './test-partner.tsx';

const SHOWN_FIELDS = [KIND, ...CALLS, ...OPENRTB, HEADERS];

type PartnerDetailProps = { readonly name: string; readonly role: SessionInfo['role'] };

export function PartnerDetail({ name, role }: PartnerDetailProps) {
  const path = apiPath('partners', name);
  const resource = useResource<PartnerDocument>(path);
  return (
    <>
      <Back href="#/partners" to="Partners" />
      <Loaded resource={resource}>
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
              {mayChange ? (
                <Cap document={document} reload={resource.reload} key={document.revision} />
              ) : null}
              {role === 'admin' && definition.kind !== 'campaigns' ? (
                <TestPartner
                  intro="Sends it a sample request in test mode, and says what the auction would make of the answer."
                  path={`${path}/test`}
                  body="{}"
                />
              ) : null}
              <Definition definition={definition} fields={SHOWN_FIELDS} />
              {source === 'store' && role !== 'read' ? (
                <History path={`${path}/history?now=${document.revision}`} />
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
  const { isBusy, failure, run } = useAction();
  const path = apiPath('partners', id);
  const next = state === 'paused' ? 'active' : 'paused';
  const remove = () =>
    run(send(path, '', {}, { method: 'DELETE' }), () => {
      location.hash = '#/partners';
    });
  return (
    <div class="head-actions">
      <a class="button" href={editHref('partners', id)}>
        Edit
      </a>
      <button
        type="button"
        class="primary"
        disabled={isBusy}
        onClick={() => run(send(`${path}/state`, JSON.stringify({ state: next })), reload)}
      >
        {state === 'paused' ? 'Start' : 'Pause'}
      </button>
      {state === 'paused' ? (
        <Confirm
          label="Remove"
          name={id}
          consequence="It is not asked any more, on all machines. Notices of ads that it was sold are still sent, and its figures and statements stay."
          onYes={remove}
        />
      ) : null}
      <Failure reason={failure} />
    </div>
  );
}

/** The one setting that is changed in a hurry. */
function Cap({ document, reload }: PartProps) {
  const { id, revision, definition } = document;
  const now = 'qpsMax' in definition ? definition.qpsMax : undefined;
  const [typed, setTyped] = useState(now === undefined ? '' : String(now));
  const { isBusy, failure, run } = useAction();
  const set = (event: Event) => {
    event.preventDefault();
    const { qpsMax: _, ...others } = { qpsMax: undefined, ...definition };
    const body = typed.trim() === '' ? others : { ...others, qpsMax: Number(typed) };
    const headers = { 'If-Match': `"${revision}"` };
    const call = send(apiPath('partners', id), JSON.stringify(body), headers, { method: 'PUT' });
    return run(call, reload);
  };
  return (
    <form class="panel" onSubmit={set} noValidate>
      <p class="actions">
        <label for="cap">Calls a second at most</label>
        <input
          id="cap"
          inputMode="numeric"
          size={8}
          value={typed}
          placeholder="no limit"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" disabled={isBusy}>
          Set the limit
        </button>
        <span class="muted">
          {now === undefined ? 'There is none now.' : `Now ${now.toLocaleString()}.`}
        </span>
      </p>
      <Failure reason={failure} />
    </form>
  );
}
