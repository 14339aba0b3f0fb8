import { useContext, useRef, useState } from 'preact/hooks';
import { isObject } from '../../lib/schema-fault.ts';
import type { Outcome } from '../client.ts';
import { AdPreview } from '../ui/ad-preview.tsx';
import { useChecked } from '../ui/use-checked.ts';
import { adOf, type DraftCreative, ImageBase } from './creative-ad.ts';
import { Estimate } from './estimate.tsx';
import { pathOf, valueAt, withValueAt } from './json-path.ts';
import { hrefOf } from './paths.ts';

/** A campaign while somebody fills it in: anything may be missing or wrong. */
export type Draft = Readonly<Record<string, unknown>>;

type FormProps = {
  readonly first: Draft;
  /** A campaign keeps its id. */
  readonly isNew: boolean;
  readonly cancelHref: string;
  readonly partner: string;
  readonly save: (body: string) => Promise<Outcome<unknown>>;
};

type FieldFault = { readonly field: string; readonly reason: string };

/** Every field is checked while it is typed; faults of fields that nobody touched wait for the first save. */
export function CampaignForm({ first, isNew, cancelHref, partner, save }: FormProps) {
  const [draft, setDraft] = useState<Draft>(first);
  const [failure, setFailure] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const body = JSON.stringify(draft);
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
  const isTried = failure !== undefined;
  const faults = isTried ? checked : checked.filter(({ reason }) => !/missing$|""$/.test(reason));
  const context: FieldContext = { draft, faults, change: setDraft };
  const submit = async (event: Event) => {
    event.preventDefault();
    setIsSaving(true);
    const outcome = await save(body);
    setIsSaving(false);
    setFailure(outcome.kind === 'failed' ? outcome.reason : undefined);
    if (outcome.kind === 'ready') location.hash = hrefOf(partner, String(draft.id));
  };
  const ads = creativesOf(draft).length;
  return (
    <form class="columns" onSubmit={submit} noValidate>
      <div>
        <fieldset class="panel form-part">
          <legend>Campaign</legend>
          <Field context={context} field={ID} isFixed={!isNew} />
          <Fields context={context} fields={BASICS} />
        </fieldset>
        <fieldset class="panel form-part">
          <legend>Where it runs</legend>
          <Fields context={context} fields={REACH} />
        </fieldset>
        <fieldset class="panel form-part">
          <legend>{ads > 1 ? 'The first ad' : 'The ad'}</legend>
          {ads > 1 ? (
            <p class="muted wide">The other ads are below, under “All fields, as JSON”.</p>
          ) : null}
          <Fields context={context} fields={AD} />
        </fieldset>
        <AllFields draft={draft} change={setDraft} />
        <p class="actions">
          <button type="submit" class="primary" disabled={isSaving}>
            {isNew ? 'Save as draft' : 'Save'}
          </button>
          <a class="button" href={cancelHref}>
            Cancel
          </a>
        </p>
        {failure === undefined ? null : <Faults failure={failure} faults={faults} />}
      </div>
      <div class="beside">
        <Preview draft={draft} />
        <Estimate body={faultless.current} partner={partner} />
      </div>
    </form>
  );
}

