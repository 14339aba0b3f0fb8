import { DIMENSION_NAMES, NO_DIMENSIONS } from '../core/sale/dimensions.ts';
import {
  CHARGE_UNITS,
  earnedNanos,
  type Fact,
  PER_IMPRESSION,
  type Sale,
  type SaleEvent,
  spendNanos,
} from '../core/sale/fact.ts';
import { insertAll } from '../lib/sql/bulk.ts';
import type { Query, Row, SqlValue } from '../lib/sql/database.ts';
import { columnOf, oneOf, readerOf } from '../lib/sql/shape.ts';

/** The fields of a sale that have a column as they are. */
const SALE = {
  auctionId: String,
  impId: String,
  soldMs: Number,
  partner: String,
  seat: String,
  campaign: String,
  creative: String,
  shareBasisPoints: Number,
  billsOn: oneOf<Sale['billsOn']>,
  portion: Number,
};
const SALE_FIELDS = Object.keys(SALE) as readonly (keyof typeof SALE)[];
const readSale = readerOf(SALE);

/** The other columns of a fact, beside its dimensions. */
const COLUMNS: Readonly<Record<string, (fact: Fact) => SqlValue>> = {
  kind: ({ kind }) => kind,
  at_ms: ({ atMs }) => atMs,
  price_micros: ({ priceMicros }) => priceMicros,
  loss_code: ({ lossCode }) => lossCode ?? null,
  spend_nanos: spendNanos,
  uncharged: ({ uncharged }) => uncharged ?? '',
  earned_nanos: earnedNanos,
  sale_price_micros: ({ sale }) => sale.priceMicros,
  charged_per: ({ sale }) => sale.charge.per,
  charge_micros: ({ sale: { charge } }) => ('micros' in charge ? charge.micros : 0),
  is_test: ({ sale }) => (sale.isTest ? 1 : 0),
};

/** For `saleOfRow`, beside the kind and the time of the fact. */
export const FACT_COLUMNS = [
  ...SALE_FIELDS.map(columnOf),
  ...Object.keys(COLUMNS),
  ...DIMENSION_NAMES,
].join(', ');

const READ = Object.values(COLUMNS);
const insertOnce = (values: string) =>
  `insert into facts (${FACT_COLUMNS}) values ${values} on conflict do nothing returning auction_id, imp_id, kind`;

function factKey(auctionId: unknown, impId: unknown, kind: unknown): string {
  return JSON.stringify([auctionId, impId, kind]);
}

/** Inserts the facts that are not stored yet, in the order of their keys. Resolves to those. */
export async function insertFacts(query: Query, facts: readonly Fact[]): Promise<readonly Fact[]> {
  const byKey = new Map<string, Fact>();
  for (const fact of facts) {
    const key = factKey(fact.sale.auctionId, fact.sale.impId, fact.kind);
    // Of duplicates in one batch the first counts, as if they had arrived one by one.
    if (!byKey.has(key)) byKey.set(key, fact);
  }
  const inOrder = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = inOrder.map(([, fact]) => valuesOf(fact));
  const inserted = await insertAll(query, rows, insertOnce);
  return inserted.flatMap(
    ({ auction_id, imp_id, kind }) => byKey.get(factKey(auction_id, imp_id, kind)) ?? [],
  );
}

function valuesOf(fact: Fact): readonly SqlValue[] {
  const { sale } = fact;
  const values: SqlValue[] = SALE_FIELDS.map((name) => sale[name]);
  for (const read of READ) values.push(read(fact));
  for (const name of DIMENSION_NAMES) values.push(sale.dimensions[name]);
  return values;
}

/** The sale that a fact of the table is of. */
export function saleOfRow(row: Row): Sale {
  const per = CHARGE_UNITS.find((unit) => unit === row.charged_per) ?? 'impression';
  const dimensions = { ...NO_DIMENSIONS };
  for (const name of DIMENSION_NAMES) dimensions[name] = String(row[name] ?? '');
  return {
    ...readSale(row),
    priceMicros: Number(row.sale_price_micros),
    charge: per === 'impression' ? PER_IMPRESSION : { per, micros: Number(row.charge_micros) },
    isTest: Number(row.is_test) === 1,
    dimensions,
  };
}

/** Stores what facts and conversions are charged that were stored with another charge. */
export async function updateCharges(query: Query, events: readonly SaleEvent[]): Promise<void> {
  for (const event of events) {
    const { kind, sale, uncharged = '' } = event;
    if (event.kind === 'conversion') {
      await query(
        'update conversions set spend_nanos = cast($1 as bigint), uncharged = $2 where id = $3',
        [spendNanos(event), uncharged, event.id],
      );
      continue;
    }
    await query(
      `update facts set spend_nanos = cast($1 as bigint), uncharged = $2
      where auction_id = $3 and imp_id = $4 and kind = $5 and sold_ms = cast($6 as bigint)`,
      [spendNanos(event), uncharged, sale.auctionId, sale.impId, kind, sale.soldMs],
    );
  }
}
