import { useContext, useRef, useState } from 'preact/hooks';
import type { FieldFault } from '../client.ts';
import { AdPreview } from '../ui/ad-preview.tsx';
import { AllFields } from '../ui/all-fields.tsx';
import {
  type Draft,
  Field,
  type FieldContext,
  Fields,
  type FieldsProps,
  FormPart,
} from '../ui/form-field.tsx';
import { valueAt } from '../ui/json-path.ts';
import { SaveBar } from '../ui/save-bar.tsx';
import { Select } from '../ui/select.tsx';
import { useChecked } from '../ui/use-checked.ts';
import { type DraftOptions, useDraft } from '../ui/use-draft.ts';
import type { CampaignDocument } from './api.ts';
import { adOf, type DraftCreative, ImageBase } from './creative-ad.ts';
import { Estimate } from './estimate.tsx';
import {
  AD,
  BASICS,
  CONVERSION_TERMS,
  CONVERSIONS,
  ID,
  OFTEN,
  PRICES,
  REACH,
  RISK,
  ROTATION,
  WEIGHT,
} from './form-fields.ts';
import { hrefOf } from './paths.ts';

type FormProps = Pick<DraftOptions<CampaignDocument>, 'first' | 'save' | 'latest' | 'warningOf'> & {
  readonly cancelHref: string;
  readonly partner: string;
};

/** Every field is checked while it is typed; faults of fields that nobody touched wait for the first save. */
export function CampaignForm({ first, cancelHref, partner, ...options }: FormProps) {
  const isNew = first.revision === undefined;
  const state = useDraft({
    first,
    ...options,
    onSaved: ({ campaign }) => {
      location.hash = hrefOf(partner, campaign.id);
    },
  });
  const { draft, body, change } = state;
  const found = useChecked<{ readonly faults: readonly FieldFault[] }>(
    '/api/campaigns/check',
    body,
  );
  // A check that could not be made says nothing, so the faults of the last one stay.
  const lastFaults = useRef<readonly FieldFault[]>([]);
  if (found?.outcome.kind === 'ready') lastFaults.current = found.outcome.value.faults;
  const checked = lastFaults.current;
  const faultless = useRef<string | undefined>(undefined);
  if (found?.outcome.kind === 'ready' && checked.length === 0) faultless.current = found.text;
  const isTried = state.failed !== undefined;
  const faults = isTried ? checked : checked.filter(({ reason }) => !/missing$|""$/.test(reason));
  const context: FieldContext = { draft, faults, change };
  const ads = creativesOf(draft).length;
  return (
    <form class="columns" onSubmit={state.submit} noValidate>
      <div>
        <FormPart title="Campaign" context={context} fields={BASICS}>
          <Field context={context} field={ID} isFixed={!isNew} />
        </FormPart>
        <Price context={context} />
        <FormPart title="Where it runs" context={context} fields={REACH} />
        <Often context={context} />
        <FormPart title={ads > 1 ? 'The first ad' : 'The ad'} context={context}>
          {ads > 1 ? (
            <p class="muted wide">The other ads are below, under “All fields, as JSON”.</p>
          ) : null}
          <Fields context={context} fields={AD} />
          <Rotation context={context} />
        </FormPart>
        <AllFields
          draft={draft}
          label="The campaign as docs/campaigns.md describes it"
          change={change}
        />
        <SaveBar
          state={state}
          label={isNew ? 'Save as draft' : 'Save'}
          cancelHref={cancelHref}
          faults={faults}
        />
      </div>
      <div class="beside">
        <Preview draft={draft} />
        <Estimate body={faultless.current} partner={partner} />
      </div>
    </form>
  );
}

type PriceKey = keyof typeof PRICES;

const PRICE_KEYS = Object.keys(PRICES) as PriceKey[];

