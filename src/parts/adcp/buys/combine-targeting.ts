import type { Condition } from '../../../demand/condition-schema.ts';
import { primarySubtag } from '../../../demand/request-language.ts';
import { readWords } from '../../../demand/words.ts';
import { findCountry } from '../../../lib/countries.ts';
import type { AdProduct } from '../products/product.ts';
import { contiguousHours, hoursOf } from './hour-range.ts';
import type { OverlayTerms } from './targeting-overlay.ts';

type CampaignTargeting = { readonly include: Condition; readonly exclude?: Condition };

/** Why a product and an overlay do not go together, and by which condition. */
type TargetingConflict = { readonly dimension: keyof Condition; readonly reason: string };

/** Dimensions of which a request has one value at most: what meets both lists is what both have. */
const FORMS = {
  countries: (value) => findCountry(String(value)) ?? String(value),
  languages: (value) => primarySubtag(String(value)),
  deviceTypes: String,
  publishers: String,
  days: String,
} as const satisfies Partial<Record<keyof Condition, (value: unknown) => string>>;

type SingleDimension = keyof typeof FORMS;

const SINGLE = Object.keys(FORMS) as readonly SingleDimension[];

/** A campaign runs where the product, its publishers and the overlay all let it. None of them is ever widened. */
export function combinedTargeting(
  { publishers, targeting: preset = {} }: Pick<AdProduct, 'publishers' | 'targeting'>,
  overlay: Pick<OverlayTerms, 'include' | 'exclude'>,
): CampaignTargeting | TargetingConflict {
  const included = everyOf([preset.include ?? {}, { publishers }, overlay.include]);
  if ('reason' in included) return included;
  const exclude = anyOf(preset.exclude ?? {}, overlay.exclude);
  const empty = SINGLE.find((dimension) => isEmptied(dimension, included, exclude));
  if (empty !== undefined) return nothingLeft(empty);
  return { include: included, ...(Object.keys(exclude).length > 0 && { exclude }) };
}

function everyOf(conditions: readonly Condition[]): Condition | TargetingConflict {
  let all: Condition = {};
  for (const condition of conditions) {
    const next = bothOf(all, condition);
    if ('reason' in next) return next;
    all = next;
  }
  return all;
}

function bothOf(one: Condition, other: Condition): Condition | TargetingConflict {
  let both: Condition = { ...one, ...other };
  for (const dimension of Object.keys(other) as readonly (keyof Condition)[]) {
    if (one[dimension] === undefined) continue;
    const met = metByBoth(dimension, one, other);
    if (met !== undefined && 'reason' in met) return met;
    both = { ...both, ...met };
  }
  return both;
}

function metByBoth(
  dimension: keyof Condition,
  one: Condition,
  other: Condition,
): Condition | TargetingConflict {
  if (isSingle(dimension)) {
    const form = FORMS[dimension];
    const known = new Set(valuesOf(one, dimension).map(form));
    const left = valuesOf(other, dimension).filter((value) => known.has(form(value)));
    return left.length === 0 ? nothingLeft(dimension) : { [dimension]: left };
  }
  if (dimension === 'hours') return hoursOfBoth(one, other);
  if (dimension === 'keywords') return keywordsOfBoth(one.keywords ?? [], other.keywords ?? []);
  return { dimension, reason: `${dimension} of both cannot be asked for at once` };
}

const isSingle = (dimension: keyof Condition): dimension is SingleDimension =>
  Object.hasOwn(FORMS, dimension);

const valuesOf = (condition: Condition, dimension: SingleDimension): readonly unknown[] =>
  condition[dimension] ?? [];

function hoursOfBoth({ hours: one }: Condition, { hours: other }: Condition) {
  if (one === undefined || other === undefined) return {};
  const hours = contiguousHours(hoursOf(one).intersection(hoursOf(other)));
  if (hours === undefined) {
    const reason = 'the hours of both are none, or have a gap';
    return { dimension: 'hours', reason } as const;
  }
  return hours === 'all' ? {} : { hours };
}

/** A request has many keywords: one of each list is asked for exactly where one list has all of the other. */
function keywordsOfBoth(one: readonly string[], other: readonly string[]) {
  const form = (keyword: string) => readWords(keyword).join(' ');
  const [first, second] = [new Set(one.map(form)), new Set(other.map(form))];
  if (second.isSubsetOf(first)) return { keywords: other };
  if (first.isSubsetOf(second)) return { keywords: one };
  const reason =
    'the product is about keywords of its own, and a request that has one of each cannot be asked for';
  return { dimension: 'keywords', reason } as const;
}

/** Whatever one of them keeps out is kept out. */
function anyOf(one: Condition, other: Condition): Condition {
  const unions = (Object.keys(other) as readonly (keyof Condition)[]).map((dimension) => {
    const values: readonly unknown[] = [one[dimension] ?? [], other[dimension] ?? []].flat();
    return [dimension, [...new Set(values)]];
  });
  return { ...one, ...Object.fromEntries(unions) };
}

/** Whether what is kept out leaves nothing of what is let in. */
function isEmptied(dimension: SingleDimension, include: Condition, exclude: Condition): boolean {
  const form = FORMS[dimension];
  const included = valuesOf(include, dimension);
  if (included.length === 0) return false;
  const kept = new Set(valuesOf(exclude, dimension).map(form));
  return included.every((value) => kept.has(form(value)));
}

function nothingLeft(dimension: keyof Condition): TargetingConflict {
  return { dimension, reason: `no ${dimension} are left that the product and the overlay let in` };
}
