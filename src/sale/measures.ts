import { earnedNanos, type Fact, type FactKind, spendNanos } from './fact.ts';

/** How a figure is written. */
export type ReportUnit = 'count' | 'percent' | 'usd';

/** The sums of a row of reports, by the columns of the table of counts. */
export type Sums = Readonly<Record<string, bigint>>;

/** The dimensions that a count names, and those that it leaves empty. Any other may be either. */
export type Needs = Readonly<Record<string, 'named' | 'empty'>>;

type Words = { readonly name: string; readonly meaning: string; readonly unit: ReportUnit };

/** A sum that the table of counts has a column for. What it counts comes from workers, or from facts. */
type Measure = Words & {
  readonly column: string;
  readonly needs: Needs;
  readonly tally?: string;
  readonly ofFact?: (fact: Fact) => number;
};

/** An amount that follows from two sums. */
type Difference = Words & {
  readonly needs: Needs;
  readonly minus: readonly [from: string, taken: string];
};

/** A share or an average. Empty where one of the measures does not apply. */
type Rate = Words & {
  readonly of: readonly string[];
  readonly ratio: (sum: (column: string) => number) => readonly [part: number, whole: number];
};

/** Requests are counted before a partner is known, so that no row of a partner has them; and so on. */
const BEFORE_PARTNERS = { partner: 'empty', campaign: 'empty', format: 'empty' } as const;
const OF_A_SALE = { partner: 'named', reason: 'empty' } as const;
const BEFORE_A_SALE = { ...OF_A_SALE, campaign: 'empty', format: 'empty' } as const;

const NANOS_PER_CPM_USD = 1e6;

const facts = (kind: FactKind) => (fact: Fact) => (fact.kind === kind ? 1 : 0);

/** The columns of reports, in the order in which people see them. The tables, the journal and all reports follow. */
export const COLUMNS = {
  requests: {
    name: 'Requests',
    meaning: 'Bid requests received',
    unit: 'count',
    column: 'requests',
    tally: 'requests',
    needs: { ...BEFORE_PARTNERS, reason: 'empty' },
  },
  refusals: {
    name: 'Refused',
    meaning: 'Requests answered with an error',
    unit: 'count',
    column: 'refusals',
    tally: 'refusals',
    needs: { ...BEFORE_PARTNERS, reason: 'named' },
  },
  no_bids: {
    name: 'No ad',
    meaning: 'Valid requests answered without an ad',
    unit: 'count',
    column: 'no_bids',
    tally: 'noBids',
    needs: { ...BEFORE_PARTNERS, reason: 'named' },
  },
  fill: {
    name: 'Fill',
    meaning: 'The share of the valid requests that got an ad',
    unit: 'percent',
    of: ['requests', 'refusals', 'no_bids'],
    ratio(sum) {
      const valid = sum('requests') - sum('refusals');
      return [valid - sum('no_bids'), valid];
    },
  },
  asked: {
    name: 'Asked',
    meaning: 'Calls to a partner',
    unit: 'count',
    column: 'asked',
    tally: 'asked',
    needs: BEFORE_A_SALE,
  },
  bids: {
    name: 'Bids',
    meaning: 'Bids of partners',
    unit: 'count',
    column: 'bids',
    tally: 'bids',
    needs: BEFORE_A_SALE,
  },
  sold: {
    name: 'Sold',
    meaning: 'Ads in responses',
    unit: 'count',
    column: 'sold',
    tally: 'sold',
    needs: OF_A_SALE,
  },
  wins: {
    name: 'Wins',
    meaning: 'Win notices received',
    unit: 'count',
    column: 'wins',
    ofFact: facts('win'),
    needs: OF_A_SALE,
  },
  impressions: {
    name: 'Shown',
    meaning: 'Ads reported as shown',
    unit: 'count',
    column: 'impressions',
    ofFact: facts('impression'),
    needs: OF_A_SALE,
  },
  viewables: {
    name: 'Viewable',
    meaning: 'Ads reported as viewable',
    unit: 'count',
    column: 'viewables',
    ofFact: facts('viewable'),
    needs: OF_A_SALE,
  },
  clicks: {
    name: 'Clicks',
    meaning: 'Clicks on ads',
    unit: 'count',
    column: 'clicks',
    ofFact: facts('click'),
    needs: OF_A_SALE,
  },
  click_rate: {
    name: 'Click rate',
    meaning: 'Clicks for each ad shown',
    unit: 'percent',
    of: ['clicks'],
    ratio: (sum) => [sum('clicks'), sum('impressions')],
  },
  losses: {
    name: 'Losses',
    meaning: 'Loss notices received',
    unit: 'count',
    column: 'losses',
    ofFact: facts('loss'),
    needs: { partner: 'named' },
  },
  // Ruling 74: the two sides of a sale, and the difference between them.
  spend_usd: {
    name: 'Spend',
    meaning: 'The amount that buyers owe for ads',
    unit: 'usd',
    column: 'spend_nanos',
    ofFact: spendNanos,
    needs: OF_A_SALE,
  },
  earnings_usd: {
    name: 'Earnings',
    meaning: 'The amount that publishers are owed for ads',
    unit: 'usd',
    column: 'earned_nanos',
    ofFact: earnedNanos,
    needs: OF_A_SALE,
  },
  margin_usd: {
    name: 'Margin',
    meaning: 'Spend less earnings, which the operator keeps',
    unit: 'usd',
    minus: ['spend_nanos', 'earned_nanos'],
    needs: OF_A_SALE,
  },
  ecpm_usd: {
    name: 'eCPM',
    meaning: 'Spend for a thousand ads shown',
    unit: 'usd',
    of: ['spend_usd'],
    ratio: (sum) => [sum('spend_nanos') / NANOS_PER_CPM_USD, sum('impressions')],
  },
} as const satisfies Readonly<Record<string, Measure | Difference | Rate>>;

type Table = typeof COLUMNS;
type ColumnName = keyof Table;

/** What workers count, as their journals name it. */
export type Tallied = {
  [Name in ColumnName]: Table[Name] extends { readonly tally: infer Tally } ? Tally : never;
}[ColumnName];

export type ReportColumn = Measure | Difference | Rate;

const ENTRIES: readonly (readonly [string, ReportColumn])[] = Object.entries(COLUMNS);

export const REPORT_COLUMNS: ReadonlyMap<string, ReportColumn> = new Map(ENTRIES);

export const isRate = (column: ReportColumn): column is Rate => 'ratio' in column;

const namesWhere = (isWanted: (column: ReportColumn) => boolean): readonly string[] =>
  ENTRIES.filter(([, column]) => isWanted(column)).map(([name]) => name);

/** Sums and differences; rates come after them in CSV and JSON. */
export const REPORT_MEASURES = namesWhere((column) => !isRate(column));
export const REPORT_RATES = namesWhere(isRate);

const STORED = Object.values(COLUMNS).filter((column) => 'column' in column);

/** Those that the table of counts has columns for. */
export const MEASURES: readonly Measure[] = STORED;

export const MEASURE_COLUMNS = MEASURES.map(({ column }) => column);

export const TALLIED: readonly Tallied[] = STORED.flatMap((column) =>
  'tally' in column ? column.tally : [],
);
