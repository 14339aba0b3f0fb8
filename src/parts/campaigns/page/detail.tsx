import type { SessionInfo } from '../../../host/admin/answers.ts';
import { UTC } from '../../../lib/time-zone.ts';
import { Back } from '../../../ui/back.tsx';
import { History } from '../../../ui/history.tsx';
import { lazyPage } from '../../../ui/lazy.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { auctionsHref } from '../../../ui/record-paths.ts';
import type { CampaignDocument } from '../operations.ts';
import { Actions } from './actions.tsx';
import { Pending } from './changes.tsx';
import { Creatives } from './creatives.tsx';
import { Delivery } from './delivery.tsx';
import { Estimate } from './estimate.tsx';
import type { CampaignFeedbackProps } from './feedback.tsx';
import { apiPath } from './paths.ts';
import { Standing } from './standing.tsx';
import { conditionWords } from './targeting-words.ts';
import { termSentences } from './terms-words.ts';

const CampaignFeedback = lazyPage<CampaignFeedbackProps>(
  async () => (await import('./feedback.tsx')).CampaignFeedback,
);

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
      <Loaded resource={resource} name={campaign}>
        {(document) => (
          <>
            <header class="page-head">
              <h1>{campaign}</h1>
              <p class="muted">
                <bdi>{(document.approved ?? document.definition).advertiser}</bdi> · {partner} ·{' '}
                <a href={auctionsHref({ partner, campaign })}>Its auctions</a>
              </p>
              {mayChange && document.source === 'store' ? (
                <Actions document={document} reload={resource.reload} />
              ) : null}
            </header>
            {mayChange && document.source === 'config' ? (
              <p class="note">
                This campaign is in the file <code>{document.changedBy}</code>. Change it there,
                then reload the config.
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
            <CampaignFeedback partner={partner} campaign={campaign} />
            <Estimate body={JSON.stringify(document.definition)} partner={partner} />
            {mayChange && document.source === 'store' ? (
              <History
                path={apiPath(partner, campaign)}
                revision={document.revision}
                {...(document.state === 'archived'
                  ? {}
                  : {
                      restore: { now: document.definition, reload: resource.reload },
                    })}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </>
  );
}

type DocumentProps = { readonly document: CampaignDocument };

function Targeting({ document: { definition } }: DocumentProps) {
  const { targeting, zone = UTC } = definition;
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

function Terms({ document: { definition } }: DocumentProps) {
  return (
    <section class="panel" aria-labelledby="terms">
      <h2 id="terms">How it sells</h2>
      <ul>
        {termSentences(definition).map((term) => (
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