/** What it pays for, and the price of that. */
function Price({ context }: Pick<FieldsProps, 'context'>) {
  const { draft, change } = context;
  const key = PRICE_KEYS.find((one) => draft[one] !== undefined) ?? 'cpm';
  const [chosen, setChosen] = useState(key);
  const shown = draft[chosen] === undefined && draft[key] !== undefined ? key : chosen;
  const choose = (next: PriceKey) => {
    const { cpm, cpc, cpa, riskMax, ...others } = draft;
    const risk = next === 'cpm' || riskMax === undefined ? {} : { riskMax };
    // Only conversions that are measured can be paid for.
    const measured = next === 'cpa' && !isMeasured(draft) ? { conversions: true } : {};
    setChosen(next);
    change({ ...others, ...risk, ...measured });
  };
  return (
    <FormPart title="What it pays for" context={context}>
      <Select
        class="field"
        label="It pays for"
        value={shown}
        options={PRICE_KEYS.map((one) => [one, PRICES[one].words])}
        onChange={(next) => choose(next as PriceKey)}
      />
      <Field
        context={context}
        field={{ name: shown, label: PRICES[shown].label, kind: 'number' }}
        key={shown}
      />
      {shown === 'cpm' ? null : <Field context={context} field={RISK} />}
      <Conversions context={context} />
    </FormPart>
  );
}

function isMeasured({ conversions = false }: Draft): boolean {
  return conversions !== false;
}

/** Whether it measures conversions, and how. Without terms of its own it measures them by those of all. */
function Conversions({ context }: Pick<FieldsProps, 'context'>) {
  const change = (draft: Draft) =>
    context.change(isMeasured(draft) ? draft : { ...draft, conversions: true });
  return (
    <>
      <Field context={context} field={CONVERSIONS} />
      {isMeasured(context.draft) ? (
        <Fields context={{ ...context, change }} fields={CONVERSION_TERMS} />
      ) : null}
    </>
  );
}

const FIRST_CAP = { of: 'campaign', per: 'conversation', within: '1d', atMost: 1 };

/** The first cap. Others are under “All fields, as JSON”. */
function Often({ context }: Pick<FieldsProps, 'context'>) {
  const { draft, change } = context;
  const { frequency, ...others } = draft;
  const isCapped = frequency !== undefined;
  return (
    <FormPart title="How often" context={context}>
      <Select
        class="field"
        label="The same person sees it"
        value={isCapped ? 'capped' : 'any'}
        options={[
          ['any', 'As often as it wins'],
          ['capped', 'Only so often'],
        ]}
        onChange={(next) => change(next === 'any' ? others : { ...others, frequency: [FIRST_CAP] })}
      />
      {isCapped ? <Fields context={context} fields={OFTEN} /> : null}
      {Array.isArray(frequency) && frequency.length > 1 ? (
        <p class="muted wide">It has other caps: they are below, under “All fields, as JSON”.</p>
      ) : null}
    </FormPart>
  );
}

/** Which of several ads is shown. Weights go with the rotation that uses them: without it they are a fault. */
function Rotation({ context }: Pick<FieldsProps, 'context'>) {
  const { draft } = context;
  const isWeighted = ({ rotation }: Draft) => rotation === 'weighted';
  const change = (next: Draft) => context.change(isWeighted(next) ? next : withoutWeights(next));
  return (
    <>
      {creativesOf(draft).length > 1 ? (
        <Field context={{ ...context, change }} field={ROTATION} />
      ) : null}
      {isWeighted(draft) ? <Field context={context} field={WEIGHT} /> : null}
    </>
  );
}

function withoutWeights(draft: Draft): Draft {
  const creatives = creativesOf(draft).map(({ weight: _, ...creative }) => creative);
  return { ...draft, creatives };
}

function Preview({ draft }: { readonly draft: Draft }) {
  const imageBase = useContext(ImageBase);
  return (
    <aside class="panel preview" aria-label="Preview">
      <h2>As a reader sees it</h2>
      {creativesOf(draft).map((creative, index) => (
        <AdPreview ad={adOf(creative, draft.advertiser, imageBase)} key={index} />
      ))}
    </aside>
  );
}

function creativesOf(draft: Draft): readonly DraftCreative[] {
  const creatives = valueAt(draft, ['creatives']);
  return Array.isArray(creatives) ? (creatives as readonly DraftCreative[]) : [];
}
