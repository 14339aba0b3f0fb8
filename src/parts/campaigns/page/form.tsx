import { useRef, useState } from 'preact/hooks';
import type { AdvertiserDefinition } from '../../../demand/advertiser-schema.ts';
import { FREE_FIELDS } from '../../../demand/campaigns/free-fields.ts';
import { differencesOf } from '../../../lib/differences.ts';
import { isObject } from '../../../lib/schema-fault.ts';
import { AllFields } from '../../../ui/all-fields.tsx';
import { callsOf } from '../../../ui/calls.ts';
import { type Draft, Field, Fields, type FieldsProps, FormPart } from '../../../ui/form-field.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import type { FormProps } from '../../../ui/record-page.ts';
import { recordHref, recordPath } from '../../../ui/record-paths.ts';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { Select } from '../../../ui/select.tsx';
import { type FieldFault, send } from '../../../ui/shell/client.ts';
import { useChecked } from '../../../ui/use-checked.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import type { CAMPAIGN_OPS, CampaignDocument } from '../operations.ts';
import { Estimate } from './estimate.tsx';
import { Ads } from './form-ads.tsx';
import * as fields from './form-fields.ts';
import { Reach } from './reach.tsx';
import { TEMPLATES, templateWith } from './templates.ts';

const { useAsked } = callsOf<typeof CAMPAIGN_OPS>();

type CampaignFormProps = FormProps<CampaignDocument>;

/** The form of a stored campaign, or of a new one: from a template, for a known advertiser or not, or like another one. */
export function CampaignForm(props: CampaignFormProps) {
  const { one, first, parameters } = props;
  const advertiser = parameters.get('advertiser');
  if (one !== undefined) {
    const warningOf = (draft: Draft) => waitingSentence(one, draft);
    return <Fill {...props} partner={one.partner} warningOf={warningOf} />;
  }
  if (parameters.has('like')) {
    const draft = { ...first.draft, id: `${first.draft.id}-copy` };
    return <New {...props} first={{ draft }} />;
  }
  if (advertiser !== null) return <ForAdvertiser {...props} domain={advertiser} />;
  return <New {...props} first={{ draft: TEMPLATES[0]?.campaign ?? {} }} hasTemplates />;
}

/** With what is known of the advertiser filled in. */
function ForAdvertiser({ domain, ...props }: CampaignFormProps & { readonly domain: string }) {
  const resource = useResource<{ readonly definition: AdvertiserDefinition }>(
    recordPath('/api/advertisers', domain),
  );
  return (
    <Loaded resource={resource}>
      {({ definition: { name, categories } }) => {
        const who = { advertiser: name, domain, ...(categories && { categories }) };
        const draft = { ...TEMPLATES[0]?.campaign, ...who };
        return <New {...props} first={{ draft }} hasTemplates />;
      }}
    </Loaded>
  );
}

type NewProps = CampaignFormProps & { readonly hasTemplates?: true };

function New(props: NewProps) {
  const [chosen, setChosen] = useState<string>();
  return (
    <Loaded resource={useAsked('GET /api/campaigns', { query: {} })}>
      {({ storePartners }) => {
        const partner = chosen ?? storePartners[0];
        if (partner === undefined) return <NoStore />;
        const path = `/api/campaigns?partner=${encodeURIComponent(partner)}`;
        return (
          <>
            {storePartners.length < 2 ? null : (
              <Select
                class="partner"
                label="Partner"
                value={partner}
                options={storePartners.map((name) => [name, name])}
                onChange={setChosen}
              />
            )}
            <Fill
              {...props}
              label="Save as draft"
              partner={partner}
              save={(body, headers) => send(path, body, headers)}
            />
          </>
        );
      }}
    </Loaded>
  );
}

/** The config says which partner has a store. */
function NoStore() {
  return (
    <p class="note">
      No partner has a store. Add one to <code>partners</code> and reload the config:{' '}
      <code>- &#123; name: own, kind: campaigns, store: true &#125;</code>
    </p>
  );
}

const FREE: ReadonlySet<string> = new Set(FREE_FIELDS);

