import { useState } from 'preact/hooks';
import { type Outcome, send } from '../client.ts';
import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import type { CampaignDocument, CampaignList } from './api.ts';
import { BackToList } from './back-to-list.tsx';
import type { Draft } from './fields.tsx';
import { CampaignForm, type SaveFailure } from './form.tsx';
import { apiPath, hrefOf } from './paths.ts';
import { TEMPLATES } from './templates.ts';

export function EditCampaign(props: { readonly partner: string; readonly campaign: string }) {
  const { partner, campaign } = props;
  const path = apiPath(partner, campaign);
  const resource = useResource<CampaignDocument>(path);
  return (
    <>
      <p class="back">
        <a href={hrefOf(partner, campaign)}>← {campaign}</a>
      </p>
      <header class="page-head">
        <h1>Edit {campaign}</h1>
      </header>
      <Loaded resource={resource}>
        {({ campaign: first, revision }) => (
          <CampaignForm
            first={first}
            isNew={false}
            cancelHref={hrefOf(partner, campaign)}
            save={async (draft) => {
              const headers = { 'If-Match': `"${revision}"` };
              const outcome = await send('PUT', path, JSON.stringify(draft), headers);
              return afterSaving(outcome, partner, campaign);
            }}
          />
        )}
      </Loaded>
    </>
  );
}

/** From a template, or like another campaign. */
export function NewCampaign({ parameters }: { readonly parameters: URLSearchParams }) {
  const like = parameters.get('like');
  const list = useResource<CampaignList>('/api/campaigns?page=1');
  return (
    <>
      <BackToList />
      <header class="page-head">
        <h1>New campaign</h1>
      </header>
      <Loaded resource={list}>
        {({ storePartners }) =>
          like === null ? (
            <FromTemplate partners={storePartners} />
          ) : (
            <Like path={like} partners={storePartners} />
          )
        }
      </Loaded>
    </>
  );
}

function FromTemplate({ partners }: { readonly partners: readonly string[] }) {
  const [chosen, setChosen] = useState(0);
  const template = TEMPLATES[chosen] ?? TEMPLATES[0];
  return (
    <>
      <fieldset class="templates">
        <legend>Start from</legend>
        {TEMPLATES.map(({ name, text }, index) => (
          <label key={name}>
            <input
              type="radio"
              name="template"
              checked={index === chosen}
              onChange={() => setChosen(index)}
            />
            <strong>{name}</strong>
            <span class="muted">{text}</span>
          </label>
        ))}
      </fieldset>
      <Create first={(template?.campaign ?? {}) as Draft} partners={partners} key={chosen} />
    </>
  );
}

function Like({ path, partners }: { readonly path: string; readonly partners: readonly string[] }) {
  const [partner = '', campaign = ''] = path.split('/');
  const resource = useResource<CampaignDocument>(apiPath(partner, campaign));
  return (
    <Loaded resource={resource}>
      {(document) => (
        <Create first={{ ...document.campaign, id: `${campaign}-copy` }} partners={partners} />
      )}
    </Loaded>
  );
}

function Create(props: { readonly first: Draft; readonly partners: readonly string[] }) {
  const [partner, setPartner] = useState(props.partners[0] ?? '');
  // The same key for every attempt: an answer that got lost does not create it twice.
  const [key] = useState(() => crypto.randomUUID());
  const save = async (draft: Draft) => {
    const body = JSON.stringify(draft);
    const headers = { 'Idempotency-Key': `${key}-${body.length}` };
    const path = `/api/campaigns?partner=${encodeURIComponent(partner)}`;
    return afterSaving(await send('POST', path, body, headers), partner, String(draft.id));
  };
  return (
    <>
      {props.partners.length < 2 ? null : (
        <label class="partner">
          Partner{' '}
          <select value={partner} onChange={(event) => setPartner(event.currentTarget.value)}>
            {props.partners.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <CampaignForm first={props.first} isNew={true} cancelHref="#/campaigns" save={save} />
    </>
  );
}

function afterSaving(
  outcome: Outcome<unknown>,
  partner: string,
  campaign: string,
): SaveFailure | undefined {
  if (outcome.kind === 'failed') return { reason: outcome.reason, faults: outcome.faults ?? [] };
  location.hash = hrefOf(partner, campaign);
  return undefined;
}
