import { Empty } from '../../../../ui/empty.tsx';
import { cents, count } from '../../../../ui/format.ts';
import { lazyPage } from '../../../../ui/lazy.tsx';
import { Find, PageLinks, showIn } from '../../../../ui/list-address.tsx';
import { Loaded, useResource } from '../../../../ui/loaded.tsx';
import { Select } from '../../../../ui/select.tsx';
import type { PageProps } from '../../../../ui/shell/router.ts';
import { Table } from '../../../../ui/table.tsx';
import type { PublisherList, PublisherRow, ShownState } from '../api.ts';
import { hrefOf, newHref } from '../paths.ts';
import { PUBLISHER_STATES } from '../words.ts';
import { PublisherDetail } from './detail.tsx';

const PublisherForms = lazyPage(async () => (await import('./form.tsx')).PublisherForms);

const REFRESH_MS = 5000;

/** `#/publishers`, `#/publishers?view=new`, `#/publishers/<id>` and `…?view=edit`. */
export function PublishersPage({ route: { rest, parameters }, session }: PageProps) {
  const view = parameters.get('view');
  if (rest === '' && view === 'new') return <PublisherForms />;
  if (rest === '') return <PublisherTable parameters={parameters} role={session.role} />;
  if (view === 'edit') return <PublisherForms id={rest} />;
  return <PublisherDetail id={rest} role={session.role} key={rest} />;
}

type PublisherTableProps = {
  readonly parameters: URLSearchParams;
  readonly role: PageProps['session']['role'];
};

function PublisherTable({ parameters, role }: PublisherTableProps) {
  const resource = useResource<PublisherList>(`/api/publishers?${parameters}`, REFRESH_MS);
  const address = { page: 'publishers', parameters };
  return (
    <>
      <header class="page-head">
        <h1>Publishers</h1>
        {role === 'admin' ? (
          <a class="button primary" href={newHref('publishers')}>
            Add a publisher
          </a>
        ) : null}
      </header>
      <div class="filters">
        <Find address={address} placeholder="id, name or domain" />
        <Select
          label="State"
          value={parameters.get('state') ?? ''}
          options={[['', 'All'], ...STATE_OPTIONS]}
          onChange={(state) => showIn(address, 'state', state)}
        />
      </div>
      <Loaded resource={resource}>
        {(list) =>
          list.rows.length === 0 ? (
            <Nothing isFiltered={parameters.size > 0} mayAdd={role === 'admin'} />
          ) : (
            <>
              <Table heads={HEADS}>
                {list.rows.map((row) => (
                  <Row row={row} key={row.id} />
                ))}
              </Table>
              <PageLinks
                address={address}
                list={list}
                nouns={['publisher', 'publishers']}
                note="Figures are since midnight UTC, money is in USD."
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

const STATE_OPTIONS = (Object.keys(PUBLISHER_STATES) as ShownState[]).map(
  (state) => [state, PUBLISHER_STATES[state].name] as const,
);

function Nothing(props: { readonly isFiltered: boolean; readonly mayAdd: boolean }) {
  if (props.isFiltered) {
    return (
      <Empty title="No publisher matches">
        <a href="#/publishers">Show all publishers</a>
      </Empty>
    );
  }
  return (
    <Empty title="No publisher yet">
      {props.mayAdd ? (
        <a href={newHref('publishers')}>Add the first one</a>
      ) : (
        <p>Ask somebody with the role admin to add one.</p>
      )}
    </Empty>
  );
}

const HEADS = {
  Publisher: '',
  State: '',
  'Requests today': 'number',
  Refused: 'number',
  Sold: 'number',
  'Earned today': 'number',
};

function Row({ row }: { readonly row: PublisherRow }) {
  const { id, source, state, definition, keys, people, today, flag } = row;
  const { name: stateName, dot } = PUBLISHER_STATES[state];
  const { name, domain } = definition.seller ?? {};
  const known = [name, domain].filter((text) => text !== undefined);
  return (
    <tr>
      <td data-label="Publisher">
        <a class="campaign-name" href={hrefOf('publishers', id)}>
          {id}
        </a>
        <div class="muted">{known.join(' · ')}</div>
        {flag === null ? null : (
          <div>
            <span class="dot warn" aria-hidden="true" /> ads.txt: see its page
          </div>
        )}
      </td>
      <td data-label="State">
        <span class={`dot ${dot}`} aria-hidden="true" /> {stateName}
        <div class="muted">
          {source === 'config'
            ? 'in the config'
            : `${people.length} ${people.length === 1 ? 'person' : 'people'}, ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}`}
        </div>
      </td>
      <td class="number" data-label="Requests">
        {today === null ? '–' : count(today.requests)}
      </td>
      <td class="number" data-label="Refused">
        {today === null ? '–' : count(today.refusals)}
      </td>
      <td class="number" data-label="Sold">
        {today === null ? '–' : count(today.sold)}
      </td>
      <td class="number" data-label="Earned">
        {today === null ? '–' : cents(today.earnedUsd)}
      </td>
    </tr>
  );
}
