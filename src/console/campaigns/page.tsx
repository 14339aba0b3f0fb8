import type { CampaignRow } from '../api.ts';
import { Empty } from '../ui/empty.tsx';
import { usd } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Meter } from '../ui/meter.tsx';
import { useResource } from '../ui/resource.ts';

const REFRESH_MS = 15_000;

export function CampaignsPage() {
  const resource = useResource<readonly CampaignRow[]>('/api/campaigns', REFRESH_MS);
  return (
    <>
      <header class="page-head">
        <h1>Campaigns</h1>
        <p class="muted">Spend against budget. The mark is where it should be by now.</p>
      </header>
      <Loaded resource={resource}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No campaign">
              <p>
                Name a file with campaigns under <code>partners</code>; docs/campaigns.md explains
                it.
              </p>
            </Empty>
          ) : (
            <ul class="campaigns">
              {rows.map((row) => (
                <Campaign key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function Campaign({ row }: { readonly row: CampaignRow }) {
  return (
    <li class="panel campaign">
      <h2>
        {row.id} <span class="muted">{row.advertiser}</span>
      </h2>
      <p>
        <span class={`dot ${row.isServing ? 'good' : 'warn'}`} aria-hidden="true" />{' '}
        {row.isServing ? 'Serving' : 'Not serving'}
        {flightOf(row)}
      </p>
      {row.whyNot.map((why) => (
        <p class="note" key={why}>
          {why}
        </p>
      ))}
      <Spend label="In all" spent={row.spentUsd} budget={row.budgetUsd} due={row.dueShare} />
      <Spend label="Today" spent={row.spentTodayUsd} budget={row.budgetTodayUsd} due={null} />
    </li>
  );
}

function flightOf({ startsAt, endsAt }: CampaignRow): string {
  const day = (iso: string) => new Date(iso).toLocaleDateString();
  if (startsAt !== null && endsAt !== null) return `, ${day(startsAt)} to ${day(endsAt)}`;
  if (endsAt !== null) return `, until ${day(endsAt)}`;
  return startsAt === null ? '' : `, from ${day(startsAt)}`;
}

type SpendProps = {
  readonly label: string;
  readonly spent: number;
  readonly budget: number | null;
  readonly due: number | null;
};

function Spend({ label, spent, budget, due }: SpendProps) {
  if (budget === null) {
    return (
      <p class="spend">
        <span>{label}</span> <span class="muted">{usd(spent)}, without a budget</span>
      </p>
    );
  }
  const part = budget === 0 ? 1 : spent / budget;
  return (
    <p class="spend">
      <span>{label}</span>
      <Meter
        label={`${label}: ${usd(spent)} of ${usd(budget)}`}
        share={part}
        due={due}
        kind={part >= 1 ? 'bad' : part >= 0.9 ? 'warn' : 'good'}
      />
      <span class="muted">
        {usd(spent)} of {usd(budget)}
      </span>
    </p>
  );
}
