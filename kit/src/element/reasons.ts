import type { Ad } from '../ad.ts';
import { foreign, make } from './make.ts';
import type { Words } from './words.ts';

/** "Why this ad?": the signals that were sent, in words, and who pays. */
export function reasonsOf(ad: Ad, words: Words, language: string): HTMLElement {
  const { keywords, price, intent, sentiment, stage } = ad.why;
  const named = (value: string | null) =>
    value && (words.values[value] ?? value.replace(/_/g, ' '));
  const rows: readonly (readonly [string, string | null])[] = [
    [words.asked, keywords.join(', ') || null],
    [words.price, price && priceWords(price, words, language)],
    [words.intent, named(intent)],
    [words.stage, named(stage)],
    [words.mood, named(sentiment)],
  ];
  const known = rows.flatMap(([name, value]) =>
    value === null ? [] : make('div', {}, make('dt', {}, name), make('dd', {}, foreign(value))),
  );
  const payer = ad.domain === null ? ad.advertiser : `${ad.advertiser} (${ad.domain})`;
  return make(
    'section',
    { class: 'reasons', id: 'reasons', part: 'reasons', hidden: true },
    ...(known.length === 0
      ? [make('p', {}, words.nothing)]
      : [make('p', {}, words.because), make('dl', {}, ...known), make('p', {}, words.promise)]),
    make('p', {}, `${words.paid} `, foreign(payer), '.'),
  );
}

function priceWords(
  { min, max, currency }: NonNullable<Ad['why']['price']>,
  words: Words,
  language: string,
): string {
  const amount = (value: number) => money(value, currency, language);
  if (min !== undefined && max !== undefined) return `${amount(min)} – ${amount(max)}`;
  return max === undefined ? `${words.from} ${amount(min ?? 0)}` : `${words.upTo} ${amount(max)}`;
}

function money(value: number, currency: string | undefined, language: string): string {
  try {
    const options = {
      style: 'currency',
      currency,
      maximumFractionDigits: 2,
      minimumFractionDigits: 0,
    };
    return value.toLocaleString(language, options as Intl.NumberFormatOptions);
  } catch {
    // No currency, or none that the browser knows.
    return [value, currency].join(' ').trim();
  }
}