function Faults({ failure, faults }: Pick<FieldContext, 'faults'> & { readonly failure: string }) {
  return (
    <div class="failure" role="alert">
      <div>
        <p>{failure}</p>
        <ul>
          {faults.map(({ field, reason }) => (
            <li key={field}>
              {field}: {reason}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

type FormField = {
  /** As the server names it. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind?: 'text' | 'number' | 'list' | 'long';
  /** Whether it takes the whole width of the form. */
  readonly isWide?: boolean;
};

const ID: FormField = {
  name: 'id',
  label: 'Id',
  hint: 'Letters, digits, - and _. It cannot change later.',
};

const BASICS: readonly FormField[] = [
  { name: 'advertiser', label: 'Advertiser' },
  {
    name: 'domain',
    label: 'Advertiser’s domain',
    hint: 'Like shop.example. Publishers block by it.',
  },
  { name: 'cpm', label: 'CPM in USD', kind: 'number' },
  { name: 'budget.daily', label: 'Budget a day, USD', kind: 'number' },
  { name: 'budget.total', label: 'Budget in all, USD', kind: 'number' },
  {
    name: 'flight.start',
    label: 'First day',
    hint: 'Like 2026-12-01, a day of UTC. Empty: at once.',
  },
  { name: 'flight.end', label: 'Last day', hint: 'Empty: no end.' },
];

const REACH: readonly FormField[] = [
  {
    name: 'targeting.include.keywords',
    label: 'The conversation is about',
    kind: 'list',
    isWide: true,
    hint: 'With commas between. All filled conditions have to hold; without any, it runs where nothing else fits.',
  },
  { name: 'targeting.include.intents', label: 'Intents', kind: 'list' },
  { name: 'targeting.include.countries', label: 'Countries', kind: 'list', hint: 'Like DE, US.' },
  { name: 'targeting.include.languages', label: 'Languages', kind: 'list', hint: 'Like en, de.' },
  { name: 'targeting.include.publishers', label: 'Publishers', kind: 'list' },
  { name: 'targeting.exclude.keywords', label: 'Never about', kind: 'list' },
];

const AD: readonly FormField[] = [
  { name: 'creatives[0].id', label: 'Creative id' },
  { name: 'creatives[0].title', label: 'Title' },
  { name: 'creatives[0].description', label: 'Text', kind: 'long', isWide: true },
  { name: 'creatives[0].cta', label: 'Button' },
  { name: 'creatives[0].link', label: 'Link', isWide: true, hint: 'Starts with https://' },
  { name: 'creatives[0].images[0].url', label: 'Image URL', isWide: true },
  { name: 'creatives[0].images[0].w', label: 'Image width', kind: 'number' },
  { name: 'creatives[0].images[0].h', label: 'Image height', kind: 'number' },
  { name: 'creatives[0].price', label: 'Price as people read it' },
  { name: 'creatives[0].salePrice', label: 'Reduced price' },
];

type FieldContext = {
  readonly draft: Draft;
  readonly faults: readonly FieldFault[];
  readonly change: (draft: Draft) => void;
};

type FieldsProps = { readonly context: FieldContext; readonly fields: readonly FormField[] };

function Fields({ context, fields }: FieldsProps) {
  return fields.map((field) => <Field context={context} field={field} key={field.label} />);
}

type FieldProps = Pick<FieldsProps, 'context'> & {
  readonly field: FormField;
  readonly isFixed?: boolean;
};

function Field({ context: { draft, faults, change }, field, isFixed = false }: FieldProps) {
  const { name, label, hint, kind = 'text', isWide } = field;
  const path = pathOf(name);
  const fault = faults.find((one) => one.field === name || one.field.startsWith(`${name}[`));
  const id = `field-${name.replace(/[^\w]+/g, '-')}`;
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const shared = {
    id,
    value: textOf(valueAt(draft, path)),
    disabled: isFixed,
    'aria-invalid': fault !== undefined,
    'aria-describedby': described || undefined,
  };
  const take = (text: string) =>
    change((withValueAt(draft, path, valueOfText(text, kind)) ?? {}) as Draft);
  return (
    <div class={isWide ? 'field wide' : 'field'}>
      <label for={id}>{label}</label>
      {kind === 'long' ? (
        <textarea {...shared} rows={3} onInput={(event) => take(event.currentTarget.value)} />
      ) : (
        <input {...shared} onInput={(event) => take(event.currentTarget.value)} />
      )}
      {hint === undefined ? null : (
        <p class="muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault === undefined ? null : (
        <p class="bad" id={`${id}-fault`}>
          {fault.reason}
        </p>
      )}
    </div>
  );
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** A number that is none stays text, and the check says so. */
function valueOfText(text: string, kind: NonNullable<FormField['kind']>): unknown {
  if (text.trim() === '') return undefined;
  if (kind === 'list') return text.split(',').map((item) => item.trimStart());
  if (kind !== 'number') return text;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

/** For the fields that the form does not have. */
function AllFields(props: { readonly draft: Draft; readonly change: (draft: Draft) => void }) {
  const [typed, setTyped] = useState<string>();
  const take = (text: string) => {
    setTyped(text);
    try {
      const value: unknown = JSON.parse(text);
      if (isObject(value)) props.change(value);
    } catch {
      // Not finished yet.
    }
  };
  return (
    <details class="panel">
      <summary>All fields, as JSON</summary>
      <label for="all-fields">The campaign as docs/campaigns.md describes it</label>
      <textarea
        id="all-fields"
        rows={16}
        spellcheck={false}
        value={typed ?? JSON.stringify(props.draft, null, 2)}
        onInput={(event) => take(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
    </details>
  );
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
