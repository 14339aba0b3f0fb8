import { useRef, useState } from 'preact/hooks';
import { isObject } from '../../../lib/schema-fault.ts';
import { AllFields } from '../../../ui/all-fields.tsx';
import { type Draft, Field, Fields, type FieldsProps, FormPart } from '../../../ui/form-field.tsx';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { Select } from '../../../ui/select.tsx';
import type { FieldFault } from '../../../ui/shell/client.ts';
import { useChecked } from '../../../ui/use-checked.ts';
import { type DraftOptions, useDraft } from '../../../ui/use-draft.ts';
import type { CampaignDocument } from '../operations.ts';
import { creativesOf } from './ad-list.ts';
import { Estimate } from './estimate.tsx';
import { FlightField } from './flight-field.tsx';
import { Ads } from './form-ads.tsx';
import {
  BASICS,
  BUDGET,
  CONVERSION_TERMS,
  CONVERSIONS,
  fieldOf,
  ID,
  OFTEN,
  PRICES,
  RISK,
  ZONE,
} from './form-fields.ts';
import type { AdContext } from './form-images.tsx';
import { hrefOf } from './paths.ts';
import { Reach } from './reach.tsx';

type FormProps = Omit<DraftOptions<CampaignDocument>, 'onSaved'> & {
  readonly cancelHref: string;
  readonly partner: string;
};

/** Every field is checked while it is typed; faults of fields that nobody touched wait for the first save. */
export function CampaignForm({ first, cancelHref, partner, ...options }: FormProps) {
  const isNew = first.revision === undefined;
  const state = useDraft({
    first,
    ...options,
    onSaved: ({ definition }) => {
      location.hash = hrefOf(partner, definition.id);
    },
  });
  const { draft, body, change } = state;
  const found = useChecked<{ readonly faults: readonly FieldFault[] }>(
    '/api/campaigns/check',
    body,
  );
  // A check that could not be made says nothing, so the faults of the last one stay.
  const lastFaults = useRef<readonly FieldFault[]>(undefined);
  if (found?.outcome.kind === 'ready') lastFaults.current = found.outcome.value.faults;
  const checked = lastFaults.current ?? state.failed?.faults ?? [];
  const faultless = useRef<string | undefined>(undefined);
  if (found?.outcome.kind === 'ready' && checked.length === 0) faultless.current = found.text;
  const isTried = state.failed !== undefined;
  const faults = isTried ? checked : checked.filter(({ reason }) => !/missing$|""$/.test(reason));
  const later = useLater(draft, change);
  const context: AdContext = { draft, faults, change, later };
  const storedIds = new Set(isNew ? [] : creativesOf(first.draft).map(({ id }) => id));
  return (
    <form class="columns" onSubmit={state.submit} noValidate>
      <div>
        <FormPart title="Campaign" context={context} fields={BASICS}>
          <Field context={context} field={ID} isFixed={!isNew} />
        </FormPart>
        <FormPart title="Budget and days" context={context}>
          <Fields context={context} fields={BUDGET} />
          <FlightField context={context} edge="start" />
          <FlightField context={context} edge="end" />
          <Field context={context} field={ZONE} />
        </FormPart>
        <Price context={context} />
        <Reach context={context} />
        <Often context={context} />
        <Ads context={context} storedIds={storedIds} />
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
      <Estimate body={faultless.current} partner={partner} isBeside={true} />
    </form>
  );
}

/** Changes the draft as it is when an answer comes, so that nothing that was typed meanwhile is lost. */
function useLater(draft: Draft, change: (draft: Draft) => void): AdContext['later'] {
  const now = useRef({ draft, change });
  now.current = { draft, change };
  return useRef<AdContext['later']>((work) => {
    const next = work(now.current.draft);
    now.current = { ...now.current, draft: next };
    now.current.change(next);
  }).current;
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
        field={{ name: shown, label: PRICES[shown].label, kind: 'number', isRequired: true }}
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
const NEXT_CAP = { of: 'advertiser', per: 'person', within: '7d', atMost: 5 };

/** As the schema of a campaign bounds them. */
const CAPS_MAX = 5;

/** Each cap holds beside the others. */
function Often({ context }: Pick<FieldsProps, 'context'>) {
  const { draft, change } = context;
  const { frequency, ...others } = draft;
  const caps = Array.isArray(frequency) ? frequency.filter(isObject) : [];
  const set = (next: readonly object[]) =>
    change(next.length === 0 ? others : { ...draft, frequency: next });
  return (
    <FormPart title="How often" context={context}>
      <Select
        class="field wide"
        label="The same person sees it"
        value={frequency === undefined ? 'any' : 'capped'}
        options={[
          ['any', 'As often as it wins'],
          ['capped', 'Only so often'],
        ]}
        onChange={(next) => set(next === 'any' ? [] : [FIRST_CAP])}
      />
      {caps.map((_, index) => (
        <fieldset class="form-part wide" key={index}>
          <legend>{caps.length === 1 ? 'Cap' : `Cap ${index + 1} of ${caps.length}`}</legend>
          <Fields
            context={context}
            fields={OFTEN.map((field) => fieldOf(`frequency[${index}]`, field))}
          />
          {caps.length === 1 ? null : (
            <p>
              <button type="button" onClick={() => set(caps.toSpliced(index, 1))}>
                Remove<span class="hidden"> cap {index + 1}</span>
              </button>
            </p>
          )}
        </fieldset>
      ))}
      {caps.length === 0 || caps.length >= CAPS_MAX ? null : (
        <p class="wide">
          <button type="button" onClick={() => set([...caps, NEXT_CAP])}>
            Add a cap
          </button>
        </p>
      )}
    </FormPart>
  );
}
