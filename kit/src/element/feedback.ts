import { REPORT_REASONS, type ReportReason } from '../../../src/core/sale/feedback.ts';
import { feedbackWordsFor } from './feedback-words.ts';
import { make } from './make.ts';
import type { SaidEvent } from './tell.ts';

export type FeedbackParts = {
  readonly language: string;
  readonly onSaid: (event: Exclude<SaidEvent, 'dismissed'>, reason?: ReportReason) => void;
};

/** "Not this advertiser", and "Report this ad", which opens the reasons: nobody writes a text here. */
export function makeFeedback({ language, onSaid }: FeedbackParts): HTMLElement {
  const words = feedbackWordsFor(language);
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
