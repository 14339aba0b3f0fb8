import type { ComponentChildren } from 'preact';
import type { SessionInfo } from '../../../host/admin/answers.ts';
import { Back } from '../../../ui/back.tsx';
import { Definition } from '../../../ui/definition.tsx';
import { History } from '../../../ui/history.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Keys, type KeyWords } from '../../accounts/page/keys.tsx';
import { apiPath } from '../../accounts/page/paths.ts';
import { StateActions, type StateWords } from '../../accounts/page/state-actions.tsx';
import { AccountTable } from './accounts.tsx';
import type { BuyerDocument } from './api.ts';
import { Buys } from './buys.tsx';
import { BUYER_FIELDS } from './form-fields.ts';
import type { BuyerAccountList } from './shown.ts';

type Viewed = { readonly id: string; readonly role: SessionInfo['role'] };

const TOKEN_WORDS: KeyWords = {
  noun: 'token',
  title: 'Tokens',
  use: (
    <>
      Its agent sends one as <code>Authorization: Bearer &lt;token&gt;</code> with every call.
    </>
  ),
  none: 'There is no token, so that nobody can call for it.',
  revoked: 'Calls with this token are refused from now on. This cannot be undone.',
  user: 'agent',
};

const REFRESH_MS = 10_000;

type DetailHeadProps = {
  readonly name: string;
  readonly id: string;
  /** Behind the id. */
  readonly note?: string;
  /** What can be done with it, or null. */
  readonly children: ComponentChildren;
};

function Head({ name, id, note = '', children }: DetailHeadProps) {
  return (
    <header class="page-head">
      <h1>{name}</h1>
      <p class="muted">
        <code>{id}</code>
        {note}
      </p>
      {children === null ? null : <div class="head-actions">{children}</div>}
    </header>
  );
}

export function BuyerDetail({
  id,
  role,
  parameters,
}: Viewed & { readonly parameters: URLSearchParams }) {
  const path = apiPath('buyers', id);
  const resource = useResource<BuyerDocument>(path);
  const accounts = useResource<BuyerAccountList>(
    `/api/buyer-accounts?${new URLSearchParams({ buyer: id })}`,
    REFRESH_MS,
  );
  return (
    <>
      <Back href="#/buyers" to="AI buyers" />
      <Loaded resource={resource} name={id}>
        {(document) => {
          const { source, definition, tokens, revision } = document;
          const mayChange = role === 'admin' && source === 'store';
          const { reload } = resource;
          return (
            <>
              <Head
                name={definition.name}
                id={id}
                note={definition.sandbox === true ? ' · sandbox: nothing of it serves' : ''}
              >
                {mayChange ? (
                  <StateActions
                    page="buyers"
                    account={document}
                    words={BUYER_ACTIONS}
                    reload={reload}
                  />
                ) : null}
              </Head>
              {source === 'config' ? <OfConfig what="buyer" section="adcp.buyers" /> : null}
              <section class="panel" aria-labelledby="accounts">
                <h2 id="accounts">Accounts</h2>
                <Loaded resource={accounts}>
                  {({ rows, total }) =>
                    rows.length === 0 ? (
                      <p class="muted">It has declared no account yet.</p>
                    ) : (
                      <>
                        <AccountTable
                          rows={rows}
                          caption={`Accounts of ${id}`}
                          mayDecide={role === 'admin'}
                          reload={accounts.reload}
                        />
                        {total > rows.length ? (
                          <p class="muted">
                            The latest {rows.length} of {total} are shown.
                          </p>
                        ) : null}
                      </>
                    )
                  }
                </Loaded>
              </section>
              <Buys buyer={id} parameters={parameters} />
              {source === 'store' ? (
                <Keys
                  words={TOKEN_WORDS}
                  keys={tokens}
                  pathOf={(token) => `${path}/tokens${token === undefined ? '' : `/${token}`}`}
                  mayChange={mayChange}
                  reload={reload}
                />
              ) : null}
              <Definition definition={definition} fields={BUYER_FIELDS} />
              {source === 'store' && role !== 'read' ? (
                <History
                  path={path}
                  revision={revision}
                  {...(mayChange
                    ? { restore: { now: definition, within: 'definition', reload } }
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

const BUYER_ACTIONS: StateWords = {
  paused: 'Paused: its calls are refused, and nothing that it has bought serves.',
  active: 'Its calls are answered. What it has bought serves again.',
  pause: 'Its calls are refused, and nothing that it has bought serves until it is resumed.',
  remove:
    'This cannot be undone. Its tokens stop working for good, and nothing that it has bought serves again.',
};

function OfConfig({ what, section }: { readonly what: string; readonly section: string }) {
  return (
    <p class="note">
      This {what} is in the config: change it there under <code>{section}</code>, then reload the
      config.
    </p>
  );
}
