import type { SessionInfo } from '../../../host/admin/answers.ts';
import { Empty, Note } from '../../../ui/empty.tsx';
import { capitalized, cents, count } from '../../../ui/format.ts';
import { lazyPage } from '../../../ui/lazy.tsx';
import { Find, PageLinks, showIn } from '../../../ui/list-address.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Choose, type Chosen, Many, type ManyAction, useChosen } from '../../../ui/many.tsx';
import type { NotAllowedProps } from '../../../ui/not-allowed.tsx';
import { Select } from '../../../ui/select.tsx';
import { send } from '../../../ui/shell/client.ts';
import type { PageProps } from '../../../ui/shell/router.ts';
import { Table } from '../../../ui/table.tsx';
import { CAMPAIGN_ROW_STATES, CAMPAIGN_SORTS, type CampaignList, type CampaignRow } from './api.ts';
import { ImageBase } from './creative-ad.ts';
import { CampaignDetail } from './detail.tsx';
import { apiPath, hrefOf } from './paths.ts';
import { CampaignState } from './state.tsx';
import { SORT_WORDS, STATE_WORDS } from './words.ts';

const REFRESH_MS = 5000;

const CampaignFormPage = lazyPage(async () => (await import('./edit.tsx')).CampaignFormPage);
const NotAllowed = lazyPage<NotAllowedProps>(
  async () => (await import('../../../ui/not-allowed.tsx')).NotAllowed,
);

/** `#/campaigns`, `#/campaigns/new`, `#/campaigns/<partner>/<id>` and `…/edit`. */
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
  const isForm = rest === 'new' || action === 'edit';
  if (isForm && role === 'read') {
    return <NotAllowed href="#/campaigns" title="Campaigns" things="campaigns" needed="ads" />;
  }
  if (rest === 'new') return <CampaignFormPage parameters={parameters} key={`?${parameters}`} />;
  if (action === 'edit') return <CampaignFormPage stored={{ partner, campaign }} key={rest} />;
  return <CampaignDetail partner={partner} campaign={campaign} role={role} key={rest} />;
}

type ListProps = {
  readonly parameters: URLSearchParams;
  readonly role: SessionInfo['role'];
};

/** The address has the search, the state, the order and the page, so that a view can be shared. */
function CampaignTable({ parameters, role }: ListProps) {
  const chosen = useChosen<CampaignRow>(keyOf, filterOf(parameters).toString());
  const resource = useResource<CampaignList>(`/api/campaigns?${parameters}`, REFRESH_MS);
  const list = resource.outcome?.kind === 'ready' ? resource.outcome.value : undefined;
  return (
    <>
      <header class="page-head">
        <h1>Campaigns</h1>
        {list?.storePartners.length === 0 ? null : (
          <div class="head-actions">
            <a class="button" href={filesOf(list)}>
              {role === 'read' ? 'Export' : 'Import and export'}
            </a>
            {role === 'read' ? null : (
              <a class="button primary" href="#/campaigns/new">
                New campaign
              </a>
            )}
          </div>
        )}
      </header>
      <Filters parameters={parameters} list={list} />
      {role === 'read' ? null : (
        <Many
          chosen={chosen}
          page={list?.rows.filter(isStored) ?? []}
          nouns={['campaign', 'campaigns']}
          nameOf={({ campaign }) => campaign}
          actions={ACTIONS}
          onDone={resource.reload}
        />
      )}
      <Loaded resource={resource}>
        {(loaded) => (
          <>
            {loaded.storePartners.length === 0 ? <NoStore /> : null}
            {loaded.isWhole ? null : <Missing />}
            {loaded.rows.length === 0 ? (
              <Nothing isFiltered={parameters.size > 0} list={loaded} role={role} />
            ) : (
              <Page
                list={loaded}
                parameters={parameters}
                chosen={role === 'read' ? undefined : chosen}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** The page of files, for the first store. */
const filesOf = (list: CampaignList | undefined) =>
  `#/files/${encodeURIComponent(`campaigns:${list?.storePartners[0] ?? ''}`)}`;

const keyOf = ({ partner, campaign }: CampaignRow) => `${partner}/${campaign}`;

/** What is in a file can only be looked at. */
const isStored = ({ changed }: CampaignRow) => changed !== null;

const stateAction = (
  label: string,
  state: 'active' | 'paused' | 'archived',
  consequence: string,
): ManyAction<CampaignRow> => ({
  label,
  consequence,
  call: ({ partner, campaign }) =>
    send(`${apiPath(partner, campaign)}/state`, JSON.stringify({ state })),
});

const ACTIONS = [
  stateAction('Pause', 'paused', 'They stop at once, on all machines, and can be started again.'),
  stateAction('Start', 'active', 'They sell as soon as they match, within budget and dates.'),
  stateAction('Archive', 'archived', 'They stop, and leave the list of those that run.'),
];

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
          <a href={filesOf(list)}>import a file</a>.
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
  /** undefined: somebody who only looks. */
  readonly chosen: Chosen<CampaignRow> | undefined;
};

function Page({ list, parameters, chosen }: ListedProps) {
  const rows = list.rows.filter(isStored);
  return (
    <>
      <Table heads={HEADS}>
        {list.rows.map((row) => (
          <Row row={row} rows={rows} chosen={chosen} key={keyOf(row)} />
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

type CampaignRowProps = Pick<ListedProps, 'chosen'> & {
  readonly row: CampaignRow;
  /** Those of the page that can be selected. */
  readonly rows: readonly CampaignRow[];
};

function Row({ row, rows, chosen }: CampaignRowProps) {
  const { partner, campaign, advertiser, money } = row;
  return (
    <tr>
      <td data-label="Select">
        {chosen !== undefined && isStored(row) ? (
          <Choose chosen={chosen} page={rows} row={row} name={campaign} />
        ) : null}
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

/** A dash where nothing is known, which is not the same as nothing spent. */
function spent(amount: number | undefined, limit: number | null | undefined): string {
  if (amount === undefined) return '–';
  return typeof limit === 'number' ? `${cents(amount)} of ${cents(limit)}` : cents(amount);
}
