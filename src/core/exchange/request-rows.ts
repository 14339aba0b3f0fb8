import type { RefusalRecord } from './recent-refusals.ts';

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
  /** null: there was no auction. */
  readonly tookMs: number | null;
  /** Why impressions were not sold. */
  readonly reasons: readonly string[];
  readonly partners: readonly { readonly name: string; readonly answer: string }[];
  readonly winners: readonly {
    readonly partner: string;
    readonly seat: string;
    readonly price: number;
  }[];
  /** The campaigns that bid, or were held back by their budgets. */
  readonly campaigns: readonly string[];
  /** The domains of those who bid. */
  readonly advertisers: readonly string[];
};

type RefusalRow = Pick<RefusalRecord, 'requestId' | 'timeMs' | 'code' | 'reason'> & {
  readonly outcome: 'refused';
  /** The id in the bid request, where it was asked for. It is not kept. */
  readonly id: string | null;
  readonly publisher: string | null;
  readonly field: string | null;
};

/** An empty string matches everything. */
export type RequestQuestion = Readonly<ReturnType<typeof readQuestion>>;

const QUESTION_UNITS_MAX = 256;

/** That matches everything. */
export const ANY_REQUEST: RequestQuestion = readQuestion({});

export function readQuestion(given: Readonly<Record<string, string | undefined>>) {
  const text = (name: string) => (given[name] ?? '').trim().slice(0, QUESTION_UNITS_MAX);
  return {
    /** A request id or a bid request id, or the beginning of one where no request has it. */
    find: text('find'),
    publisher: text('publisher'),
    /** `bid`, `refused`, `no-bid` or the reason of one. */
    outcome: text('outcome'),
    /** A partner that took part. */
    partner: text('partner'),
    /** How that partner answered. */
    answer: text('answer'),
    /** A campaign that bid or was held back. */
    campaign: text('campaign'),
    /** The domain of somebody who bid. */
    advertiser: text('advertiser').toLowerCase(),
    /** ISO times. `to` is exclusive. */
    from: text('from'),
    to: text('to'),
  };
}

/** The time that a question is about. A text that is no time leaves it open. */
export function spanOf({ from, to }: Pick<RequestQuestion, 'from' | 'to'>) {
  const read = (text: string, open: number) => {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? open : ms;
  };
  return { fromMs: read(from, 0), toMs: read(to, Number.MAX_SAFE_INTEGER) };
}

/** `GET /requests?find=…&outcome=…` */
export type RequestList = Readonly<ReturnType<typeof listOf>>;

const ROWS_LISTED_MAX = 100;
const CHOICES_MAX = 200;
const NO_PUBLISHER = '(none)';

function matches(row: RequestRow, question: RequestQuestion): boolean {
  const { find, publisher, outcome, partner, answer, campaign, advertiser } = question;
  const { fromMs, toMs } = spanOf(question);
  return (
    (find === '' || [row.requestId, row.id].some((id) => id?.startsWith(find))) &&
    row.timeMs >= fromMs &&
    row.timeMs < toMs &&
    (publisher === '' || publisherOf(row) === publisher) &&
    (outcome === '' || outcome === row.outcome || outcomesOf(row).includes(outcome)) &&
    (partner === '' ||
      partnersOf(row).some(
        (one) => one.name === partner && (answer === '' || one.answer === answer),
      )) &&
    (campaign === '' || (row.outcome !== 'refused' && row.campaigns.includes(campaign))) &&
    (advertiser === '' || advertisersOf(row).includes(advertiser))
  );
}

const publisherOf = ({ publisher }: RequestRow) => publisher ?? NO_PUBLISHER;

const partnersOf = (row: RequestRow) => (row.outcome === 'refused' ? [] : row.partners);

const advertisersOf = (row: RequestRow) =>
  row.outcome === 'refused' ? [] : row.advertisers.map((domain) => domain.toLowerCase());

/** `bid`, `refused`, or the reasons why there was no ad. */
function outcomesOf(row: RequestRow): readonly string[] {
  return row.outcome === 'no-bid' ? row.reasons : [row.outcome];
}

type KeptRequests = {
  readonly kept: readonly RequestRow[];
  /** Those of them that a list without a filter may have. */
  readonly listed: readonly RequestRow[];
  /** Since then, every auction is kept. */
  readonly sinceMs: number;
};

/** The list of all rows that match, and what can be chosen from all that are kept. */
export function listOf({ kept, listed, sinceMs }: KeptRequests, question: RequestQuestion) {
  return {
    rows: newest(
      listed.filter((row) => matches(row, question)),
      question,
    ),
    publishers: choices(kept.map(publisherOf)),
    outcomes: choices(kept.flatMap(outcomesOf)),
    partners: choices(kept.flatMap((row) => partnersOf(row).map(({ name }) => name))),
    /** How many requests are kept, and the time of the oldest. */
    kept: kept.length,
    oldestMs: oldest(kept.map(({ timeMs }) => timeMs)),
    /** Since then, every auction is kept; of the time before, some are. */
    sinceMs,
  };
}

/** The lists of several workers as one. */
export function mergedLists(
  lists: readonly RequestList[],
  question: Pick<RequestQuestion, 'find'>,
): RequestList {
  return {
    rows: newest(
      lists.flatMap(({ rows }) => rows),
      question,
    ),
    publishers: choices(lists.flatMap(({ publishers }) => publishers)),
    outcomes: choices(lists.flatMap(({ outcomes }) => outcomes)),
    partners: choices(lists.flatMap(({ partners }) => partners)),
    kept: lists.reduce((sum, { kept }) => sum + kept, 0),
    oldestMs: oldest(lists.flatMap(({ oldestMs }) => oldestMs ?? [])),
    sinceMs: Math.max(0, ...lists.map(({ sinceMs }) => sinceMs)),
  };
}

/** Whether it has this id, and not one that only begins with it. */
export const hasId = ({ requestId, id }: RequestRow, wanted: string) =>
  requestId === wanted || id === wanted;

/** Ids that go on hide the one that was asked for, so they are listed where no request has it. */
function newest(
  rows: readonly RequestRow[],
  { find }: Pick<RequestQuestion, 'find'>,
): readonly RequestRow[] {
  const exact = find === '' ? [] : rows.filter((row) => hasId(row, find));
  return (exact.length > 0 ? exact : rows)
    .toSorted((a, b) => b.timeMs - a.timeMs)
    .slice(0, ROWS_LISTED_MAX);
}

const choices = (values: readonly string[]): readonly string[] =>
  [...new Set(values)].sort().slice(0, CHOICES_MAX);

const oldest = (timesMs: readonly number[]) => (timesMs.length === 0 ? null : Math.min(...timesMs));
