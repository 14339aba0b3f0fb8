import Type from 'typebox';
import {
  FEEDBACK_ROWS_MAX,
  type FeedbackQuestion,
  readFeedback,
} from '../../ledger/feedback/feedback-rows.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import { told } from '../../lib/op.ts';
import type { Host } from '../host.ts';
import { op } from '../op.ts';

/** Longer than anybody waits to look. */
const DAYS_MAX = 92;
const DAYS_USUAL = 28;

/** So many days of UTC, today included. */
const FeedbackDays = Type.Optional(Type.Integer({ minimum: 1, maximum: DAYS_MAX }));

const TEXT = Type.Optional(Type.String());

/** What people said of ads. */
export const FEEDBACK_OPS = [
  op('GET /api/feedback', {
    role: 'read',
    summary: 'The ads of which people said something, the newest first',
    query: Type.Object({
      days: FeedbackDays,
      publisher: TEXT,
      partner: TEXT,
      campaign: TEXT,
      advertiser: TEXT,
    }),
    answer: told<FeedbackList>(),
    run: ({ host, query }) => feedbackOf(host, query),
  }),
  op('GET /api/publishers/{publisher}/feedback', {
    role: 'read',
    openTo: 'publishers',
    summary: 'The ads of a publisher of which people said something, the newest first',
    query: Type.Object({ days: FeedbackDays }),
    answer: told<FeedbackList>(),
    // Which partner sold an ad is none of its business.
    async run({ host, parts: { publisher }, query }) {
      const { rows, isWhole } = await feedbackOf(host, { ...query, publisher });
      return { rows: rows.map((row) => ({ ...row, partner: null })), isWhole };
    },
  }),
] as const;

type FeedbackAsked = Omit<FeedbackQuestion, 'fromMs'> & { readonly days?: number | undefined };

export type FeedbackList = Awaited<ReturnType<typeof feedbackOf>>;

async function feedbackOf(
  { database, nowMs }: Pick<Host, 'database' | 'nowMs'>,
  { days = DAYS_USUAL, ...of }: FeedbackAsked,
) {
  const fromMs = (dayOf(nowMs()) - days + 1) * DAY_MS;
  const found = await readFeedback(database(), { fromMs, ...of });
  return {
    rows: found.map(({ lastMs, partner, ...row }) => ({
      ...row,
      /** null for people of a publisher, whom it does not concern. */
      partner: partner as string | null,
      /** When something was said last. */
      at: new Date(lastMs).toISOString(),
    })),
    /** Whether these are all: of very many, the newest are listed. */
    isWhole: found.length < FEEDBACK_ROWS_MAX,
  };
}