/** What becomes of a change of what approval covers, before it is saved (ruling 73). undefined: it takes effect at once. */
function waitingSentence(one: CampaignDocument, draft: Draft): string | undefined {
  const { needsApproval, approved, state, definition } = one;
  const covered = differencesOf(definition, draft).some(
    ({ field }) => !FREE.has(field.replace(/[.[].*$/, '')),
  );
  if (!needsApproval || !covered) return undefined;
  if (approved === null) return 'The change serves once somebody has approved it.';
  const serving = state === 'active' ? 'goes on serving' : 'stays approved';
  return `The approved version ${serving} until somebody has approved this change of what readers see. Prices, budgets, dates and targeting change at once.`;
}

type FillProps = NewProps & { readonly partner: string };

/** Every field is checked while it is typed; faults of fields that nobody touched wait for the first save. */
function Fill({ partner, hasTemplates, label, cancelHref, ...options }: FillProps) {
  const { first } = options;
  const state = useDraft({
    ...options,
    onSaved: ({ id }) => {
      location.hash = recordHref('campaigns', id);
    },
  });
  const { draft, body, change } = state;
  const found = useChecked<{ readonly faults: readonly FieldFault[] }>(
    '/api/campaigns/check',
    // An empty form has nothing to check.
    hasTemplates && draft === first.draft ? undefined : body,
  );
  // A check that could not be made says nothing, so the faults of the last one stay.
  const last = useRef<{ readonly text: string; readonly faults: readonly FieldFault[] }>(undefined);
  const faultless = useRef<string | undefined>(undefined);
  if (found?.outcome.kind === 'ready') {
    last.current = { text: found.text, faults: found.outcome.value.faults };
    if (last.current.faults.length === 0) faultless.current = found.text;
  }
  const checked = last.current?.faults ?? state.failed?.faults ?? [];
  const faults =
    state.failed === undefined
      ? checked.filter(({ reason }) => !/missing$|""$/.test(reason))
      : checked;
  const context = { draft, faults, change, later: useLater(draft, change) };
  return (
    <form class="columns" onSubmit={state.submit} noValidate>
      <div>
        {hasTemplates ? <Templates context={context} /> : null}
        <FormPart title="Campaign" context={context} fields={fields.BASICS}>
          <Field context={context} field={fields.ID} isFixed={first.revision !== undefined} />
        </FormPart>
        <FormPart title="Budget and days" context={context} fields={fields.BUDGET} />
        <Price context={context} />
        <Reach context={context} />
        <Often context={context} />
        <Ads context={context} />
        <AllFields
          draft={draft}
          label="The campaign as docs/campaigns.md describes it"
          change={change}
        />
        <SaveBar state={state} label={label} cancelHref={cancelHref} faults={faults} />
      </div>
      <Estimate body={faultless.current} partner={partner} isBeside={true} />
    </form>
  );
}

/** Changes the draft as it is when an answer comes, so that nothing that was typed meanwhile is lost. */
function useLater(draft: Draft, change: (draft: Draft) => void) {
  const now = useRef({ draft, change });
  now.current = { draft, change };
  return useRef((work: (draft: Draft) => Draft) => {
    const next = work(now.current.draft);
    now.current = { ...now.current, draft: next };
    now.current.change(next);
  }).current;
}

type PartProps = Pick<FieldsProps, 'context'>;

function Templates({ context: { draft, change } }: PartProps) {
  const [chosen, setChosen] = useState(TEMPLATES[0]?.name);
  return (
    <fieldset class="templates">
      <legend>Start from</legend>
      {TEMPLATES.map((template) => (
        <label key={template.name}>
          <input
            type="radio"
            name="template"
            checked={template.name === chosen}
            onChange={() => {
              setChosen(template.name);
              change(templateWith(template, draft));
            }}
          />
          <strong>{template.name}</strong>
          <span class="muted">{template.text}</span>
        </label>
      ))}
    </fieldset>
  );
}

type PriceKey = keyof typeof fields.PRICES;

const PRICE_KEYS = Object.keys(fields.PRICES) as PriceKey[];

/** What it pays for, and the price of that. */
function Price({ context }: PartProps) {
  const { draft, change } = context;
  const key = PRICE_KEYS.find((one) => draft[one] !== undefined);
  const [chosen, setChosen] = useState<PriceKey>(key ?? 'cpm');
  const shown = key ?? chosen;
  const isMeasured = (draft.conversions ?? false) !== false;
  const choose = (next: PriceKey) => {
    const { cpm, cpc, cpa, riskMax, ...others } = draft;
    const risk = next === 'cpm' || riskMax === undefined ? {} : { riskMax };
    // Only conversions that are measured can be paid for.
    const measured = next === 'cpa' && !isMeasured ? { conversions: true } : {};
    setChosen(next);
    change({ ...others, ...risk, ...measured });
  };
  const measuring = (next: Draft) =>
    change((next.conversions ?? false) === false ? { ...next, conversions: true } : next);
  return (
    <FormPart title="What it pays for" context={context}>
      <Select
        class="field"
        label="It pays for"
        value={shown}
        options={PRICE_KEYS.map((one) => [one, fields.PRICES[one].words])}
        onChange={(next) => choose(next as PriceKey)}
      />
      <Field context={context} field={fields.priceField(shown)} key={shown} />
      {shown === 'cpm' ? null : <Field context={context} field={fields.RISK} />}
      <Field context={context} field={fields.CONVERSIONS} />
      {isMeasured ? (
        <Fields context={{ ...context, change: measuring }} fields={fields.CONVERSION_TERMS} />
      ) : null}
    </FormPart>
  );
}

const FIRST_CAP = { of: 'campaign', per: 'conversation', within: '1d', atMost: 1 };
const NEXT_CAP = { of: 'advertiser', per: 'person', within: '7d', atMost: 5 };

/** As the schema of a campaign bounds them. */
const CAPS_MAX = 5;

/** Each cap holds beside the others. */
function Often({ context }: PartProps) {
  const { frequency, ...others } = context.draft;
  const caps = Array.isArray(frequency) ? frequency.filter(isObject) : [];
  const set = (next: readonly object[]) =>
    context.change(next.length === 0 ? others : { ...context.draft, frequency: next });
  return (
    <FormPart title="How often the same person sees it" context={context}>
      {caps.length === 0 ? <p class="wide">As often as it wins.</p> : null}
      {caps.map((_, index) => (
        <fieldset class="form-part wide" key={index}>
          <legend>{caps.length === 1 ? 'Cap' : `Cap ${index + 1} of ${caps.length}`}</legend>
          <Fields
            context={context}
            fields={fields.OFTEN.map((field) => fields.fieldOf(`frequency[${index}]`, field))}
          />
          <p>
            <button type="button" onClick={() => set(caps.toSpliced(index, 1))}>
              Remove<span class="hidden"> cap {index + 1}</span>
            </button>
          </p>
        </fieldset>
      ))}
      {caps.length >= CAPS_MAX ? null : (
        <p class="wide">
          <button
            type="button"
            onClick={() => set([...caps, caps.length === 0 ? FIRST_CAP : NEXT_CAP])}
          >
            Add a cap
          </button>
        </p>
      )}
    </FormPart>
  );
}
