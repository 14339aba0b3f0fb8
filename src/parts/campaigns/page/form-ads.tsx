import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Draft, Field, type FieldContext, Fields } from '../../../ui/form-field.tsx';
import { AdViews } from './ad-views.tsx';
import { creativesOf, type DraftCreative } from './creative-ad.ts';
import { AD, FORMATS, fieldOf, ROTATION, WEIGHT } from './form-fields.ts';
import { type AdContext, Pictures } from './form-images.tsx';

/** As the schema of a campaign bounds them. */
const CREATIVES_MAX = 50;

/** With more ads than this, they are folded at first. */
const UNFOLDED_MAX = 3;

/** An id has at most 64 characters. */
const ID_BASE_MAX = 60;

const nameOf = ({ id }: DraftCreative) => String(id ?? '');

/** All ads of the campaign, each with its fields and as readers see it. */
export function Ads({ context }: { readonly context: AdContext }) {
  const { draft } = context;
  const creatives = creativesOf(draft);
  const set = (next: readonly DraftCreative[]) =>
    context.change(fitting({ ...draft, creatives: next }));
  const focusTitle = useTitleFocus();
  const insert = (index: number, like: DraftCreative) => {
    const id = nextId(creatives, creatives[index - 1]?.id);
    set(creatives.toSpliced(index, 0, { ...like, id }));
    focusTitle(index);
  };
  const isFull = creatives.length >= CREATIVES_MAX;
  return (
    <>
      {creatives.map((creative, index) => (
        <Ad
          context={context}
          creative={creative}
          index={index}
          count={creatives.length}
          key={nameOf(creative)}
        >
          <button
            type="button"
            disabled={index === 0}
            onClick={() => set(creatives.toSpliced(index, 1).toSpliced(index - 1, 0, creative))}
          >
            Up<span class="hidden"> {nameOf(creative)}</span>
          </button>
          <button type="button" disabled={isFull} onClick={() => insert(index + 1, creative)}>
            Duplicate<span class="hidden"> {nameOf(creative)}</span>
          </button>
          <button
            type="button"
            disabled={creatives.length === 1}
            onClick={() => set(creatives.toSpliced(index, 1))}
          >
            Remove<span class="hidden"> {nameOf(creative)}</span>
          </button>
        </Ad>
      ))}
      <p class="actions">
        <button
          type="button"
          disabled={isFull}
          onClick={() => insert(creatives.length, { title: '', link: '' })}
        >
          Add an ad
        </button>
      </p>
      {creatives.length > 1 ? <Rotation context={context} /> : null}
    </>
  );
}

/** Focuses the title of an ad that was added, once the form is drawn again. */
function useTitleFocus(): (index: number) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    document.querySelectorAll<HTMLElement>('.ad [id$="title"]')[wanted.current]?.focus();
    wanted.current = undefined;
  });
  return (index) => {
    wanted.current = index;
  };
}

/** `card-2` where there is `card-1`. */
function nextId(creatives: readonly DraftCreative[], like: unknown = 'card-1'): string {
  const taken = new Set(creatives.map(({ id }) => id));
  const base = String(like)
    .replace(/-\d{1,3}$/, '')
    .slice(0, ID_BASE_MAX);
  let number = 2;
  while (taken.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}

type AdProps = {
  readonly context: AdContext;
  readonly creative: DraftCreative;
  readonly index: number;
  readonly count: number;
  /** What can be done with it. */
  readonly children: ComponentChildren;
};

function Ad({ context, creative, index, count, children }: AdProps) {
  const { draft, faults } = context;
  const base = `creatives[${index}]`;
  const name = nameOf(creative);
  // A fault in a folded ad would not be seen.
  const isOpen = count <= UNFOLDED_MAX || faults.some(({ field }) => field.startsWith(base));
  return (
    <fieldset class="panel form-part ad">
      <legend>{count === 1 ? 'The ad' : `Ad ${index + 1} of ${count}: ${name}`}</legend>
      <p class="actions wide">{children}</p>
      <details class="wide" open={isOpen}>
        <summary>{String(creative.title || name)}</summary>
        <AdViews creative={creative} advertiser={draft.advertiser} />
        <div class="form-part">
          <Fields context={context} fields={AD.map((field) => fieldOf(base, field))} />
          {draft.rotation === 'weighted' ? (
            <Field context={context} field={fieldOf(base, WEIGHT)} />
          ) : null}
          <Pictures context={context} base={base} name="images" />
          <Pictures context={context} base={base} name="icons" />
          <Field context={context} field={fieldOf(base, FORMATS)} />
        </div>
      </details>
    </fieldset>
  );
}

/** Which of several ads is shown. */
function Rotation({ context }: { readonly context: FieldContext }) {
  const change = (next: Draft) => context.change(fitting(next));
  const hint =
    context.draft.rotation === undefined
      ? 'The others are shown only where it does not fit.'
      : 'Among those that fit.';
  return (
    <fieldset class="panel form-part">
      <legend>Which of its ads is shown</legend>
      <Field context={{ ...context, change }} field={{ ...ROTATION, hint }} />
    </fieldset>
  );
}

/** A rotation is for several ads, and weights go with the rotation that uses them: without it they are a fault. */
function fitting(draft: Draft): Draft {
  if (draft.rotation === 'weighted') return draft;
  const creatives = creativesOf(draft).map(({ weight: _, ...creative }) => creative);
  return { ...draft, creatives };
}
