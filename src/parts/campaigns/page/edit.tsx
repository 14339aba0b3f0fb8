import { useRef, useState } from 'preact/hooks';
import { Back } from '../../../ui/back.tsx';
import type { Draft } from '../../../ui/form-field.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { recordPath } from '../../../ui/record-paths.ts';
import { Select } from '../../../ui/select.tsx';
import { send } from '../../../ui/shell/client.ts';
import { getVersion, type Version } from '../../../ui/use-draft.ts';
import type { AdvertiserDocument } from '../../accounts/page/api.ts';
import type { CampaignDocument } from '../operations.ts';
import type { CampaignList } from './api.ts';
import { waitingSentence } from './changes.tsx';
import { CampaignForm } from './form.tsx';
import { apiPath, hrefOf } from './paths.ts';
import { moved, TEMPLATES } from './templates.ts';

type StoredAt = { readonly partner: string; readonly campaign: string };

type CampaignFormPageProps =
  | { readonly stored: StoredAt }
  | { readonly parameters: URLSearchParams };

/** The form of a stored campaign, or of a new one. */
export function CampaignFormPage(props: CampaignFormPageProps) {
  return 'stored' in props ? <EditCampaign {...props.stored} /> : <NewCampaign {...props} />;
}

function EditCampaign({ partner, campaign }: StoredAt) {
  const path = apiPath(partner, campaign);
  const resource = useResource<CampaignDocument>(path);
  return (
    <>
      <Back href={hrefOf(partner, campaign)} to={campaign} />
      <header class="page-head">
        <h1>Edit {campaign}</h1>
      </header>
      <Loaded resource={resource}>
        {(document) => (
          <CampaignForm
            first={versionOf(document)}
            cancelHref={hrefOf(partner, campaign)}
            partner={partner}
            save={(body, headers) => send(path, body, headers, { method: 'PUT' })}
            latest={() => getVersion(path, versionOf)}
            warningOf={(draft) => waitingSentence(document, draft)}
          />
        )}
      </Loaded>
    </>
  );
}

const versionOf = ({ definition, revision, changedBy, changedAt }: CampaignDocument): Version => ({
  draft: definition,
  revision,
  changed: { by: changedBy, at: changedAt },
});

/** From a template, for a known advertiser or not, or like another campaign. */
function NewCampaign({ parameters }: { readonly parameters: URLSearchParams }) {
  const like = parameters.get('like');
  const advertiser = parameters.get('advertiser');
  const list = useResource<CampaignList>('/api/campaigns?page=1');
  return (
    <>
      <Back href="#/campaigns" to="Campaigns" />
      <header class="page-head">
        <h1>New campaign</h1>
      </header>
      <Loaded resource={list}>
        {({ storePartners }) =>
          like !== null ? (
            <Like path={like} partners={storePartners} />
          ) : advertiser !== null ? (
            <ForAdvertiser domain={advertiser} partners={storePartners} />
          ) : (
            <FromTemplate who={{}} partners={storePartners} />
          )
        }
      </Loaded>
    </>
  );
}

type AdvertiserProps = { readonly domain: string; readonly partners: readonly string[] };

/** With what is known of the advertiser filled in. */
function ForAdvertiser({ domain, partners }: AdvertiserProps) {
  const resource = useResource<AdvertiserDocument>(recordPath('/api/advertisers', domain));
  return (
    <Loaded resource={resource}>
      {({ definition: { name, categories } }) => (
        <FromTemplate
          who={{ advertiser: name, domain, ...(categories === undefined ? {} : { categories }) }}
          partners={partners}
        />
      )}
    </Loaded>
  );
}

type TemplateProps = {
  /** What is known of the advertiser. */
  readonly who: Draft;
  readonly partners: readonly string[];
};

function FromTemplate({ who, partners }: TemplateProps) {
  const [chosen, setChosen] = useState(0);
  const typed = useRef<Draft>(undefined);
  const firstOf = (index: number): Draft => ({ ...TEMPLATES[index]?.campaign, ...who });
  const choose = (index: number) => {
    typed.current &&= moved(typed.current, firstOf(chosen), firstOf(index));
    setChosen(index);
  };
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
              onChange={() => choose(index)}
            />
            <strong>{name}</strong>
            <span class="muted">{text}</span>
          </label>
        ))}
      </fieldset>
      <Create first={firstOf(chosen)} partners={partners} typed={typed} key={chosen} />
    </>
  );
}

function Like({ path, partners }: { readonly path: string; readonly partners: readonly string[] }) {
  const [partner = '', campaign = ''] = path.split('/');
  const resource = useResource<CampaignDocument>(apiPath(partner, campaign));
  return (
    <Loaded resource={resource}>
      {(document) => (
        <Create first={{ ...document.definition, id: `${campaign}-copy` }} partners={partners} />
      )}
    </Loaded>
  );
}

type CreateProps = {
  readonly first: Draft;
  readonly partners: readonly string[];
  /** What was typed so far, for the next form. */
  readonly typed?: { current: Draft | undefined };
};

function Create({ typed, ...props }: CreateProps) {
  const [partner, setPartner] = useState(props.partners[0] ?? '');
  const path = `/api/campaigns?partner=${encodeURIComponent(partner)}`;
  return (
    <>
      {props.partners.length < 2 ? null : (
        <Select
          class="partner"
          label="Partner"
          value={partner}
          options={props.partners.map((name) => [name, name])}
          onChange={setPartner}
        />
      )}
      <CampaignForm
        first={{ draft: props.first }}
        typed={typed?.current}
        onTyped={(draft) => {
          if (typed !== undefined) typed.current = draft;
        }}
        cancelHref="#/campaigns"
        partner={partner}
        save={(body, headers) => send(path, body, headers)}
      />
    </>
  );
}
