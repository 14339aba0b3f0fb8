import {
  type FormatPart,
  KNOWN_FORMATS,
  type KnownFormat,
} from '../../../core/openrtb/known-formats.ts';
import { type FieldContext, fieldPartsOf } from '../../../ui/form-field.tsx';
import type { DraftCreative } from './creative-ad.ts';

type AdFormatsProps = {
  readonly context: FieldContext;
  /** Of the ad: `creatives[1]`. */
  readonly base: string;
  readonly creative: DraftCreative;
};

/** The formats that it may be shown in, and what it lacks for each. */
export function AdFormats({ context, base, creative }: AdFormatsProps) {
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
