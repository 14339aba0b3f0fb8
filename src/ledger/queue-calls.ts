import type { Fact } from '../core/sale/fact.ts';
import { insertAll, selectAll } from '../lib/sql/bulk.ts';
import { CLOCK_SQL, type DatabaseKind, type Query } from '../lib/sql/database.ts';
import { columnText } from './column-text.ts';

/** Rows of one partner in the outbox. A partner that is down for long must not fill the disk or delay others. */
export const OUTBOX_ROWS_MAX = 100_000;

const URL_BYTES_MAX = 8192;

/** Due at once by the clock of the database too, where that of the machine is ahead. */
const DUE_MS: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 'column4',
  postgres: `least(cast(column4 as bigint), ${CLOCK_SQL.postgres})`,
};

const countWaiting = (partners: string) =>
  `select partner, count(*) as count from outbox where partner in (${partners}) group by partner`;

/** A URL that a partner wants called. */
type DueUrl = { readonly id: string; readonly partner: string; readonly url: string };

export function dueUrls({ kind, sale }: Fact, urls: readonly string[]): readonly DueUrl[] {
  const { auctionId, impId, partner } = sale;
  return urls.map((url, index) => ({ id: `${auctionId}|${impId}|${kind}|${index}`, partner, url }));
}

/** Puts URLs into the outbox, at most `rowsMax` of each partner. Resolves to the number of those that it had no room for. */
export async function queueCalls(
  query: Query,
  due: readonly DueUrl[],
  options: { readonly kind: DatabaseKind; readonly nowMs: number; readonly rowsMax: number },
): Promise<number> {
  const { kind, nowMs, rowsMax } = options;
  if (due.length === 0) return 0;
  const byPartner = Map.groupBy(due, ({ partner }) => partner);
  const counted = await selectAll(query, [...byPartner.keys()], countWaiting);
  const waiting = new Map(counted.map(({ partner, count }) => [partner, Number(count)]));
  const fitting = [...byPartner].flatMap(([partner, own]) =>
    own.slice(0, Math.max(0, rowsMax - (waiting.get(partner) ?? 0))),
  );
  const rows = fitting.map(({ id, partner, url }) => {
    return [id, partner, columnText(url, URL_BYTES_MAX), nowMs];
  });
  const insertOnce = (values: string) =>
    `insert into outbox (id, partner, url, attempts, due_ms, lease_until_ms)
    select column1, column2, column3, 0, ${DUE_MS[kind]}, 0 from (values ${values}) as calls
    where true on conflict do nothing`;
  await insertAll(query, rows, insertOnce);
  return due.length - fitting.length;
}
