import { useEffect, useRef, useState } from 'preact/hooks';
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
import { type AdRow, creativesOf, useAdList } from './ad-list.ts';
import { AdViews } from './ad-views.tsx';
import type { DraftCreative } from './creative-ad.ts';
import { AD, AD_ID, fieldOf, ROTATION, WEIGHT } from './form-fields.ts';
import { type AdContext, Pictures } from './form-images.tsx';

/** As the schema of a campaign bounds them. */
const CREATIVES_MAX = 50;

/** With more ads than this, they are folded at first. */
const UNFOLDED_MAX = 3;

type AdsProps = {
  readonly context: AdContext;
  /** Of the ads that were saved before. */
  readonly storedIds: ReadonlySet<unknown>;
};

/** All ads of the campaign, each with its fields and as readers see it. */
export function Ads({ context, storedIds }: AdsProps) {
  const { draft } = context;
  const creatives = creativesOf(draft);
  const change = (next: readonly DraftCreative[]) =>
    context.change(fitting({ ...draft, creatives: next }));
  const list = useAdList({ creatives, change, storedIds });
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(() => {
    const first = creatives.length > UNFOLDED_MAX ? 0 : creatives.length;
    return new Set(list.rows.slice(0, first).map(({ key }) => key));
  });
  const focus = useFocus();
  const show = (row: AdRow, name: string) => {
    setUnfolded(new Set([...unfolded, row.key]));
    focus(`[data-ad="${row.key}"] ${name}`);
  };
  const isFull = creatives.length >= CREATIVES_MAX;
  const actionsOf = (row: AdRow, index: number): AdActions => ({
    duplicate: isFull ? undefined : () => show(list.duplicate(index), '[id$="title"]'),
    remove: () => {
      list.remove(index);
      focus('[data-undo]');
    },
    move: (step) => {
      list.move(index, index + step);
      // The button at an end of the list is off, and cannot keep the focus.
      const [same, other] = step < 0 ? ['up', 'down'] : ['down', 'up'];
      const at = `[data-ad="${row.key}"]`;
      focus(`${at} [data-move="${same}"]:enabled`, `${at} [data-move="${other}"]`);
    },
    fold: () => {
      const next = new Set(unfolded);
      if (!next.delete(row.key)) next.add(row.key);
      setUnfolded(next);
    },
  });
  return (
    <>
      {list.rows.map((row, index) => (
        <Ad
          context={context}
          row={row}
          index={index}
          count={creatives.length}
          isUnfolded={unfolded.has(row.key) || creatives.length === 1}
          actions={actionsOf(row, index)}
          key={row.key}
        />
      ))}
      <p class="actions">
        <button type="button" disabled={isFull} onClick={() => show(list.add(), '[id$="title"]')}>
          Add an ad
        </button>
        <span role="status">
          {list.removed === undefined ? null : `${list.removed.creative.id} was removed. `}
        </span>
        {list.removed === undefined ? null : (
          <button type="button" data-undo onClick={list.bringBack}>
            Bring it back
          </button>
        )}
      </p>
      {creatives.length > 1 ? <Rotation context={context} /> : null}
    </>
  );
}

/** Focuses the first of these elements that is there, once the form is drawn again. */
function useFocus(): (...selectors: readonly string[]) => void {
  const wanted = useRef<readonly string[]>([]);
  useEffect(() => {
    const found = wanted.current.flatMap((selector) => {
      return document.querySelector<HTMLElement>(selector) ?? [];
    });
    found[0]?.focus();
    if (found.length > 0) wanted.current = [];
  });
  return (...selectors) => {
    wanted.current = selectors;
  };
}

type AdActions = {
  /** undefined: there is no room for another. */
  readonly duplicate: (() => void) | undefined;
  readonly remove: () => void;
  readonly move: (step: -1 | 1) => void;
  readonly fold: () => void;
};

type AdProps = {
  readonly context: AdContext;
  readonly row: AdRow;
  readonly index: number;
  readonly count: number;
  readonly isUnfolded: boolean;
  readonly actions: AdActions;
};

function Ad({ context, row, index, count, isUnfolded, actions }: AdProps) {
  const { draft, faults } = context;
  const base = `creatives[${index}]`;
  const creative = creativesOf(draft)[index] ?? {};
  // A fault in a folded ad would not be seen.
  const isOpen = isUnfolded || faults.some(({ field }) => field.startsWith(base));
  const fieldsOf = AD.map((field) => fieldOf(base, field));
  const name = String(creative.id ?? '');
  return (
    <fieldset class="panel form-part ad" data-ad={row.key}>
      <legend>{count === 1 ? 'The ad' : `Ad ${index + 1} of ${count}: ${name}`}</legend>
      <AdButtons name={name} index={index} count={count} isOpen={isOpen} actions={actions} />
      {isOpen ? (
        <>
          <AdViews creative={creative} advertiser={draft.advertiser} />
          <Fields context={context} fields={fieldsOf} />
          <Field
            context={context}
            field={{ ...fieldOf(base, AD_ID), hint: row.isStored ? FIXED : FREE }}
            isFixed={row.isStored}
          />
          {draft.rotation === 'weighted' ? (
            <Field context={context} field={fieldOf(base, WEIGHT)} />
          ) : null}
          <Pictures context={context} base={base} name="images" />
          <Pictures context={context} base={base} name="icons" />
          <AdFormats context={context} base={base} creative={creative} />
        </>
      ) : (
        <p class="wide">{String(creative.title ?? '')}</p>
      )}
    </fieldset>
  );
}

const FIXED = 'What was shown and clicked is counted under it.';
const FREE = 'Letters, digits, - and _. It cannot change later.';

type AdButtonsProps = Pick<AdProps, 'index' | 'count' | 'actions'> & {
  readonly name: string;
  readonly isOpen: boolean;
};

function AdButtons({ name, index, count, isOpen, actions }: AdButtonsProps) {
  const { duplicate, remove, move, fold } = actions;
  const ofAd = <span class="hidden"> {name}</span>;
  return (
    <p class="actions wide">
      {count === 1 ? null : (
        <>
          <button type="button" data-move="up" disabled={index === 0} onClick={() => move(-1)}>
            Up{ofAd}
          </button>
          <button
            type="button"
            data-move="down"
            disabled={index === count - 1}
            onClick={() => move(1)}
          >
            Down{ofAd}
          </button>
        </>
      )}
      <button type="button" disabled={duplicate === undefined} onClick={duplicate}>
        Duplicate{ofAd}
      </button>
      {count === 1 ? null : (
        <>
          <button type="button" onClick={remove}>
            Remove{ofAd}
          </button>
          <button type="button" aria-expanded={isOpen} onClick={fold}>
            {isOpen ? 'Fold' : 'Show'}
            {ofAd}
          </button>
        </>
      )}
    </p>
  );
}

/** Which of several ads is shown. */
function Rotation({ context }: Pick<AdsProps, 'context'>) {
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
