import { useState } from 'preact/hooks';
import type { SessionInfo } from '../../../../host/admin/answers.ts';
import { Back } from '../../../../ui/back.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Definition } from '../../../../ui/definition.tsx';
import { Failure } from '../../../../ui/empty.tsx';
import { cents, count } from '../../../../ui/format.ts';
import { History } from '../../../../ui/history.tsx';
import { Loaded, useResource } from '../../../../ui/loaded.tsx';
import { Plot } from '../../../../ui/plot.tsx';
import { send } from '../../../../ui/shell/client.ts';
import { Table } from '../../../../ui/table.tsx';
import { FigureTiles } from '../../../../ui/tiles.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { hrefOf as campaignHref } from '../../../campaigns/page/paths.ts';
import { CampaignState } from '../../../campaigns/page/state.tsx';
import type {
  AdvertiserCampaign,
  AdvertiserDocument,
  AdvertiserFigures,
  AdvertiserSpend,
} from '../api.ts';
import { apiPath, editHref, newHref } from '../paths.ts';
import { BlockEverywhere } from './block-everywhere.tsx';
import { SHOWN_FIELDS } from './form-fields.ts';
import { ADVERTISER_STATES } from './words.ts';

type AdvertiserDetailProps = { readonly domain: string; readonly role: SessionInfo['role'] };

const REFRESH_MS = 10_000;

export function AdvertiserDetail({ domain, role }: AdvertiserDetailProps) {
  const path = apiPath('advertisers', domain);
  const resource = useResource<AdvertiserDocument>(path);
  const figures = useResource<AdvertiserFigures>(`${path}/figures`, REFRESH_MS);
  return (
    <>
      <Back href="#/advertisers" to="Advertisers" />
      <Loaded resource={resource} name={domain}>
        {(document) => (
          <>
            <Head document={document} mayChange={role !== 'read'} />
            <Loaded resource={figures}>
              {(loaded) => (
                <Figures
                  document={document}
                  figures={loaded}
                  mayBlock={role === 'admin'}
                  reload={() => {
                    resource.reload();
                    figures.reload();
                  }}
                />
              )}
            </Loaded>
            {document.isDescribed ? (
              <Definition definition={document.definition} fields={SHOWN_FIELDS} />
            ) : null}
            {document.isDescribed && role !== 'read' ? (
              <History
                path={path}
                revision={document.revision}
                restore={{
                  now: document.definition,
                  within: 'definition',
                  reload: resource.reload,
                }}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </>
  );
}

type AdvertiserHeadProps = { readonly document: AdvertiserDocument; readonly mayChange: boolean };

function Head({
  document: { id, definition, isDescribed, state },
  mayChange,
}: AdvertiserHeadProps) {
  const { failure, run } = useAction();
  const remove = () =>
    run(send(apiPath('advertisers', id), '', {}, { method: 'DELETE' }), () => {
      location.hash = '#/advertisers';
    });
  const describe = `${newHref('advertisers')}&domain=${encodeURIComponent(id)}`;
  return (
    <header class="page-head">
      <h1>
        <bdi>{definition.name}</bdi>
      </h1>
      <p class="muted">
        {[definition.name === id ? '' : id, isDescribed ? '' : 'nobody has described it yet']
          .filter(Boolean)
          .join(' · ')}
      </p>
      {mayChange ? (
        <div class="head-actions">
          <a class="button" href={isDescribed ? editHref('advertisers', id) : describe}>
            {isDescribed ? 'Edit' : 'Describe it'}
          </a>
          <a class="button primary" href={`#/campaigns/new?advertiser=${encodeURIComponent(id)}`}>
            New campaign for this advertiser
          </a>
          {isDescribed && state === 'active' ? (
            <Confirm
              label="Remove"
              name={id}
              consequence="Its name, contact and notes are gone. Its campaigns and figures stay."
              onYes={remove}
            />
          ) : null}
          <Failure reason={failure} />
        </div>
      ) : null}
    </header>
  );
}

type FiguresProps = {
  readonly document: AdvertiserDocument;
  readonly figures: AdvertiserFigures;
  readonly mayBlock: boolean;
  readonly reload: () => void;
};

function Figures({ document, figures, mayBlock, reload }: FiguresProps) {
  const { id, state } = document;
  const { campaignCount, running, spend, waiting, waitingCount } = figures;
  const { name, dot } = ADVERTISER_STATES[state];
  const [isAsked, setIsAsked] = useState(false);
  const shown = (figure: number | undefined, words: (value: number) => string) =>
    figure === undefined ? '–' : words(figure);
  return (
    <>
      <p class="health" role="status">
        <span class={`dot ${dot}`} aria-hidden="true" /> {name}.{' '}
        {mayBlock && state === 'active' && !isAsked ? (
          <button type="button" class="small" onClick={() => setIsAsked(true)}>
            Block everywhere …
          </button>
        ) : null}
      </p>
      {mayBlock && (isAsked || state === 'blocked') ? (
        <section class="panel" aria-label="Block">
          <BlockEverywhere domain={id} state={state} figures={figures} onChange={reload} />
        </section>
      ) : null}
      <FigureTiles
        tiles={[
          { name: 'Campaigns', figure: count(campaignCount) },
          { name: 'Running', figure: count(running) },
          { name: 'Spent today', figure: shown(spend?.todayUsd, cents) },
          { name: 'In 30 days', figure: shown(spend?.recentUsd, cents) },
          { name: 'Shown in 7 days', figure: shown(spend?.weekImpressions, count) },
        ]}
      />
      {waitingCount === 0 ? null : (
        <section class="panel" aria-labelledby="waiting">
          <h2 id="waiting">Creatives that wait for approval</h2>
          <ul>
            {waiting.map(({ partner, campaign, creative }) => (
              <li key={`${partner}/${campaign}/${creative}`}>
                {creative} of <a href={campaignHref(partner, campaign)}>{campaign}</a>
              </li>
            ))}
            {waitingCount > waiting.length ? (
              <li>and {count(waitingCount - waiting.length)} more</li>
            ) : null}
          </ul>
        </section>
      )}
      {spend === null || spend.recentUsd === 0 ? null : <Days days={spend.days} />}
      <Campaigns campaigns={figures.campaigns} total={campaignCount} />
    </>
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

const HEADS = {
  Campaign: '',
  State: 'sentence-column',
  'Spent today': 'number',
  'In 30 days': 'number',
};

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
        <Table heads={HEADS}>
          {campaigns.map(({ partner, campaign, todayUsd, recentUsd, ...standing }) => (
            <tr key={`${partner}/${campaign}`}>
              <td data-label="Campaign">
                <a class="campaign-name" href={campaignHref(partner, campaign)}>
                  {campaign}
                </a>
                <div class="muted">{partner}</div>
              </td>
              <td data-label="State">
                <CampaignState row={standing} />
              </td>
              <td class="number" data-label="Spent today">
                {cents(todayUsd)}
              </td>
              <td class="number" data-label="In 30 days">
                {cents(recentUsd)}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {total > campaigns.length ? (
        <p class="muted">and {count(total - campaigns.length)} more</p>
      ) : null}
    </section>
  );
}
