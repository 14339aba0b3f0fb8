import {
  CELL_COLUMNS,
  DIMENSION_NAMES,
  type Dimensions,
  SUBJECT_NAMES,
  type Subject,
} from '../sale/dimensions.ts';
import type { Fact } from '../sale/fact.ts';
import {
  FACT_COLUMNS,
  MEASURE_COLUMNS,
  type MeasureColumn,
  TALLY_COLUMNS,
} from '../sale/measures.ts';
import { insertAll } from './bulk.ts';
import type { Query } from './database.ts';
import type { Tally } from './entry.ts';

/** Sums up what a batch adds to the counts per minute, so that each row is written once. */
export type Rollup = {
  readonly addFact: (fact: Fact) => void;
  readonly addTally: (tally: Tally) => void;
  readonly write: (query: Query) => Promise<void>;
};

export const MINUTE_MS = 60_000;

const INSERT = `insert into rollups (minute_ms, cell, ${[...CELL_COLUMNS, ...MEASURE_COLUMNS].join(', ')}) values`;
const ADD = `on conflict (minute_ms, cell) do update set ${MEASURE_COLUMNS.map(
  (name) => `${name} = rollups.${name} + excluded.${name}`,
).join(', ')}`;

const COLUMN_BY_TALLY = new Map(TALLY_COLUMNS.map(({ tally, column }) => [tally, column]));

type Row = {
  readonly minuteMs: number;
  readonly values: readonly string[];
  readonly sums: number[];
};

export function createRollup(): Rollup {
  const rows = new Map<string, Row>();

  function rowOf(minuteMs: number, dimensions: Dimensions, subject: Subject): Row {
    const values = valuesOf(dimensions, subject);
    const id = JSON.stringify([minuteMs, values]);
    const known = rows.get(id);
    if (known !== undefined) return known;
    const row = { minuteMs, values, sums: MEASURE_COLUMNS.map(() => 0) };
    rows.set(id, row);
    return row;
  }

  return {
    addFact(fact) {
      const { kind, atMs, sale, lossCode } = fact;
      if (sale.isTest) return;
      const counted = FACT_COLUMNS.map(({ column, ofFact }) => [column, ofFact(fact)] as const);
      // A bill that owes nothing is not counted.
      if (counted.every(([, count]) => count === 0)) return;
      const reason = kind === 'loss' && lossCode !== undefined ? `loss-${lossCode}` : '';
      const { dimensions, partner, campaign } = sale;
      const row = rowOf(atMs - (atMs % MINUTE_MS), dimensions, { partner, campaign, reason });
      for (const [column, count] of counted) add(row, column, count);
    },
    addTally({ minuteMs, cells }) {
      for (const { measure, count, dimensions, ...subject } of cells) {
        const column = COLUMN_BY_TALLY.get(measure);
        if (column !== undefined) add(rowOf(minuteMs, dimensions, subject), column, count);
      }
    },
    async write(query) {
      const values = [...rows.values()].map(({ minuteMs, values, sums }) => {
        return [minuteMs, cellOf(values), ...values, ...sums] as const;
      });
      // All machines lock rows in the same order, so that they cannot deadlock.
      values.sort(([a, aCell], [b, bCell]) => a - b || (aCell < bCell ? -1 : 1));
      await insertAll(query, { before: INSERT, after: ADD, rows: values });
    },
  };
}

function add({ sums }: Row, column: MeasureColumn, count: number): void {
  const index = MEASURE_COLUMNS.indexOf(column);
  sums[index] = (sums[index] ?? 0) + count;
}

/** In the order of the columns. */
function valuesOf(dimensions: Dimensions, subject: Subject): readonly string[] {
  return [
    ...DIMENSION_NAMES.map((name) => dimensions[name]),
    ...SUBJECT_NAMES.map((name) => subject[name]),
  ];
}

/** 144 bits, so that no two cells of a minute have the same. */
const CELL_CHARACTERS = 24;

/**
 * What a row of counts is found by, beside its minute: a digest of all its values, since an index over all of them would
 * have to be made anew for each dimension.
 */
function cellOf(values: readonly string[]): string {
  const digest = new Bun.CryptoHasher('sha256').update(JSON.stringify(values)).digest('base64url');
  return digest.slice(0, CELL_CHARACTERS);
}
