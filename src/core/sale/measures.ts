import {
  earnedNanos,
  type FactKind,
  isProven,
  type SaleEvent,
  spendNanos,
  valueNanos,
} from './fact.ts';

/** How a figure is written. */
type ReportUnit = 'count' | 'percent' | 'usd';

/** The sums of a row of reports, by the columns of the table of counts. */
export type Sums = Readonly<Record<string, bigint>>;

/** The dimensions that a count names, and those that it leaves empty. Any other may be either. */
export type Needs = Readonly<Record<string, 'named' | 'empty'>>;

type ColumnWords = { readonly name: string; readonly meaning: string; readonly unit: ReportUnit };

/** A sum that the table of counts has a column for. What it counts comes from workers, or from facts and conversions. */
export type Measure = ColumnWords & {
  readonly column: string;
  readonly needs: Needs;
  readonly tally?: string;
  readonly ofEvent?: (event: SaleEvent) => number;
};

/** An amount that follows from two sums. */
type DifferenceColumn = ColumnWords & {
  readonly needs: Needs;
  readonly minus: readonly [from: string, taken: string];
};

/** A share or an average. Empty where one of the measures does not apply. */
type RateColumn = ColumnWords & {
  readonly of: readonly string[];
  readonly ratio: (sum: (column: string) => number) => readonly [part: number, whole: number];
};

/** Requests are counted before a partner is known, so that no row of a partner has them; and so on. */
const NO_AD = {
  campaign: 'empty',
  creative: 'empty',
  advertiser: 'empty',
  format: 'empty',
} as const;
const BEFORE_PARTNERS = { ...NO_AD, partner: 'empty' } as const;
const OF_A_SALE = { partner: 'named', reason: 'empty' } as const;
const BEFORE_A_SALE = { ...NO_AD, ...OF_A_SALE } as const;

const NANOS_PER_CPM_USD = 1e6;
const NANOS_PER_USD = 1e9;

const count = (name: string, meaning: string) => ({ name, meaning, unit: 'count' }) as const;
const percent = (name: string, meaning: string) => ({ name, meaning, unit: 'percent' }) as const;
const usd = (name: string, meaning: string) => ({ name, meaning, unit: 'usd' }) as const;

/** How many notices of a kind there are. */
const facts = (column: string, kind: FactKind, name: string, meaning: string) => ({
  ...count(name, meaning),
  column,
  ofEvent: (event: SaleEvent) => (event.kind === kind ? 1 : 0),
  needs: OF_A_SALE,
});

