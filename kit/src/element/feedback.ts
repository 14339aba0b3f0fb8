import { REPORT_REASONS, type ReportReason } from '../../../src/core/sale/feedback.ts';
import type { Ad } from '../ad.ts';
import { foreign, make, own } from './card.ts';
import type { SaidEvent } from './watch.ts';
import type { Words } from './words.ts';

export type FeedbackParts = {
  readonly words: Words;
  readonly onSaid: (event: Exclude<SaidEvent, 'dismissed'>, reason?: ReportReason) => void;
};

/** "Not this advertiser", and "Report this ad", which opens the reasons: nobody writes a text here. */
export function makeFeedback({ words: { feedback: words }, onSaid }: FeedbackParts): HTMLElement {
  const reasons = make(
    'div',
    { role: 'group', 'aria-label': words.report, hidden: true },
    ...REPORT_REASONS.map((reason) =>
      button(words.reasons[reason], () => onSaid('reported', reason)),
    ),
  );
  const report = button(words.report, () => {
    reasons.hidden = !reasons.hidden;
    report.setAttribute('aria-expanded', String(!reasons.hidden));
  });
  report.setAttribute('aria-expanded', 'false');
  return make(
    'div',
    { class: 'feedback', part: 'feedback' },
    button(words.unwanted, () => onSaid('unwanted')),
    report,
    reasons,
  );
}

function button(text: string, onClick: () => void): HTMLElement {
  const element = make('button', { type: 'button' }, text);
  element.addEventListener('click', onClick);
  return element;
}

/** "Why this ad?": the signals that were sent, in words, what was sent of the person, and who pays. */
export function reasonsOf(ad: Ad, words: Words, language: string): HTMLElement {
  const { keywords, price, intent, sentiment, stage, address } = ad.why;
  const named = (value: string | null) =>
    value && own(words, words.values[value] ?? value.replace(/_/g, ' '));
  const rows: readonly (readonly [string, HTMLElement | string | null])[] = [
    [words.asked, keywords.join(', ') && foreign(keywords.join(', '))],
    [words.price, price && own(words, priceWords(price, words, language))],
    [words.intent, named(intent)],
    [words.stage, named(stage)],
    [words.mood, named(sentiment)],
  ];
  const known = rows.flatMap(([name, value]) =>
    value ? make('div', {}, make('dt', {}, own(words, name)), make('dd', {}, value)) : [],
  );
  const line = (...said: Parameters<typeof own>[1][]) => make('p', {}, own(words, ...said));
  return make(
    'section',
    { class: 'reasons', id: 'reasons', part: 'reasons', hidden: true },
    ...(known.length === 0
      ? [line(words.nothing)]
      : [line(words.because), make('dl', {}, ...known), line(words.promise)]),
    address && line(words.address[address]),
    ...payersOf(ad, words).map((said) => line(...said)),
  );
}

/** Who paid and, where that is somebody else, for whom: as the bid declares it under the DSA, or else the advertiser. */
function payersOf({ advertiser, domain, payer, behalf }: Ad, words: Words) {
  const principal = behalf ?? advertiser;
  // Each in a place of its own: a name may run the other way than its domain.
  const named = [foreign(principal), ...(domain === null ? [] : [' (', foreign(domain), ')'])];
  if (payer === null || payer === principal) return [[`${words.paid} `, ...named]];
  return [
    [`${words.paid} `, foreign(payer)],
    [`${words.behalf} `, ...named],
  ];
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
