import type { SessionInfo } from '../../../host/admin/answers.ts';
import { Empty, Note } from '../../../ui/empty.tsx';
import { capitalized, cents, count } from '../../../ui/format.ts';
import { lazyPage } from '../../../ui/lazy.tsx';
import { Find, PageLinks, showIn } from '../../../ui/list-address.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import type { NotAllowedProps } from '../../../ui/not-allowed.tsx';
import { Select } from '../../../ui/select.tsx';
import type { PageProps } from '../../../ui/shell/router.ts';
import { Table } from '../../../ui/table.tsx';
import { CAMPAIGN_ROW_STATES, CAMPAIGN_SORTS, type CampaignList, type CampaignRow } from './api.ts';
import { BulkBar, isStored } from './bulk-bar.tsx';
import { ImageBase } from './creative-ad.ts';
import { CampaignDetail } from './detail.tsx';
import { hrefOf } from './paths.ts';
import { CampaignState } from './state.tsx';
import { type CampaignSelection, useSelection } from './use-selection.ts';
import { SORT_WORDS, STATE_WORDS } from './words.ts';

const REFRESH_MS = 5000;

const CampaignFormPage = lazyPage(async () => (await import('./edit.tsx')).CampaignFormPage);
const NotAllowed = lazyPage<NotAllowedProps>(
  async () => (await import('../../../ui/not-allowed.tsx')).NotAllowed,
);
const ImportCampaigns = lazyPage(async () => (await import('./import.tsx')).ImportCampaigns);

/** `#/campaigns`, `#/campaigns/new`, `#/campaigns/import`, `#/campaigns/<partner>/<id>` and `…/edit`. */
export function CampaignsPage(props: PageProps) {
  return (
    <ImageBase.Provider value={props.session.publicUrl}>
      <View {...props} />
    </ImageBase.Provider>
  );
}

function View({ route, session }: PageProps) {
  const { rest, parameters } = route;
  const { role } = session;
  const [partner = '', campaign = '', action = ''] = rest.split('/');
  if (rest === '') return <CampaignTable parameters={parameters} role={role} />;
  const isForm = rest === 'new' || rest === 'import' || action === 'edit';
  if (isForm && role === 'read') {
    return <NotAllowed href="#/campaigns" title="Campaigns" things="campaigns" needed="ads" />;
  }
  if (rest === 'new') return <CampaignFormPage parameters={parameters} key={`?${parameters}`} />;
  if (rest === 'import') return <ImportCampaigns />;
  if (action === 'edit') return <CampaignFormPage stored={{ partner, campaign }} key={rest} />;
  return <CampaignDetail partner={partner} campaign={campaign} role={role} key={rest} />;
}

type ListProps = {
  readonly parameters: URLSearchParams;
  readonly role: SessionInfo['role'];
};