/** The columns of reports, in the order in which people see them. The tables, the journal and all reports follow. */
export const COLUMNS = {
  requests: {
    ...count('Requests', 'Bid requests received'),
    column: 'requests',
    tally: 'requests',
    needs: { ...BEFORE_PARTNERS, reason: 'empty' },
  },
  refusals: {
    ...count('Refused', 'Requests answered with an error'),
    column: 'refusals',
    tally: 'refusals',
    needs: { ...BEFORE_PARTNERS, reason: 'named' },
  },
  no_bids: {
    ...count('No ad', 'Valid requests answered without an ad'),
    column: 'no_bids',
    tally: 'noBids',
    needs: { ...BEFORE_PARTNERS, reason: 'named' },
  },
  fill: {
    ...percent('Fill', 'The share of the valid requests that got an ad'),
    of: ['requests', 'refusals', 'no_bids'],
    ratio(sum) {
      const valid = sum('requests') - sum('refusals');
      return [valid - sum('no_bids'), valid];
    },
  },
  asked: {
    ...count('Asked', 'Calls to a partner'),
    column: 'asked',
    tally: 'asked',
    needs: BEFORE_A_SALE,
  },
  bids: {
    ...count('Bids', 'Bids of partners'),
    column: 'bids',
    tally: 'bids',
    needs: BEFORE_A_SALE,
  },
  sold: {
    ...count('Sold', 'Impressions sold: a bid won, and was answered with'),
    column: 'sold',
    tally: 'sold',
    needs: OF_A_SALE,
  },
  wins: facts('wins', 'win', 'Win notices', 'Win notices received'),
  impressions: facts('impressions', 'impression', 'Shown', 'Ads reported as shown'),
  viewables: facts('viewables', 'viewable', 'Viewable', 'Ads reported as viewable'),
  clicks: facts('clicks', 'click', 'Clicks', 'Clicks on ads'),
  click_rate: {
    ...percent('Click rate', 'Clicks for each ad shown'),
    of: ['clicks'],
    ratio: (sum) => [sum('clicks'), sum('impressions')],
  },
  losses: {
    ...facts('losses', 'loss', 'Loss notices', 'Loss notices received'),
    needs: { partner: 'named' },
  },
  conversions: {
    ...count('Conversions', 'Orders and other events that advertisers’ servers told of'),
    column: 'conversions',
    ofEvent: (event) => (event.kind === 'conversion' && isProven(event) ? 1 : 0),
    needs: OF_A_SALE,
  },
  pixel_conversions: {
    ...count('Pixel conversions', 'The same as pixels told of them, which nobody has to prove'),
    column: 'pixel_conversions',
    ofEvent: (event) => (event.kind === 'conversion' && !isProven(event) ? 1 : 0),
    needs: OF_A_SALE,
  },
  conversion_value_usd: {
    ...usd('Conversion value', 'What the conversions were worth to advertisers'),
    column: 'conversion_value_nanos',
    ofEvent: valueNanos,
    needs: OF_A_SALE,
  },
  // Ruling 74: the two sides of a sale, and the difference between them.
  spend_usd: {
    ...usd('Spend', 'The amount that buyers owe for ads'),
    column: 'spend_nanos',
    ofEvent: spendNanos,
    needs: OF_A_SALE,
  },
  earnings_usd: {
    ...usd('Earnings', 'The amount that publishers are owed for ads'),
    column: 'earned_nanos',
    ofEvent: earnedNanos,
    needs: OF_A_SALE,
  },
  margin_usd: {
    ...usd('Margin', 'Spend less earnings, which the operator keeps'),
    minus: ['spend_nanos', 'earned_nanos'],
    needs: OF_A_SALE,
  },
  click_cost_usd: {
    ...usd('Cost per click', 'Spend for each click'),
    of: ['spend_usd', 'clicks'],
    ratio: (sum) => [sum('spend_nanos') / NANOS_PER_USD, sum('clicks')],
  },
  ecpm_usd: {
    ...usd('eCPM', 'Spend for a thousand ads shown'),
    of: ['spend_usd'],
    ratio: (sum) => [sum('spend_nanos') / NANOS_PER_CPM_USD, sum('impressions')],
  },
  conversion_cost_usd: {
    ...usd('Cost per conversion', 'Spend for each conversion'),
    of: ['spend_usd', 'conversions'],
    ratio: (sum) => [sum('spend_nanos') / NANOS_PER_USD, sum('conversions')],
  },
  return_on_spend: {
    ...percent('Return on spend', 'Conversion value for what was spent'),
    of: ['spend_usd', 'conversion_value_usd'],
    ratio: (sum) => [sum('conversion_value_nanos'), sum('spend_nanos')],
  },
} as const satisfies Readonly<Record<string, Measure | DifferenceColumn | RateColumn>>;

type ColumnName = keyof typeof COLUMNS;

/** What workers count, as their journals name it. */
export type Tallied = {
  [Name in ColumnName]: (typeof COLUMNS)[Name] extends { readonly tally: infer Tally }
    ? Tally
    : never;
}[ColumnName];

export type ReportColumn = Measure | DifferenceColumn | RateColumn;

const ENTRIES: readonly (readonly [string, ReportColumn])[] = Object.entries(COLUMNS);

export const REPORT_COLUMNS: ReadonlyMap<string, ReportColumn> = new Map(ENTRIES);

export const isRate = (column: ReportColumn): column is RateColumn => 'ratio' in column;

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
