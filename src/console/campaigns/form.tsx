import { useContext, useState } from 'preact/hooks';
import { isObject } from '../../lib/schema-fault.ts';
import type { FieldFault } from '../client.ts';
import { AdPreview } from '../ui/ad-preview.tsx';
import { adOf, type DraftCreative } from './creative-ad.ts';
import { type Draft, Field, type FieldContext } from './fields.tsx';
import { ImageBase } from './image-base.ts';
import { valueAt } from './json-path.ts';
import { useFaults } from './use-faults.ts';

type FormProps = {
  readonly first: Draft;
  /** A campaign keeps its id. */
  readonly isNew: boolean;
  readonly cancelHref: string;
  /** Resolves to what the server refused, or undefined. */
  readonly save: (draft: Draft) => Promise<SaveFailure | undefined>;
};

export type SaveFailure = { readonly reason: string; readonly faults: readonly FieldFault[] };

/** Every field is checked while it is typed; faults of fields that nobody touched wait for the first save. */
export function CampaignForm({ first, isNew, cancelHref, save }: FormProps) {
  const [draft, setDraft] = useState<Draft>(first);
  const [failure, setFailure] = useState<SaveFailure>();
  const [isSaving, setIsSaving] = useState(false);
  const checked = useFaults(draft);
  const isTried = failure !== undefined;
  const faults = isTried ? checked : checked.filter(({ reason }) => !/missing$|""$/.test(reason));
  const context: FieldContext = { draft, faults, change: setDraft };
  const submit = async (event: Event) => {
    event.preventDefault();
    setIsSaving(true);
    setFailure(await save(draft));
    setIsSaving(false);
  };
  return (
    <form class="columns" onSubmit={submit} noValidate>
      <div>
        <Basics context={context} isNew={isNew} />
        <Reach context={context} />
        <Creative context={context} />
        <AllFields draft={draft} change={setDraft} />
        <p class="actions">
          <button type="submit" class="primary" disabled={isSaving}>
            {isNew ? 'Save as draft' : 'Save'}
          </button>
          <a class="button" href={cancelHref}>
            Cancel
          </a>
        </p>
        {failure === undefined ? null : <Refused failure={failure} faults={faults} />}
      </div>
      <Preview draft={draft} />
    </form>
  );
}

function Refused(props: { readonly failure: SaveFailure; readonly faults: readonly FieldFault[] }) {
  const { failure, faults } = props;
  return (
    <div class="failure" role="alert">
      <div>
        <p>{failure.reason}</p>
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

function Basics({ context, isNew }: { readonly context: FieldContext; readonly isNew: boolean }) {
  return (
    <fieldset class="panel form-part">
      <legend>Campaign</legend>
      <Field
        {...{ context, path: ['id'], label: 'Id', isFixed: !isNew }}
        hint="Letters, digits, - and _. It cannot change later."
      />
      <Field {...{ context, path: ['advertiser'], label: 'Advertiser' }} />
      <Field
        {...{ context, path: ['domain'], label: 'Advertiser’s domain' }}
        hint="Like shop.example. Publishers block by it."
      />
      <Field {...{ context, path: ['cpm'], label: 'CPM in USD', kind: 'number' }} />
      <Field
        {...{ context, path: ['budget', 'daily'], label: 'Budget a day, USD', kind: 'number' }}
      />
      <Field
        {...{ context, path: ['budget', 'total'], label: 'Budget in all, USD', kind: 'number' }}
      />
      <Field
        {...{ context, path: ['flight', 'start'], label: 'First day' }}
        hint="Like 2026-12-01, a day of UTC. Empty: at once."
      />
      <Field {...{ context, path: ['flight', 'end'], label: 'Last day' }} hint="Empty: no end." />
    </fieldset>
  );
}

const LIST = { kind: 'list' } as const;

function Reach({ context }: { readonly context: FieldContext }) {
  const include = (name: string) => ['targeting', 'include', name];
  return (
    <fieldset class="panel form-part">
      <legend>Where it runs</legend>
      <Field
        {...{ context, path: include('keywords'), label: 'The conversation is about', ...LIST }}
        isWide={true}
        hint="With commas between. All filled conditions have to hold; without any, it runs where nothing else fits."
      />
      <Field {...{ context, path: include('intents'), label: 'Intents', ...LIST }} />
      <Field
        {...{ context, path: include('countries'), label: 'Countries', ...LIST }}
        hint="Like DE, US."
      />
      <Field
        {...{ context, path: include('languages'), label: 'Languages', ...LIST }}
        hint="Like en, de."
      />
      <Field {...{ context, path: include('publishers'), label: 'Publishers', ...LIST }} />
      <Field
        {...{ context, path: ['targeting', 'exclude', 'keywords'], label: 'Never about', ...LIST }}
      />
    </fieldset>
  );
}

function Creative({ context }: { readonly context: FieldContext }) {
  const at = (...rest: readonly (string | number)[]) => ['creatives', 0, ...rest];
  const count = creativesOf(context.draft).length;
  return (
    <fieldset class="panel form-part">
      <legend>{count > 1 ? 'The first ad' : 'The ad'}</legend>
      {count > 1 ? (
        <p class="muted wide">The other ads are below, under “All fields, as JSON”.</p>
      ) : null}
      <Field {...{ context, path: at('id'), label: 'Creative id' }} />
      <Field {...{ context, path: at('title'), label: 'Title' }} />
      <Field {...{ context, path: at('description'), label: 'Text', kind: 'long' }} isWide={true} />
      <Field {...{ context, path: at('cta'), label: 'Button' }} />
      <Field
        {...{ context, path: at('link'), label: 'Link' }}
        isWide={true}
        hint="Starts with https://"
      />
      <Field {...{ context, path: at('images', 0, 'url'), label: 'Image URL' }} isWide={true} />
      <Field {...{ context, path: at('images', 0, 'w'), label: 'Image width', kind: 'number' }} />
      <Field {...{ context, path: at('images', 0, 'h'), label: 'Image height', kind: 'number' }} />
      <Field {...{ context, path: at('price'), label: 'Price as people read it' }} />
      <Field {...{ context, path: at('salePrice'), label: 'Reduced price' }} />
    </fieldset>
  );
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