/** The address has the search, the state, the order and the page, so that a view can be shared. */
function CampaignTable({ parameters, role }: ListProps) {
  const selection = useSelection(filterOf(parameters).toString());
  const resource = useResource<CampaignList>(`/api/campaigns?${parameters}`, REFRESH_MS);
  const list = resource.outcome?.kind === 'ready' ? resource.outcome.value : undefined;
  return (
    <>
      <header class="page-head">
        <h1>Campaigns</h1>
        {role !== 'read' && list?.storePartners.length !== 0 ? (
          <div class="head-actions">
            <a class="button" href="#/campaigns/import">
              Import
            </a>
            <a class="button primary" href="#/campaigns/new">
              New campaign
            </a>
          </div>
        ) : null}
      </header>
      <Filters parameters={parameters} list={list} />
      <BulkBar
        selection={selection}
        list={list}
        parameters={filterOf(parameters)}
        role={role}
        reload={resource.reload}
      />
      <Loaded resource={resource}>
        {(loaded) => (
          <>
            {loaded.storePartners.length === 0 ? <NoStore /> : null}
            {loaded.isWhole ? null : <Missing />}
            {loaded.rows.length === 0 ? (
              <Nothing isFiltered={parameters.size > 0} list={loaded} role={role} />
            ) : (
              <Page list={loaded} parameters={parameters} selection={selection} />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

const addressOf = (parameters: URLSearchParams) => ({ page: 'campaigns', parameters });

function Filters(props: {
  readonly parameters: URLSearchParams;
  readonly list: CampaignList | undefined;
}) {
  const { parameters, list } = props;
  const address = addressOf(parameters);
  const counts = list && new Map(list.states.map(({ state, count: n }) => [state, n]));
  const states = CAMPAIGN_ROW_STATES.map((state) => {
    const words = capitalized(STATE_WORDS[state]);
    const counted = counts && `${words} (${count(counts.get(state) ?? 0)})`;
    return [state, counted ?? words] as const;
  });
  return (
    <div class="filters">
      <Find address={address} placeholder="campaign, advertiser or partner" />
      <Select
        label="State"
        value={parameters.get('state') ?? ''}
        options={[['', 'All'], ...states]}
        onChange={(state) => showIn(address, 'state', state)}
      />
      <Select
        label="Sort by"
        value={parameters.get('sort') ?? 'urgency'}
        options={CAMPAIGN_SORTS.map((sort) => [sort, capitalized(SORT_WORDS[sort])])}
        onChange={(sort) => showIn(address, 'sort', sort)}
      />
    </div>
  );
}

/** Campaigns of the store are not known before the database has answered. */
function Missing() {
  return (
    <Note title="Campaigns of the store are missing here." kind="bad">
      The database has not answered since this machine was started. <a href="#/live">Live</a> says
      what to do.
    </Note>
  );
}

/** Without a store, nothing can be created here: the config says which partner has one. */
function NoStore() {
  return (
    <Note title="Campaigns cannot be created here.">
      No partner has a store. Add one to <code>partners</code> and reload the config:{' '}
      <code>- &#123; name: own, kind: campaigns, store: true &#125;</code>
    </Note>
  );
}

type NothingProps = Pick<ListProps, 'role'> & {
  readonly isFiltered: boolean;
  readonly list: CampaignList;
};

function Nothing({ isFiltered, list, role }: NothingProps) {
  if (!list.isWhole) return null;
  if (isFiltered) {
    return (
      <Empty title="No campaign matches">
        <a href="#/campaigns">Show all campaigns</a>
      </Empty>
    );
  }
  return (
    <Empty title="No campaign yet">
      {role !== 'read' && list.storePartners.length > 0 ? (
        <p>
          <a href="#/campaigns/new">Create the first one</a>, or{' '}
          <a href="#/campaigns/import">import a file</a>.
        </p>
      ) : null}
    </Empty>
  );
}

/** What decides which campaigns match, without the order and the page. */
function filterOf(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...parameters].filter(([name, value]) => value !== '' && name !== 'page' && name !== 'sort'),
  );
}

const HEADS = {
  Select: 'select-column',
  Campaign: 'campaign-column',
  State: 'sentence-column',
  'Spent today': 'number',
  'Spent in all': 'number',
  Partner: '',
};

type ListedProps = Pick<ListProps, 'parameters'> & {
  readonly list: CampaignList;
  readonly selection: CampaignSelection;
};

function Page({ list, parameters, selection }: ListedProps) {
  const rows = list.rows.filter(isStored);
  return (
    <>
      <Table heads={HEADS}>
        {list.rows.map((row) => (
          <Row row={row} rows={rows} selection={selection} key={`${row.partner}/${row.campaign}`} />
        ))}
      </Table>
      <PageLinks
        address={addressOf(parameters)}
        list={list}
        nouns={['campaign', 'campaigns']}
        note="Money is in USD, days are those of each campaign."
      />
    </>
  );
}

type CampaignRowProps = Pick<ListedProps, 'selection'> & {
  readonly row: CampaignRow;
  /** Those of the page that can be selected. */
  readonly rows: readonly CampaignRow[];
};

function Row({ row, rows, selection }: CampaignRowProps) {
  const { partner, campaign, advertiser, money } = row;
  return (
    <tr>
      <td data-label="Select">
        {isStored(row) ? <SelectBox row={row} rows={rows} selection={selection} /> : null}
      </td>
      <td data-label="Campaign">
        <a class="campaign-name" href={hrefOf(partner, campaign)}>
          {campaign}
        </a>
        <div class="muted">
          <bdi>{advertiser}</bdi>
        </div>
      </td>
      <td data-label="State">
        <CampaignState row={row} />
      </td>
      <td class="number" data-label="Spent today">
        {spent(money?.spentToday, money?.daily)}
      </td>
      <td class="number" data-label="Spent in all">
        {spent(money?.spentTotal, money?.total)}
      </td>
      <td data-label="Partner">{partner}</td>
    </tr>
  );
}

/** With Shift, a click takes all rows from the last one to this, and an arrow key the next row too. */
function SelectBox({ row, rows, selection }: CampaignRowProps) {
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = rows.indexOf(row) + step;
    const next = rows[index];
    if (next === undefined) return;
    if (event.shiftKey) selection.set([row, next], true);
    const body = (event.currentTarget as HTMLElement).closest('tbody');
    body?.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[index]?.focus();
  };
  return (
    <input
      type="checkbox"
      aria-label={`Select ${row.campaign}`}
      checked={selection.has(row)}
      onClick={(event) => selection.mark(rows, row, event.currentTarget.checked, event.shiftKey)}
      onKeyDown={onKey}
    />
  );
}

/** A dash where nothing is known, which is not the same as nothing spent. */
function spent(amount: number | undefined, limit: number | null | undefined): string {
  if (amount === undefined) return '–';
  return typeof limit === 'number' ? `${cents(amount)} of ${cents(limit)}` : cents(amount);
}
