import type { SessionInfo } from '../../../../host/admin/answers.ts';
import { Back } from '../../../../ui/back.tsx';
import { Definition } from '../../../../ui/definition.tsx';
import { cents, count, sentence } from '../../../../ui/format.ts';
import { History } from '../../../../ui/history.tsx';
import { lazyPage } from '../../../../ui/lazy.tsx';
import { Loaded, useResource } from '../../../../ui/loaded.tsx';
import { FigureTiles } from '../../../../ui/tiles.tsx';
import { auctionsHref } from '../../../insight/page/auctions/filter.ts';
import type { PublisherDocument, PublisherList } from '../api.ts';
import { Keys } from '../keys.tsx';
import { apiPath } from '../paths.ts';
import { StateActions } from '../state-actions.tsx';
import { PUBLISHER_STATES } from '../words.ts';
import { Invitations, People, type PublisherPartProps } from './access.tsx';
import {
  AI_LABEL,
  BLOCKS,
  BOUNDS,
  FLOOR,
  MANNERS,
  ORIGINS,
  PLACEMENTS,
  SELLER,
  sensitiveFields,
  TERMS,
} from './form-fields.ts';

const SHOWN_FIELDS = [
  ...SELLER,
  ...TERMS,
  FLOOR,
  ...AI_LABEL,
  ORIGINS,
  PLACEMENTS,
  ...BLOCKS,
  ...MANNERS,
  ...sensitiveFields(),
  ...BOUNDS,
];

type PublisherDetailProps = { readonly id: string; readonly role: SessionInfo['role'] };

export function PublisherDetail({ id, role }: PublisherDetailProps) {
  const path = apiPath('publishers', id);
  const resource = useResource<PublisherDocument>(path);
  return (
    <>
      <Back href="#/publishers" to="Publishers" />
      <Loaded resource={resource} name={id}>
        {(document) => {
          const { source, definition } = document;
          const mayChange = role === 'admin' && source === 'store';
          const rest = { document, mayChange, reload: resource.reload };
          return (
            <>
              <header class="page-head">
                <h1>{id}</h1>
                <p class="muted">
                  {definition.seller === undefined ? null : (
                    <>
                      <bdi>{definition.seller.name}</bdi> · {definition.seller.domain} ·{' '}
                    </>
                  )}
                  <a href={auctionsHref({ publisher: id })}>Its requests</a>
                </p>
                <Actions {...rest} />
              </header>
              {source === 'config' ? (
                <p class="note">
                  This publisher is in the config: change it there under <code>publishers</code>,
                  then reload the config.
                </p>
              ) : null}
              <Standing document={document} />
              <FillAgainstWeek publisher={id} />
              {source === 'store' ? (
                <>
                  <Invitations {...rest} />
                  <People {...rest} />
                  <Keys
                    keys={document.keys}
                    pathOf={(key) => `${path}/keys${key === undefined ? '' : `/${key}`}`}
                    mayChange={mayChange}
                    reload={resource.reload}
                  />
                </>
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

const FillAgainstWeek = lazyPage(async () => (await import('./fill.tsx')).FillAgainstWeek);

function Actions({ document, mayChange, reload }: PublisherPartProps) {
  const { id } = document;
  const words = {
    active: 'Its requests are answered.',
    paused: 'Paused: its requests are refused.',
    pause: <PublisherPause id={id} />,
    remove:
      'This cannot be undone. Its keys, people and invitations stop working for good. Its figures and statements stay.',
  };
  return (
    <div class="head-actions">
      <a class="button" href={`/portal?publisher=${encodeURIComponent(id)}`}>
        View as the publisher
      </a>
      {mayChange ? (
        <StateActions page="publishers" account={document} words={words} reload={reload} />
      ) : null}
    </div>
  );
}

/** What a pause does, with what it stops. */
function PublisherPause({ id }: { readonly id: string }) {
  const { outcome } = useResource<PublisherList>(
    `/api/publishers?${new URLSearchParams({ find: id })}`,
  );
  const rows = outcome?.kind === 'ready' ? outcome.value.rows : [];
  const today = rows.find((row) => row.id === id)?.today;
  return (
    <>
      Its requests are refused, on all machines, until somebody resumes it.{' '}
      {today === undefined || today === null
        ? ''
        : `Today it sent ${count(today.requests)} requests and earned ${cents(today.earnedUsd)}.`}
    </>
  );
}

const REFRESH_MS = 5000;

/** Its state, and what it did today. */
function Standing({ document: { id, state } }: Pick<PublisherPartProps, 'document'>) {
  const { name, dot, meaning } = PUBLISHER_STATES[state];
  const parameters = new URLSearchParams({ find: id });
  const resource = useResource<PublisherList>(`/api/publishers?${parameters}`, REFRESH_MS);
  return (
    <section aria-label="State and figures of today">
      <p class="health" role="status">
        <span class={`dot ${dot}`} aria-hidden="true" /> {name}. {meaning}
      </p>
      <Loaded resource={resource}>
        {({ rows }) => {
          const row = rows.find((one) => one.id === id);
          if (row === undefined) return null;
          const { today, flag } = row;
          return (
            <>
              {flag === null ? null : <p class="note">{sentence(flag)}</p>}
              {today === null ? (
                <p class="muted">Its figures cannot be read now.</p>
              ) : (
                <FigureTiles
                  tiles={[
                    { name: 'Requests today', figure: count(today.requests) },
                    { name: 'Refused', figure: count(today.refusals) },
                    { name: 'Sold', figure: count(today.sold) },
                    { name: 'Earned today', figure: cents(today.earnedUsd) },
                  ]}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
