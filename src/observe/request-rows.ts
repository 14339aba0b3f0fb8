/** A request as it is listed: its auction, or its refusal. */
export type RequestRow = AuctionRow | RefusalRow;

export type AuctionRow = {
  readonly outcome: 'bid' | 'no-bid';
  readonly requestId: string;
  /** The id in the bid request. */
  readonly id: string;
  readonly timeMs: number;
  readonly publisher: string | null;
  readonly isTest: boolean;
  readonly tookMs: number;
  /** Why impressions were not sold. */
  readonly reasons: readonly string[];
  readonly partners: readonly { readonly name: string; readonly answer: string }[];
  readonly winners: readonly {
    readonly partner: string;
    readonly seat: string;
    readonly price: number;
  }[];
  /** The campaigns that bid. */
  readonly campaigns: readonly string[];
};

export type RefusalRow = {
  readonly outcome: 'refused';
  readonly requestId: string;
  readonly timeMs: number;
  readonly publisher: string | null;
  readonly code: string;
  readonly field: string | null;
  readonly reason: string;
};

/** An empty string matches everything. */
export type RequestQuestion = {
  /** The beginning of a request id or of a bid request id. */
  readonly find: string;
  readonly publisher: string;
  /** `bid`, `refused` or a no-bid reason. */
  readonly outcome: string;
  /** A partner that took part. */
  readonly partner: string;
  /** How that partner answered. */
  readonly answer: string;
  /** A campaign that bid. */
  readonly campaign: string;
};

const QUESTION_UNITS_MAX = 256;

export function readQuestion(parameters: URLSearchParams): RequestQuestion {
  const text = (name: string) => (parameters.get(name) ?? '').trim().slice(0, QUESTION_UNITS_MAX);
  return {
    find: text('find'),
    publisher: text('publisher'),
    outcome: text('outcome'),
    partner: text('partner'),
    answer: text('answer'),
    campaign: text('campaign'),
  };
}

/** `GET /requests?find=…&outcome=…` */
export type RequestList = {
  /** The newest first. */
  readonly rows: readonly RequestRow[];
  /** What there is to filter by, in all requests that are kept. */
  readonly publishers: readonly string[];
  readonly outcomes: readonly string[];
  readonly partners: readonly string[];
  /** How many requests are kept, and the time of the oldest. */
  readonly kept: number;
  readonly oldestMs: number | null;
};

export const ROWS_LISTED_MAX = 100;

export function matches(row: RequestRow, question: RequestQuestion): boolean {
  const { find, publisher, outcome, partner, answer, campaign } = question;
  return (
    (find === '' || idsOf(row).some((id) => id.startsWith(find))) &&
    (publisher === '' || (row.publisher ?? NO_PUBLISHER) === publisher) &&
    (outcome === '' || outcomesOf(row).includes(outcome)) &&
    (partner === '' ||
      partnersOf(row).some((one) => one.name === partner && isAsked(one, answer))) &&
    (campaign === '' || (row.outcome !== 'refused' && row.campaigns.includes(campaign)))
  );
}

export const NO_PUBLISHER = '(none)';

function isAsked(one: { readonly answer: string }, answer: string): boolean {
  return answer === '' || one.answer === answer;
}

function idsOf(row: RequestRow): readonly string[] {
  return row.outcome === 'refused' ? [row.requestId] : [row.requestId, row.id];
}

function partnersOf(row: RequestRow) {
  return row.outcome === 'refused' ? [] : row.partners;
}

/** `bid`, `refused`, or the reasons why there was no ad. */
function outcomesOf(row: RequestRow): readonly string[] {
  return row.outcome === 'no-bid' ? row.reasons : [row.outcome];
}

/** The list of all rows that match, and what can be chosen from all that are kept. */
export function listOf(kept: readonly RequestRow[], question: RequestQuestion): RequestList {
  const rows = kept.filter((row) => matches(row, question)).sort((a, b) => b.timeMs - a.timeMs);
  const distinct = (values: (row: RequestRow) => readonly string[]) =>
    [...new Set(kept.flatMap(values))].sort().slice(0, CHOICES_MAX);
  return {
    rows: rows.slice(0, ROWS_LISTED_MAX),
    publishers: distinct((row) => [row.publisher ?? NO_PUBLISHER]),
    outcomes: distinct(outcomesOf),
    partners: distinct((row) => partnersOf(row).map(({ name }) => name)),
    kept: kept.length,
    oldestMs: kept.length === 0 ? null : Math.min(...kept.map(({ timeMs }) => timeMs)),
  };
}

const CHOICES_MAX = 200;

/** The lists of several workers as one. */
export function mergedLists(lists: readonly RequestList[]): RequestList {
  const union = (values: (list: RequestList) => readonly string[]) =>
    [...new Set(lists.flatMap(values))].sort().slice(0, CHOICES_MAX);
  const oldest = lists.flatMap(({ oldestMs }) => oldestMs ?? []);
  return {
    rows: lists
      .flatMap(({ rows }) => rows)
      .sort((a, b) => b.timeMs - a.timeMs)
      .slice(0, ROWS_LISTED_MAX),
    publishers: union(({ publishers }) => publishers),
    outcomes: union(({ outcomes }) => outcomes),
    partners: union(({ partners }) => partners),
    kept: lists.reduce((sum, { kept }) => sum + kept, 0),
    oldestMs: oldest.length === 0 ? null : Math.min(...oldest),
  };
}
