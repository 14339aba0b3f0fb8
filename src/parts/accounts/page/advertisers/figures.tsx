import { Feedback } from '../../../../ui/feedback.tsx';
import { FigureTiles } from '../../../../ui/figures.tsx';
import { cents, count } from '../../../../ui/format.ts';
import { Loaded, useResource } from '../../../../ui/loaded.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { Plot } from '../../../../ui/plot.tsx';
import type { RecordProps } from '../../../../ui/record-page.ts';
import { campaignHref, recordPath } from '../../../../ui/record-paths.ts';
import { Standing } from '../../../../ui/standing.tsx';
import { number, Rows } from '../../../../ui/table.tsx';
import type {
  AdvertiserCampaign,
  AdvertiserDocument,
  AdvertiserFigures,
  AdvertiserSpend,
} from '../api.ts';

const REFRESH_MS = 10_000;

/** What its campaigns do, and what they spent. */
export function Figures({ one: { id } }: RecordProps<AdvertiserDocument>) {
  const path = recordPath('/api/advertisers', id, 'figures');
  const resource = useResource<AdvertiserFigures>(path, REFRESH_MS);
  return (
    <Loaded resource={resource}>
      {({ campaigns, campaignCount, running, spend, waiting, waitingCount }) => (
        <>
          <FigureTiles
            tiles={[
              { name: 'Campaigns', figure: count(campaignCount) },
              { name: 'Running', figure: count(running) },
              { name: 'Spent today', figure: shown(spend?.todayUsd, cents) },
              { name: 'In 30 days', figure: shown(spend?.recentUsd, cents) },
              { name: 'Shown in 7 days', figure: shown(spend?.weekImpressions, count) },
            ]}
          />
          <Waiting waiting={waiting} total={waitingCount} />
          {spend === null || spend.recentUsd === 0 ? null : <Days days={spend.days} />}
          <Campaigns campaigns={campaigns} total={campaignCount} />
          <Feedback path={`/api/feedback?${new URLSearchParams({ advertiser: id })}`} />
        </>
      )}
    </Loaded>
  );
}

function shown(figure: number | undefined, words: (value: number) => string): string {
  return figure === undefined ? '–' : words(figure);
}

type WaitingProps = Pick<AdvertiserFigures, 'waiting'> & { readonly total: number };

function Waiting({ waiting, total }: WaitingProps) {
  if (total === 0) return null;
  return (
    <section class="panel" aria-labelledby="waiting">
      <h2 id="waiting">Creatives that wait for approval</h2>
      <ul>
        {waiting.map(({ partner, campaign, creative }) => (
          <li key={`${partner}/${campaign}/${creative}`}>
            {creative} of <PageLink href={campaignHref(partner, campaign)}>{campaign}</PageLink>
          </li>
        ))}
        {total > waiting.length ? <li>and {count(total - waiting.length)} more</li> : null}
      </ul>
    </section>
  );
}

const DAY_MS = 86_400_000;

function Days({ days }: Pick<AdvertiserSpend, 'days'>) {
  return (
    <Plot
      title="Spend by day"
      unit="usd"
      timesMs={days.map(({ day }) => Date.parse(day))}
      stepMs={DAY_MS}
      series={[{ name: 'Spend', color: '--c-bids', values: days.map(({ spendUsd }) => spendUsd) }]}
      lastIs="until now"
      zone="UTC"
    />
  );
}

type CampaignsProps = {
  readonly campaigns: readonly AdvertiserCampaign[];
  readonly total: number;
};

function Campaigns({ campaigns, total }: CampaignsProps) {
  return (
    <section class="panel" aria-labelledby="campaigns">
      <h2 id="campaigns">Campaigns</h2>
      {total === 0 ? (
        <p class="muted">No campaign has this domain. Its bids come from other partners, if any.</p>
      ) : (
        <Rows
          rows={campaigns}
          keyOf={({ partner, campaign }) => `${partner}/${campaign}`}
          columns={{
            Campaign: ({ partner, campaign }) => (
              <>
                <PageLink class="campaign-name" href={campaignHref(partner, campaign)}>
                  {campaign}
                </PageLink>
                <div class="muted">{partner}</div>
              </>
            ),
            State: { kind: 'sentence-column', cell: (row) => <Standing of={row} /> },
            'Spent today': number(({ todayUsd }: AdvertiserCampaign) => cents(todayUsd)),
            'In 30 days': number(({ recentUsd }: AdvertiserCampaign) => cents(recentUsd)),
          }}
        />
      )}
      {total > campaigns.length ? (
        <p class="muted">and {count(total - campaigns.length)} more</p>
      ) : null}
    </section>
  );
}
