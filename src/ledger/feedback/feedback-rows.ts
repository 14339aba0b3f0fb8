import type { Feedback } from '../../core/sale/feedback.ts';
import { insertAll } from '../../lib/sql/bulk.ts';
import type { Database, Query, Row, SqlValue } from '../../lib/sql/database.ts';
import { columnOf, oneOf, readerOf } from '../../lib/sql/shape.ts';

const FIELDS = [
  ...(['auctionId', 'impId', 'kind', 'reason', 'atMs'] as const),
  ...(['publisher', 'partner', 'campaign', 'creative', 'advertiser', 'title'] as const),
] satisfies readonly (keyof Feedback)[];

const insertOnce = (values: string) =>
  `insert into feedback (${FIELDS.map(columnOf).join(', ')}) values ${values} on conflict do nothing`;

/** Of what was said of one ad in the same way, the first counts. */
export async function insertFeedback(query: Query, said: readonly Feedback[]): Promise<void> {
  const rows = said.map((one) => FIELDS.map((field) => one[field]));
  await insertAll(query, rows, insertOnce);
}

const ASKED_BY = ['publisher', 'partner', 'campaign', 'advertiser'] as const;

/** What is absent may be any. */
export type FeedbackQuestion = { readonly fromMs: number } & {
  readonly [name in (typeof ASKED_BY)[number]]?: string | undefined;
};

/** What was said of one ad, on the pages of one publisher. */
type FeedbackRow = ReturnType<typeof readAd> & {
  /** Whatever the reason. */
  readonly counts: Readonly<Record<Feedback['kind'], number>>;
  /** Reports by their reason, the most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
};

/** Ads that are listed, those of which something was said last. */
export const FEEDBACK_ROWS_MAX = 200;

const AD = 'publisher, partner, campaign, creative, advertiser';

/** The ads of which something was said, the newest first. */
export async function readFeedback(
  { query }: Database,
  question: FeedbackQuestion,
): Promise<readonly FeedbackRow[]> {
  const { where, values } = conditionOf(question);
  const rows = await query(
    `with ads as (
      select ${AD}, max(title) as title, max(at_ms) as last_ms from feedback where ${where}
      group by ${AD} order by max(at_ms) desc, ${AD} limit ${FEEDBACK_ROWS_MAX}
    )
    select ${AD}, ads.title, last_ms, kind, reason, count(*) as times
    from ads join feedback using (${AD}) where ${where}
    group by ${AD}, ads.title, last_ms, kind, reason
    order by last_ms desc, ${AD}, count(*) desc, reason`,
    values,
  );
  const ads = Map.groupBy(rows, (row) => JSON.stringify(Object.values(readAd(row))));
  return [...ads.values()].map(rowOf);
}

function conditionOf({ fromMs, ...of }: FeedbackQuestion) {
  const values: SqlValue[] = [fromMs];
  const conditions = ['at_ms >= cast($1 as bigint)'];
  for (const column of ASKED_BY) {
    const value = of[column];
    if (value === undefined) continue;
    values.push(value);
    conditions.push(`${column} = $${values.length}`);
  }
  return { where: conditions.join(' and '), values };
}

const readAd = readerOf({
  publisher: String,
  partner: String,
  campaign: String,
  creative: String,
  advertiser: String,
  title: String,
  lastMs: Number,
});

const SAID = { kind: oneOf<Feedback['kind']>, reason: String, times: Number };

/** Of the rows of one ad, one for each thing that was said. */
function rowOf(rows: readonly Row[]): FeedbackRow {
  const said = rows.map(readerOf(SAID));
  const countOf = (kind: Feedback['kind']) =>
    said.reduce((sum, one) => (one.kind === kind ? sum + one.times : sum), 0);
  return {
    ...readAd(rows[0] ?? {}),
    counts: {
      hide: countOf('hide'),
      advertiser: countOf('advertiser'),
      report: countOf('report'),
    },
    reasons: said.flatMap(({ kind, reason, times }) =>
      kind === 'report' ? { reason, count: times } : [],
    ),
  };
}
