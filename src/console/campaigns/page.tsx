import type { PageProps } from '../router.ts';
import { Empty } from '../ui/empty.tsx';
import { capitalized, cents, count, sentence } from '../ui/format.ts';
import { lazyPage } from '../ui/lazy.tsx';
import { Find, PageLinks, showIn } from '../ui/list-address.tsx';
import { Loaded, useResource } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';
import { Table } from '../ui/table.tsx';
import { CAMPAIGN_ROW_STATES, CAMPAIGN_SORTS, type CampaignList, type CampaignRow } from './api.ts';
import { ImageBase } from './creative-ad.ts';
import { CampaignDetail } from './detail.tsx';
import { hrefOf } from './paths.ts';
import { SORT_WORDS, STATES } from './words.ts';

const REFRESH_MS = 5000;

const CampaignFormPage = lazyPage(async () => (await import('./edit.tsx')).CampaignFormPage);

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
  if (rest === '') return <CampaignTable parameters={parameters} mayChange={role !== 'read'} />;
  if (rest === 'new') return <CampaignFormPage parameters={parameters} key={`?${parameters}`} />;
  if (action === 'edit') return <CampaignFormPage stored={{ partner, campaign }} key={rest} />;
  return <CampaignDetail partner={partner} campaign={campaign} role={role} key={rest} />;
}

type ListProps = { readonly parameters: URLSearchParams; readonly mayChange: boolean };

/** The address has the search, the state, the order and the page, so that a view can be shared. */
function CampaignTable({ parameters, mayChange }: ListProps) {
  const resource = useResource<CampaignList>(`/api/campaigns?${parameters}`, REFRESH_MS);
  const list = resource.outcome?.kind === 'ready' ? resource.outcome.value : undefined;
  return (
    <>
      <header class="page-head">
        <h1>Campaigns</h1>
        {mayChange && (list?.storePartners.length ?? 0) > 0 ? (
          <a class="button primary" href="#/campaigns/new">
            New campaign
          </a>
        ) : null}
      </header>
      <Filters parameters={parameters} list={list} />
      <Loaded resource={resource}>
        {(loaded) =>
          loaded.rows.length === 0 ? (
            <Nothing isFiltered={parameters.size > 0} list={loaded} />
          ) : (
            <Page list={loaded} parameters={parameters} />
          )
        }
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
  const counts = new Map(list?.states.map(({ state, count: n }) => [state, n]));
  const states = CAMPAIGN_ROW_STATES.map(
    (state) =>
      [state, `${capitalized(STATES[state].words)} (${count(counts.get(state) ?? 0)})`] as const,
  );
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

function Nothing(props: { readonly isFiltered: boolean; readonly list: CampaignList }) {
  if (props.isFiltered) {
    return (
      <Empty title="No campaign matches">
        <a href="#/campaigns">Show all campaigns</a>
      </Empty>
    );
  }
  return (
    <Empty title="No campaign yet">
      {props.list.storePartners.length > 0 ? (
        <a href="#/campaigns/new">Create the first one</a>
      ) : (
        <p>
          Add a partner with <code>store: true</code> to the config to create campaigns here, or one
          with a campaigns file. See docs/campaigns.md.
        </p>
      )}
    </Empty>
  );
}

const HEADS = {
  Campaign: 'campaign-column',
  State: '',
  'Spent today': 'number',
  'Spent in all': 'number',
  Partner: '',
};

function Page({
  list,
  parameters,
}: { readonly list: CampaignList } & Pick<ListProps, 'parameters'>) {
  return (
    <>
      <Table heads={HEADS}>
        {list.rows.map((row) => (
          <Row row={row} key={`${row.partner}/${row.campaign}`} />
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

function Row({ row }: { readonly row: CampaignRow }) {
  const { partner, campaign, advertiser, state, money } = row;
  return (
    <tr>
      <td data-label="Campaign">
        <a class="campaign-name" href={hrefOf(partner, campaign)}>
          {campaign}
        </a>
        <div class="muted">{advertiser}</div>
      </td>
      <td data-label="State">
        <span class={`dot ${STATES[state].dot}`} aria-hidden="true" />{' '}
        {capitalized(STATES[state].words)}
        {isExplained(row) ? <div class="muted">{sentence(row.sentence)}</div> : null}
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

/** Whether there is more to say than the state. */
function isExplained({ state, sentence: reason }: CampaignRow): boolean {
  const saysAll = state === 'draft' || state === 'paused' || state === 'archived';
  return !saysAll && STATES[state].words !== reason;
}

/** A dash where nothing is known, which is not the same as nothing spent. */
function spent(amount: number | undefined, limit: number | null | undefined): string {
  if (amount === undefined) return '–';
  return typeof limit === 'number' ? `${cents(amount)} of ${cents(limit)}` : cents(amount);
}
