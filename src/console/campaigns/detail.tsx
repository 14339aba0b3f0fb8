import { useState } from 'preact/hooks';
import { UTC } from '../../lib/time-zone.ts';
import type { SessionInfo } from '../api.ts';
import { auctionsHref } from '../auctions/filter.ts';
import { send } from '../client.ts';
import { Back } from '../ui/back.tsx';
import { Failure } from '../ui/empty.tsx';
import { History } from '../ui/history.tsx';
import { Loaded, useResource } from '../ui/loaded.tsx';
import type { CampaignDocument } from './api.ts';
import { Pending } from './changes.tsx';
import { Creatives } from './creatives.tsx';
import { Delivery } from './delivery.tsx';
import { Nearly } from './nearly.tsx';
import { apiPath, hrefOf } from './paths.ts';
import { Standing } from './standing.tsx';
import { conditionWords } from './targeting-words.ts';
import { termSentences } from './terms-words.ts';

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
            <Nearly document={document} />
            {mayChange && document.source === 'store' ? (
              <History path={`${apiPath(partner, campaign)}/history?now=${document.revision}`} />
            ) : null}
          </>
        )}
      </Loaded>
    </>
  );
}

/** The state that a person can choose next, and what the button says. */
const NEXT: Readonly<Record<CampaignDocument['state'], readonly [string, string]>> = {
  draft: ['active', 'Start'],
  active: ['paused', 'Pause'],
  paused: ['active', 'Resume'],
  archived: ['paused', 'Bring back'],
};

function Actions(props: { readonly document: CampaignDocument; readonly reload: () => void }) {
  const { partner, state, campaign } = props.document;
  const [failure, setFailure] = useState<string>();
  const [next, name] = NEXT[state];
  const change = async (wanted: string) => {
    const path = `${apiPath(partner, campaign.id)}/state`;
    const outcome = await send(path, JSON.stringify({ state: wanted }));
    setFailure(outcome.kind === 'failed' ? outcome.reason : undefined);
    props.reload();
  };
  return (
    <div class="head-actions">
      <button type="button" class="primary" onClick={() => change(next)}>
        {name}
      </button>
      {state === 'archived' ? null : (
        <>
          <button type="button" onClick={() => change('archived')}>
            Archive
          </button>
          <a class="button" href={`${hrefOf(partner, campaign.id)}/edit`}>
            Edit
          </a>
        </>
      )}
      <a
        class="button"
        href={`#/campaigns/new?like=${encodeURIComponent(`${partner}/${campaign.id}`)}`}
      >
        Duplicate
      </a>
      <Failure reason={failure} />
    </div>
  );
}

type DocumentProps = { readonly document: CampaignDocument };

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
