import { type Refusal, refuse } from '../../lib/refusal.ts';
import type { Sale } from './fact.ts';
import { FEEDBACK_KINDS, type Feedback, REPORT_REASONS } from './feedback.ts';
import { CODE_LENGTH, codeOf } from './token.ts';

/** Of the title in the URL, in UTF-16 units. */
const TITLE_LENGTH_MAX = 120;

export function shownTitle(title: string): string {
  return title.slice(0, TITLE_LENGTH_MAX).toWellFormed();
}

type Said = Pick<Feedback, 'kind' | 'reason'>;

/** What the query says, which a page has added to the signed URL: one of a closed list, and never a text. */
export function readSaid(query: URLSearchParams): Said | Refusal {
  const kind = FEEDBACK_KINDS.find((one) => one === query.get('k'));
  if (kind === undefined) {
    return refuse.wrongValue('k', `expected one of ${FEEDBACK_KINDS.join(', ')}`);
  }
  if (kind !== 'report') return { kind, reason: '' };
  const reason = REPORT_REASONS.find((one) => one === query.get('r'));
  return reason === undefined
    ? refuse.wrongValue('r', `expected one of ${REPORT_REASONS.join(', ')}`)
    : { kind, reason };
}

export function feedbackOf(said: Said, sale: Sale, title: string, atMs: number): Feedback {
  const { auctionId, impId, partner, campaign, creative, dimensions } = sale;
  const { publisher, advertiser } = dimensions;
  const ad = { publisher, partner, campaign, creative, advertiser, title };
  return { kind: said.kind, reason: said.reason, atMs, auctionId, impId, ...ad };
}

/** The code of the token, turned by a number of its own for each kind: a person may hide an ad and then report it. */
export function onceCode(token: string, { kind }: Said): string {
  const turned = 1 + (FEEDBACK_KINDS.indexOf(kind) % (CODE_LENGTH - 1));
  const code = codeOf(token);
  return code.slice(turned) + code.slice(0, turned);
}
