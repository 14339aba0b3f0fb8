import { Empty } from '../ui/empty.tsx';
import { count, sentence } from '../ui/format.ts';
import { Loaded, useResource } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/zone.tsx';
import type { PortalRequest, PortalRequests } from './api.ts';
import { portalPath } from './paths.ts';
import type { PortalPageProps } from './props.ts';
import { OneRequest } from './request.tsx';
import { OUTCOMES } from './words.ts';

const REFRESH_MS = 10_000;

/** `#/requests` and `#/requests/<id>`. */
export function RequestsView({ route: { rest, parameters }, mayEdit }: PortalPageProps) {
  if (rest !== '') return <OneRequest id={rest} mayChange={mayEdit} key={rest} />;
  return <List outcome={parameters.get('outcome') ?? ''} />;
}

const OUTCOME_OPTIONS = [
  ['', 'All'],
  ...Object.entries(OUTCOMES).map(([outcome, { name }]) => [outcome, name] as const),
] as const;

function List({ outcome }: { readonly outcome: string }) {
  const query = outcome === '' ? '' : `?${new URLSearchParams({ outcome })}`;
  const resource = useResource<PortalRequests>(portalPath(`requests${query}`), REFRESH_MS);
  return (
    <>
      <header class="page-head">
        <h1>Requests</h1>
        <p class="muted">The last requests that the exchange remembers, the newest first.</p>
      </header>
      <div class="filters">
        <Select
          label="Outcome"
          value={outcome}
          options={OUTCOME_OPTIONS}
          onChange={(next) => location.replace(`#/requests${next && `?outcome=${next}`}`)}
        />
      </div>
      <Loaded resource={resource}>
        {({ rows, refusalsToday }) => (
          <>
            <Refusals refusals={refusalsToday} />
            {rows.length === 0 ? (
              <Empty title="No request is remembered">
                <p>
                  {outcome === '' ? (
                    <>
                      <a href="#/integration">Integration</a> says how to send the first one.
                    </>
                  ) : (
                    <a href="#/requests">Show all requests</a>
                  )}
                </p>
              </Empty>
            ) : (
              <Rows rows={rows} />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

type RefusalsProps = { readonly refusals: PortalRequests['refusalsToday'] };

function Refusals({ refusals }: RefusalsProps) {
  if (refusals.length === 0) return null;
  return (
    <section class="note bad" aria-labelledby="refusals">
      <strong id="refusals">Refused today</strong>
      <ul>
        {refusals.map(({ code, words, count: times }) => (
          <li key={`${code} ${words}`}>
            <strong>{count(times)}</strong> {sentence(words)} <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

const HEADS = { Time: '', Outcome: '', Why: '' };

function Rows({ rows }: { readonly rows: readonly PortalRequest[] }) {
  return (
    <Table heads={HEADS}>
      {rows.map(({ requestId, at, outcome, words, field, isTest }) => (
        <tr key={requestId}>
          <td data-label="Time">
            <a class="row-link nowrap" href={`#/requests/${encodeURIComponent(requestId)}`}>
              <Time iso={at} />
            </a>
            {isTest ? <span class="badge">test</span> : null}
          </td>
          <td data-label="Outcome" class="nowrap">
            <span class={`dot ${OUTCOMES[outcome].dot}`} aria-hidden="true" />{' '}
            {OUTCOMES[outcome].name}
          </td>
          <td data-label="Why">
            {words === '' ? '–' : sentence(words)}
            {field === null ? null : (
              <div class="muted">
                Field <code>{field}</code>
              </div>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
