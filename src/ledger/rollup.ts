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

const placeOf = (column: MeasureColumn) => MEASURE_COLUMNS.indexOf(column);
const PLACE_BY_TALLY = new Map(TALLY_COLUMNS.map(({ tally, column }) => [tally, placeOf(column)]));
const OF_FACTS = FACT_COLUMNS.map(({ column, ofFact }) => ({ place: placeOf(column), ofFact }));

type Row = {
  readonly minuteMs: number;
  readonly values: readonly string[];
  readonly sums: number[];
};

export function createRollup(): Rollup {
  const rows = new Map<string, Row>();

  function rowOf(minuteMs: number, dimensions: Dimensions, subject: Subject): Row {
    const values = valuesOf(dimensions, subject);
    const id = JSON.stringify([minuteMs, ...values]);
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
      const reason = kind === 'loss' && lossCode !== undefined ? `loss-${lossCode}` : '';
      const { dimensions, partner, campaign } = sale;
      let row: Row | undefined;
      for (const { place, ofFact } of OF_FACTS) {
        const count = ofFact(fact);
        // A bill that is not the one that bills counts nowhere, and has no row.
        if (count === 0) continue;
        row ??= rowOf(atMs - (atMs % MINUTE_MS), dimensions, { partner, campaign, reason });
        add(row, place, count);
      }
    },
    addTally({ minuteMs, cells }) {
      for (const { measure, count, dimensions, ...subject } of cells) {
        const place = PLACE_BY_TALLY.get(measure);
        if (place !== undefined) add(rowOf(minuteMs, dimensions, subject), place, count);
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

function add({ sums }: Row, place: number, count: number): void {
  sums[place] = (sums[place] ?? 0) + count;
}

/** In the order of the columns. */
function valuesOf(dimensions: Dimensions, subject: Subject): readonly string[] {
  const values: string[] = [];
  for (const name of DIMENSION_NAMES) values.push(dimensions[name]);
  for (const name of SUBJECT_NAMES) values.push(subject[name]);
  return values;
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
