import { useState } from 'preact/hooks';
import { Empty } from '../ui/empty.tsx';
import { count } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import type { CampaignList, CampaignRow } from './api.ts';
import { Progress } from './progress.tsx';
import { STATE_DOTS, STATE_WORDS, sentence } from './words.ts';

const REFRESH_MS = 5000;

export function CampaignsPage() {
  const [find, setFind] = useState('');
  const resource = useResource<CampaignList>(
    `/api/campaigns?find=${encodeURIComponent(find)}`,
    REFRESH_MS,
  );
  return (
    <>
      <header class="page-head">
        <h1>Campaigns</h1>
        <p class="muted">
          Spend against budget, by UTC day. The mark shows the spend that pacing allows by now.
        </p>
      </header>
      <div class="filters">
        <label>
          Find{' '}
          <input
            type="search"
            size={30}
            value={find}
            placeholder="campaign, advertiser or partner"
            onInput={(event) => setFind(event.currentTarget.value)}
          />
        </label>
      </div>
      <Loaded resource={resource}>
        {(list) => (list.total === 0 ? <Nothing find={find} /> : <List list={list} />)}
      </Loaded>
    </>
  );
}

function Nothing({ find }: { readonly find: string }) {
  if (find !== '')
    return <Empty title={`No campaign matches “${find}”`}>Try a shorter text.</Empty>;
  return (
    <Empty title="No campaign">
      <p>
        Add a campaigns file under <code>partners</code>. See docs/campaigns.md.
      </p>
    </Empty>
  );
}

function List({ list: { rows, total, states } }: { readonly list: CampaignList }) {
  const summary = states.map(({ state, count: n }) => `${count(n)} ${STATE_WORDS[state]}`);
  return (
    <>
      <p role="status">
        {summary.join(', ')}.
        {rows.length < total ? ` These are the first ${rows.length}; find the others by name.` : ''}
      </p>
      <ul class="campaigns">
        {rows.map((row) => (
          <Campaign key={`${row.partner}/${row.campaign}`} row={row} />
        ))}
      </ul>
    </>
  );
}

function Campaign({ row }: { readonly row: CampaignRow }) {
  const { money, impressions } = row;
  const hasCap = impressions !== null && (impressions.total ?? impressions.daily) !== null;
  return (
    <li class="panel campaign">
      <h2>
        {row.campaign} <span class="muted">{row.advertiser}</span>
      </h2>
      <p class={row.state === 'stopped' ? 'note' : ''}>
        <span class={`dot ${STATE_DOTS[row.state]}`} aria-hidden="true" /> {sentence(row.sentence)}
      </p>
      {money === null ? null : <Progress progress={money} unit="usd" />}
      {hasCap ? <Progress progress={impressions} unit="impressions" /> : null}
      <p class="muted">
        {row.partner}
        {flightOf(row)}
      </p>
    </li>
  );
}

function flightOf({ startsAt, endsAt }: CampaignRow): string {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const from = startsAt === null ? '' : `, from ${day(Date.parse(startsAt))}`;
  // The end is exclusive.
  return endsAt === null
    ? from
    : `${from}${from === '' ? ',' : ''} to ${day(Date.parse(endsAt) - 1)}`;
}
