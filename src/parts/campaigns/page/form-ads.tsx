import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import {
  type FormatPart,
  KNOWN_FORMATS,
  type KnownFormat,
} from '../../../core/openrtb/known-formats.ts';
import {
  type Draft,
  Field,
  type FieldContext,
  Fields,
  fieldPartsOf,
} from '../../../ui/form-field.tsx';
import { AdViews } from './ad-views.tsx';
import { creativesOf, type DraftCreative } from './creative-ad.ts';
import { AD, fieldOf, ROTATION, WEIGHT } from './form-fields.ts';
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
            onClick={() => set(moved(creatives, index, index - 1))}
          >
            Up<span class="hidden"> {nameOf(creative)}</span>
          </button>
          <button
            type="button"
            disabled={index === creatives.length - 1}
            onClick={() => set(moved(creatives, index, index + 1))}
          >
            Down<span class="hidden"> {nameOf(creative)}</span>
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

const moved = <T,>(items: readonly T[], from: number, to: number): readonly T[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));

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
          <AdFormats context={context} base={base} creative={creative} />
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

type AdFormatsProps = {
  readonly context: FieldContext;
  /** Of the ad: `creatives[1]`. */
  readonly base: string;
  readonly creative: DraftCreative;
};

/** The formats that it may be shown in, and what it lacks for each. */
function AdFormats({ context, base, creative }: AdFormatsProps) {
  const { value, take, fault } = fieldPartsOf(context, { name: `${base}.formats`, label: '' });
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const choose = (id: string, isWanted: boolean) => {
    const next = KNOWN_FORMATS.map((one) => one.id).filter((one) =>
      one === id ? isWanted : chosen.includes(one),
    );
    take(next.length === 0 ? undefined : next);
  };
  return (
    <details class="wide" open={chosen.length > 0}>
      <summary>Formats: {chosen.length === 0 ? 'all that it has the parts for' : 'some'}</summary>
      <fieldset class="formats">
        <legend class="hidden">Only as</legend>
        {KNOWN_FORMATS.map((format) => {
          const lacks = lackOf(creative, format);
          return (
            <label key={format.id}>
              <input
                type="checkbox"
                checked={chosen.includes(format.id)}
                onChange={(event) => choose(format.id, event.currentTarget.checked)}
              />{' '}
              {format.description}{' '}
              <span class={lacks === undefined ? 'muted' : 'warn'}>
                ({format.id}
                {lacks === undefined ? '' : `: ${lacks}`})
              </span>
            </label>
          );
        })}
      </fieldset>
      {fault === undefined ? null : <p class="bad">{fault.reason}</p>}
    </details>
  );
}

const PART_WORDS: Readonly<Record<FormatPart, string>> = {
  title: 'a title',
  icon: 'an icon',
  image: 'a picture',
  description: 'a text',
  sponsored: 'an advertiser',
  cta: 'a button',
};

/** What the ad needs for the format and has not; undefined: nothing. The advertiser is there in any case. */
function lackOf(
  creative: DraftCreative,
  { requires, titleLengthMax }: KnownFormat,
): string | undefined {
  const has = (part: FormatPart) => {
    if (part === 'sponsored') return true;
    if (part !== 'image' && part !== 'icon') return Boolean(creative[part]);
    const pictures = creative[part === 'image' ? 'images' : 'icons'];
    return Array.isArray(pictures) && pictures.length > 0;
  };
  const missing = requires.filter((part) => !has(part)).map((part) => PART_WORDS[part]);
  if (missing.length > 0) return `it lacks ${missing.join(' and ')}`;
  const { length } = [...String(creative.title)];
  if (titleLengthMax === undefined || length <= titleLengthMax) return undefined;
  return `its title has ${length} of at most ${titleLengthMax} characters`;
}
