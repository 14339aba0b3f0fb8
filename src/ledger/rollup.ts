import { type Dimensions, type Fact, type FactKind, spendNanos } from '../sale/fact.ts';
import { insertAll } from './bulk.ts';
import type { Query, Value } from './database.ts';
import type { Tally, TallyCell } from './entry.ts';
import { DIMENSION_COLUMNS, MEASURE_COLUMNS, type MeasureColumn } from './schema.ts';

/** Sums up what a batch adds to the counts per minute, so that each row is written once. */
export type Rollup = {
  readonly addFact: (fact: Fact) => void;
  readonly addTally: (tally: Tally) => void;
  readonly write: (query: Query) => Promise<void>;
};

export const MINUTE_MS = 60_000;

const FACT_MEASURES: Readonly<Record<FactKind, MeasureColumn | undefined>> = {
  win: 'wins',
  // Counted only by its spend.
  bill: undefined,
  impression: 'impressions',
  viewable: 'viewables',
  click: 'clicks',
  loss: 'losses',
};

const TALLY_MEASURES: Readonly<Record<TallyCell['measure'], MeasureColumn>> = {
  requests: 'requests',
  refusals: 'refusals',
  noBids: 'no_bids',
  asked: 'asked',
  bids: 'bids',
  sold: 'sold',
};

type Cell = {
  readonly minuteMs: number;
  readonly dimensions: Dimensions;
  readonly partner: string;
  readonly campaign: string;
  readonly reason: string;
};

const INSERT =
  `insert into rollups (minute_ms, ${DIMENSION_COLUMNS.join(', ')}, ${MEASURE_COLUMNS.join(', ')}) ` +
  'values';
const ADD =
  `on conflict (minute_ms, ${DIMENSION_COLUMNS.join(', ')}) do update set ` +
  MEASURE_COLUMNS.map((name) => `${name} = rollups.${name} + excluded.${name}`).join(', ');

export function createRollup(): Rollup {
  const rows = new Map<string, { readonly keys: readonly Value[]; readonly sums: number[] }>();

  function add(cell: Cell, measure: MeasureColumn, count: number): void {
    const keys = keysOf(cell);
    const id = JSON.stringify(keys);
    let row = rows.get(id);
    if (row === undefined) {
      row = { keys, sums: MEASURE_COLUMNS.map(() => 0) };
      rows.set(id, row);
    }
    const index = MEASURE_COLUMNS.indexOf(measure);
    row.sums[index] = (row.sums[index] ?? 0) + count;
  }

  return {
    addFact(fact) {
      const { kind, atMs, sale, lossCode } = fact;
      if (sale.isTest) return;
      const { dimensions, partner, campaign } = sale;
      const minuteMs = atMs - (atMs % MINUTE_MS);
      const reason = kind === 'loss' && lossCode !== undefined ? `loss-${lossCode}` : '';
      const cell = { minuteMs, dimensions, partner, campaign, reason };
      const measure = FACT_MEASURES[kind];
      const spend = spendNanos(fact);
      if (measure !== undefined) add(cell, measure, 1);
      if (spend > 0) add(cell, 'spend_nanos', spend);
    },
    addTally({ minuteMs, cells }) {
      for (const { measure, count, ...cell } of cells) {
        add({ ...cell, minuteMs }, TALLY_MEASURES[measure], count);
      }
    },
    async write(query) {
      // All lanes lock rows in the same order, so that they cannot deadlock.
      const inOrder = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
      const values = inOrder.map(([, { keys, sums }]) => [...keys, ...sums]);
      await insertAll(query, { before: INSERT, after: ADD, rows: values });
    },
  };
}

/** In the order of the columns. */
function keysOf({ minuteMs, dimensions, partner, campaign, reason }: Cell): readonly Value[] {
  const { publisher, country, format, intent, funnel, sentiment, turn } = dimensions;
  return [
    minuteMs,
    publisher,
    partner,
    campaign,
    country,
    format,
    intent,
    funnel,
    sentiment,
    turn,
    reason,
  ];
}
