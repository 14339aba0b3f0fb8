import type { Query, Row } from '../../../lib/sql/database.ts';
import { BUYER_ACCOUNT_TABLE } from '../records/account-record.ts';
import { BUY_TABLE, type BuyDefinition } from '../records/buy-record.ts';
import type { BuyerRecordKind } from '../records/buyer-table.ts';
import type { BuyerWebhook } from '../records/buyer-webhook.ts';
import { CREATIVE_TABLE } from '../records/creative-record.ts';
import { firstDueMs } from './report-period.ts';

/** What a buyer was told last of a record. */
export type ToldRow = {
  readonly key: string;
  /** The status, or '' before the first message. */
  readonly told: string;
  readonly messages: number;
  /** 0: no report is due any more. */
  readonly reportDueMs: number;
  readonly reports: number;
};

const COLUMNS = 'key, told, messages, report_due_ms, reports';

/** Records of each kind that are looked at in a round, after they were changed. */
const CHANGED_MAX = 200;

type ChangedRecord = {
  readonly id: string;
  readonly account: string;
  readonly state: string;
  readonly revision: number;
  readonly createdMs: number;
  readonly definition: { readonly notify?: BuyerWebhook };
};

type FollowedKind = {
  readonly kind: BuyerRecordKind;
  readonly readAfter: (
    query: Query,
    revision: number,
    countMax: number,
  ) => Promise<readonly { readonly key: string; readonly record: ChangedRecord }[]>;
};

const KINDS: readonly FollowedKind[] = [
  { kind: 'media-buy', readAfter: keyed(BUY_TABLE) },
  { kind: 'library-creative', readAfter: keyed(CREATIVE_TABLE) },
  { kind: 'buyer-account', readAfter: keyed(BUYER_ACCOUNT_TABLE) },
];

function keyed<Stored extends ChangedRecord>(table: {
  readonly keyOf: (stored: Stored) => string;
  readonly readAfter: (
    query: Query,
    revision: number,
    countMax: number,
  ) => Promise<readonly Stored[]>;
}): FollowedKind['readAfter'] {
  return async (query, revision, countMax) => {
    const found = await table.readAfter(query, revision, countMax);
    return found.map((record) => ({ key: table.keyOf(record), record }));
  };
}

/** Takes in the records that were made or changed since the last round. Resolves to the keys of those with a webhook. */
export async function followRecords(query: Query): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { kind, readAfter } of KINDS) {
    const [row] = await query('select revision from buyer_told_until where kind = $1', [kind]);
    const changed = await readAfter(query, Number(row?.revision ?? 0), CHANGED_MAX);
    for (const { key, record } of changed) {
      if (await watch(query, key, record)) found.push(key);
    }
    const last = changed.at(-1);
    if (last === undefined) continue;
    await query(
      `insert into buyer_told_until (kind, revision) values ($1, cast($2 as bigint))
      on conflict (kind) do update set revision = excluded.revision
      where buyer_told_until.revision < excluded.revision`,
      [kind, last.record.revision],
    );
  }
  return found;
}

/** What has ended is looked at once more: a change may have opened it again. */
async function watch(query: Query, key: string, record: ChangedRecord): Promise<boolean> {
  const { notify, reporting, startMs = 0 } = record.definition as Partial<BuyDefinition>;
  if (notify === undefined && reporting === undefined) return false;
  const dueMs =
    reporting === undefined || record.state === 'deleted'
      ? 0
      : firstDueMs(reporting.frequency, Math.max(startMs, record.createdMs));
  await query(
    `insert into buyer_told (${COLUMNS}, is_open) values ($1, '', 0, cast($2 as bigint), 0, 1)
    on conflict (key) do update set is_open = 1, report_due_ms =
      case when buyer_told.reports = 0 and buyer_told.report_due_ms = 0 then excluded.report_due_ms
      else buyer_told.report_due_ms end`,
    [key, dueMs],
  );
  return true;
}

/** That of the last change of anything in the store. */
export async function lastRevision(query: Query): Promise<number> {
  const [row] = await query('select revision from store_turn where id = 1');
  return Number(row?.revision ?? 0);
}

/** A page of the rows of one kind behind a key: those whose state may change, or those whose report is due. */
export async function readRows(
  query: Query,
  which: 'open' | { readonly dueMs: number },
  page: { readonly prefix: string; readonly after: string; readonly countMax: number },
): Promise<readonly ToldRow[]> {
  const condition =
    which === 'open'
      ? 'is_open = 1'
      : `report_due_ms > 0 and report_due_ms <= ${Math.floor(which.dueMs)}`;
  const rows = await query(
    `select ${COLUMNS} from buyer_told where ${condition} and key > $1 and key < $2
    order by key limit ${Math.floor(page.countMax)}`,
    [page.after, `${page.prefix.slice(0, -1)};`],
  );
  return rows.map(rowOf);
}

export async function readRow(query: Query, key: string): Promise<ToldRow | undefined> {
  const [row] = await query(`select ${COLUMNS} from buyer_told where key = $1`, [key]);
  return row && rowOf(row);
}

function rowOf(row: Row): ToldRow {
  return {
    key: String(row.key),
    told: String(row.told),
    messages: Number(row.messages),
    reportDueMs: Number(row.report_due_ms),
    reports: Number(row.reports),
  };
}

/** Whether this machine is the one that tells it: of several that have read the same row, one is. */
export async function markTold(
  query: Query,
  { key, told, messages }: ToldRow,
  next: { readonly told: string; readonly messages: number; readonly isLast: boolean },
): Promise<boolean> {
  const rows = await query(
    `update buyer_told set told = $1, messages = cast($2 as bigint), is_open = cast($3 as bigint)
    where key = $4 and told = $5 and messages = cast($6 as bigint) returning key`,
    [next.told, next.messages, next.isLast ? 0 : 1, key, told, messages],
  );
  return rows.length > 0;
}

/** As `markTold`, for a report. */
export async function markReported(
  query: Query,
  { key, reportDueMs, reports }: ToldRow,
  next: { readonly dueMs: number; readonly reports: number },
): Promise<boolean> {
  const rows = await query(
    `update buyer_told set report_due_ms = cast($1 as bigint), reports = cast($2 as bigint)
    where key = $3 and report_due_ms = cast($4 as bigint) and reports = cast($5 as bigint)
    returning key`,
    [next.dueMs, next.reports, key, reportDueMs, reports],
  );
  return rows.length > 0;
}
