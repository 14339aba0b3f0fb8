import { Empty } from '../../../../ui/empty.tsx';
import { cents, count } from '../../../../ui/format.ts';
import { lazyPage } from '../../../../ui/lazy.tsx';
import { Find, PageLinks, showIn } from '../../../../ui/list-address.tsx';
import { Loaded, useResource } from '../../../../ui/loaded.tsx';
import { Select } from '../../../../ui/select.tsx';
import type { PageProps } from '../../../../ui/shell/router.ts';
import { Table } from '../../../../ui/table.tsx';
import type { AdvertiserList, AdvertiserRow, ShownAdvertiserState } from '../api.ts';
import { hrefOf, newHref } from '../paths.ts';
import { ADVERTISER_SORTS } from '../sorts.ts';
import { AdvertiserDetail } from './detail.tsx';
import { ADVERTISER_SORT_WORDS, ADVERTISER_STATES } from './words.ts';

const AdvertiserForms = lazyPage(async () => (await import('./form.tsx')).AdvertiserForms);

const REFRESH_MS = 10_000;

/** `#/advertisers`, `#/advertisers?view=new&domain=…`, `#/advertisers/<domain>` and `…?view=edit`. */
export function AdvertisersPage({ route: { rest, parameters }, session }: PageProps) {
  const view = parameters.get('view');
  const mayChange = session.role !== 'read';
  if (rest === '' && view === 'new') return <AdvertiserForms domain={parameters.get('domain')} />;
  if (rest === '') return <AdvertiserTable parameters={parameters} mayAdd={mayChange} />;
  if (view === 'edit') return <AdvertiserForms id={rest} domain={null} />;
  return <AdvertiserDetail domain={rest} role={session.role} key={rest} />;
}

type AdvertiserTableProps = { readonly parameters: URLSearchParams; readonly mayAdd: boolean };

function AdvertiserTable({ parameters, mayAdd }: AdvertiserTableProps) {
  const resource = useResource<AdvertiserList>(`/api/advertisers?${parameters}`, REFRESH_MS);
  const address = { page: 'advertisers', parameters };
  return (
    <>
      <header class="page-head">
        <h1>Advertisers</h1>
        {mayAdd ? (
          <a class="button primary" href={newHref('advertisers')}>
            Add an advertiser
          </a>
        ) : null}
      </header>
      <div class="filters">
        <Find address={address} placeholder="name or domain" />
        <Select
          label="State"
          value={parameters.get('state') ?? ''}
          options={[['', 'All'], ...STATE_OPTIONS]}
          onChange={(state) => showIn(address, 'state', state)}
        />
        <Select
          label="Order by"
          value={parameters.get('sort') ?? 'spent'}
          options={ADVERTISER_SORTS.map((sort) => [sort, ADVERTISER_SORT_WORDS[sort]])}
          onChange={(sort) => showIn(address, 'sort', sort)}
        />
      </div>
      <Loaded resource={resource}>
        {(list) =>
          list.rows.length === 0 ? (
            <Nothing isFiltered={parameters.size > 0} mayAdd={mayAdd} />
          ) : (
            <>
              <Table heads={HEADS}>
                {list.rows.map((row) => (
                  <Row row={row} key={row.domain} />
                ))}
              </Table>
              <PageLinks
                address={address}
                list={list}
                nouns={['advertiser', 'advertisers']}
                note="Spend is that of campaigns here, in USD and days of UTC."
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

const STATE_OPTIONS = (Object.keys(ADVERTISER_STATES) as ShownAdvertiserState[]).map(
  (state) => [state, ADVERTISER_STATES[state].name] as const,
);

function Nothing(props: { readonly isFiltered: boolean; readonly mayAdd: boolean }) {
  if (props.isFiltered) {
    return (
      <Empty title="No advertiser matches">
        <a href="#/advertisers">Show all advertisers</a>
      </Empty>
    );
  }
  return (
    <Empty title="No advertiser yet">
      <p>Those of your campaigns are listed here by themselves.</p>
      {props.mayAdd ? <a href={newHref('advertisers')}>Add the first one</a> : null}
    </Empty>
  );
}

const HEADS = {
  Advertiser: '',
  State: '',
  Campaigns: 'number',
  Running: 'number',
  'Spent today': 'number',
  'In 30 days': 'number',
};

function Row({ row }: { readonly row: AdvertiserRow }) {
  const { domain, name, state, campaigns, running, spend } = row;
  const { name: stateName, dot } = ADVERTISER_STATES[state];
  return (
    <tr>
      <td data-label="Advertiser">
        <a class="campaign-name" href={hrefOf('advertisers', domain)}>
          <bdi>{name}</bdi>
        </a>
        {name === domain ? null : <div class="muted">{domain}</div>}
      </td>
      <td data-label="State">
        <span class={`dot ${dot}`} aria-hidden="true" /> {stateName}
      </td>
      <td class="number" data-label="Campaigns">
        {count(campaigns)}
      </td>
      <td class="number" data-label="Running">
        {count(running)}
      </td>
      <td class="number" data-label="Spent today">
        {spend === null ? '–' : cents(spend.todayUsd)}
      </td>
      <td class="number" data-label="In 30 days">
        {spend === null ? '–' : cents(spend.recentUsd)}
      </td>
    </tr>
  );
}
