import type { Progress } from '../../ledger/budgets/campaign-status.ts';
import { UTC } from '../../lib/time-zone.ts';
import type { SessionInfo } from '../api.ts';
import { auctionsHref } from '../auctions/filter.ts';
import { Back } from '../ui/back.tsx';
import { count, sentence, usd } from '../ui/format.ts';
import { History } from '../ui/history.tsx';
import { Loaded, useResource } from '../ui/loaded.tsx';
import { Meter } from '../ui/meter.tsx';
import { Actions } from './actions.tsx';
import type { CampaignDocument, CampaignList } from './api.ts';
import { Pending } from './changes.tsx';
import { Creatives } from './creatives.tsx';
import { Delivery } from './delivery.tsx';
import { apiPath } from './paths.ts';
import { conditionWords } from './targeting-words.ts';
import { expectedSentence, termSentences } from './terms-words.ts';
import { STATES } from './words.ts';

type DetailProps = {
  readonly partner: string;
  readonly campaign: string;
  readonly role: SessionInfo['role'];
};

export function CampaignDetail({ partner, campaign, role }: DetailProps) {
  const mayChange = role !== 'read';
  const resource = useResource<CampaignDocument>(apiPath(partner, campaign));
  return (
    <>
      <Back href="#/campaigns" to="Campaigns" />
      <Loaded resource={resource}>
        {(document) => (
          <>
            <header class="page-head">
              <h1>{campaign}</h1>
              <p class="muted">
                {(document.approved ?? document.campaign).advertiser} · {partner} ·{' '}
                <a href={auctionsHref({ partner, campaign })}>Its auctions</a>
              </p>
              {mayChange && document.source === 'store' ? (
                <Actions document={document} reload={resource.reload} />
              ) : null}
            </header>
            {mayChange && document.source === 'file' ? (
              <p class="note">
                This campaign is in a file: change it there, then reload the config.
              </p>
            ) : null}
            <Pending document={document} />
            <Standing key={document.revision} document={document} />
            <div class="columns">
              <Creatives
                document={document}
                mayReview={role === 'admin'}
                reload={resource.reload}
              />
              <div>
                <Targeting document={document} />
                <Terms document={document} />
              </div>
            </div>
            <Delivery document={document} />
            {mayChange && document.source === 'store' ? (
              <History
                path={apiPath(partner, campaign)}
                revision={document.revision}
                {...(document.state === 'archived'
                  ? {}
                  : {
                      restore: { now: document.campaign, within: 'root', reload: resource.reload },
                    })}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </>
  );
}

const REFRESH_MS = 5000;

type DocumentProps = { readonly document: CampaignDocument };

/** Whether it serves and why not, its spend, and what is expected of it. */
function Standing({ document }: DocumentProps) {
  const { partner, campaign: terms } = document;
  const campaign = terms.id;
  const parameters = new URLSearchParams({ find: campaign, partner });
  const resource = useResource<CampaignList>(`/api/campaigns?${parameters}`, REFRESH_MS);
  return (
    <section class="panel" aria-label="State and spend">
      <Loaded resource={resource}>
        {({ rows }) => {
          const row = rows.find((one) => one.campaign === campaign);
          if (row === undefined) return <p>The list does not have it any more.</p>;
          return (
            <>
              <p role="status">
                <span class={`dot ${STATES[row.state].dot}`} aria-hidden="true" />{' '}
                {sentence(row.sentence)}
              </p>
              {row.money === null ? null : <Spend progress={row.money} words={usd} />}
              {hasLimit(row.impressions) ? (
                <Spend progress={row.impressions} words={(value) => `${count(value)} shown`} />
              ) : null}
              {row.expected === null ? null : (
                <p class="muted">{expectedSentence(row.expected, terms)}</p>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function hasLimit(progress: Progress | null): progress is Progress {
  return progress !== null && (progress.total ?? progress.daily) !== null;
}

type SpendProps = { readonly progress: Progress; readonly words: (value: number) => string };

const NEAR_SHARE = 0.9;

/** Spend today and in total, against the limits. */
function Spend({ progress, words }: SpendProps) {
  const { spentTotal, spentToday, total, daily, allowedByNow } = progress;
  // The share of the limit that pacing allows by now.
  const due = daily === null || allowedByNow === null ? null : allowedByNow / daily;
  const lines = [
    // With a total limit only, even pacing still has an amount for today.
    { label: 'Today', spent: spentToday, limit: daily ?? allowedByNow, due },
    { label: 'In all', spent: spentTotal, limit: total, due: null },
  ];
  return lines.map(({ label, spent, limit, due: dueShare }) => {
    const part = limit === 0 ? 1 : spent / (limit ?? Number.POSITIVE_INFINITY);
    const said = `${words(spent)}${limit === null ? ', without a limit' : ` of ${words(limit)}`}`;
    const dueWords = dueShare === null ? '' : `, due by now ${Math.round(dueShare * 100)} %`;
    return (
      <p class="spend" key={label}>
        <span class="spend-label">{label}</span>{' '}
        {limit === null ? null : (
          <Meter
            label={`${label}: ${said}${dueWords}`}
            share={part}
            due={dueShare}
            kind={part >= 1 ? 'bad' : part >= NEAR_SHARE ? 'warn' : 'good'}
          />
        )}
        <span class="muted">{said}</span>
      </p>
    );
  });
}

function Targeting({ document: { campaign } }: DocumentProps) {
  const { targeting, zone = UTC } = campaign;
  const include = conditionWords(targeting?.include, zone);
  const exclude = conditionWords(targeting?.exclude, zone);
  return (
    <section class="panel" aria-labelledby="targeting">
      <h2 id="targeting">Where it runs</h2>
      {include.length === 0 ? (
        <p>On requests that no campaign with conditions bids on.</p>
      ) : (
        <Phrases title="On requests where all of this holds:" phrases={include} />
      )}
      {exclude.length === 0 ? null : (
        <Phrases title="Never where one of these holds:" phrases={exclude} />
      )}
    </section>
  );
}

function Terms({ document: { campaign } }: DocumentProps) {
  return (
    <section class="panel" aria-labelledby="terms">
      <h2 id="terms">How it sells</h2>
      <ul>
        {termSentences(campaign).map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
    </section>
  );
}

function Phrases(props: { readonly title: string; readonly phrases: readonly string[] }) {
  return (
    <>
      <p>{props.title}</p>
      <ul>
        {props.phrases.map((phrase) => (
          <li key={phrase}>{phrase}</li>
        ))}
      </ul>
    </>
  );
}
