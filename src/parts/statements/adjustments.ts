import { differencesOf } from '../../lib/differences.ts';
import { laterMonth, monthOf } from '../../lib/month.ts';
import type { Author } from '../../lib/op.ts';
import type { Database, Query, Row } from '../../lib/sql/database.ts';
import { nextRevision, writeHistory } from '../../store/history.ts';
import type { onceFor } from '../../store/idempotency.ts';
import { KEY_USED_REASON } from '../../store/refused-change.ts';
import type { StatementAccount } from './account.ts';
import { type AdjustmentTerms, type ReadAdjustment, readAdjustment } from './adjustment-schema.ts';
import { readClosed } from './closed-months.ts';
import type { TrafficFilter } from './month-sums.ts';
import { StatementFault } from './statement-fault.ts';
import { unknownAccount } from './unknown-account.ts';

/** A line of its own in the statements of a month that is not closed yet. */
export type Adjustment = {
  readonly id: number;
  /** In whose statements it is. */
  readonly month: string;
  readonly terms: AdjustmentTerms;
  readonly atMs: number;
  readonly who: string;
};

/** Each of invalid traffic is summed up when the month is closed. */
const PER_MONTH_MAX = 500;
const LISTED_MAX = 1000;

const COLUMNS = 'id, month, definition, at_ms, who';

/** The latest first. undefined: of all months. */
export async function readAdjustments(
  query: Query,
  month: string | undefined,
): Promise<readonly Adjustment[]> {
  const rows = await query(
    `select ${COLUMNS} from adjustments ${month === undefined ? '' : 'where month = $1'}
     order by id desc limit ${LISTED_MAX}`,
    month === undefined ? [] : [month],
  );
  return rows.map(adjustmentOf);
}

function adjustmentOf(row: Row): Adjustment {
  return {
    id: Number(row.id),
    month: String(row.month),
    terms: JSON.parse(String(row.definition)) as AdjustmentTerms,
    atMs: Number(row.at_ms),
    who: String(row.who),
  };
}

/** As callers see it, and gave it. */
export function adjustmentDocument({ id, month, terms, atMs, who }: Adjustment) {
  const made = { id, month, at: new Date(atMs).toISOString(), by: who, kind: terms.kind };
  if (terms.kind === 'correction') {
    const { account, amount, currency, reason } = terms;
    return { ...made, [account.side]: account.name, amount, currency, reason };
  }
  const { fromMs, toMs, ...filter } = terms.traffic;
  const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
  return { ...made, ...filter, from, to, reason: terms.reason };
}

type CheckTerms = {
  readonly currencyOf: (account: StatementAccount) => string;
  readonly isNamed: (account: StatementAccount) => boolean;
  readonly nowMs: number;
};

/** What no other change can alter. Before the transaction, which others wait for. */
export async function checkAdjustment(
  database: Database,
  value: unknown,
  { currencyOf, isNamed, nowMs }: CheckTerms,
): Promise<ReadAdjustment | StatementFault> {
  const read = readAdjustment(value, nowMs, currencyOf);
  if (read instanceof StatementFault) return read;
  const accounts = accountsOf(read.terms);
  return (await unknownAccount(database, { accounts, isNamed, nowMs })) ?? read;
}

/** Those that are named. */
function accountsOf(terms: AdjustmentTerms): readonly StatementAccount[] {
  if (terms.kind === 'correction') return [terms.account];
  const { publisher, partner } = terms.traffic;
  return [
    { side: 'publisher', name: publisher },
    ...(partner === undefined ? [] : [{ side: 'partner' as const, name: partner }]),
  ];
}

type Change = {
  readonly author: Author;
  readonly nowMs: number;
  /** In the same transaction. */
  readonly once: ReturnType<typeof onceFor<Adjustment>> | undefined;
};

/** In a transaction: nobody closes a month meanwhile. */
export async function addAdjustment(
  query: Query,
  checked: ReadAdjustment | StatementFault,
  change: Change,
): Promise<Adjustment | StatementFault> {
  const id = await nextRevision(query);
  // Before a fault: a call that was made is answered as it was then, whatever has changed since.
  const earlier = await change.once?.before(query);
  if (earlier?.kind === 'done') return earlier.stored;
  if (earlier !== undefined) return new StatementFault('other-call', KEY_USED_REASON);
  if (checked instanceof StatementFault) return checked;
  const made = await newAdjustment(query, checked, { ...change, id });
  if (!(made instanceof StatementFault)) await change.once?.after(query, made);
  return made;
}

async function newAdjustment(
  query: Query,
  { terms, month: wanted }: ReadAdjustment,
  { id, author, nowMs }: Change & { readonly id: number },
): Promise<Adjustment | StatementFault> {
  const closed = (await readClosed(query)).map((one) => one.month);
  const [last] = closed;
  const month = wanted ?? (last === undefined ? monthOf(nowMs) : laterMonth(last, 1));
  const fault =
    monthFault(month, last, nowMs) ??
    (terms.kind === 'correction'
      ? undefined
      : (statedFault(terms.traffic, month, closed) ?? (await overlapFault(query, terms.traffic))));
  if (fault !== undefined) return fault;
  const [count] = await query('select count(*) as rows from adjustments where month = $1', [month]);
  if (Number(count?.rows) >= PER_MONTH_MAX) {
    return new StatementFault('not-allowed', `${month} has ${PER_MONTH_MAX} adjustments already`);
  }
  const made: Adjustment = { id, month, terms, atMs: nowMs, who: author.who };
  await insert(query, made);
  const changes = differencesOf(undefined, { month, ...terms });
  await writeHistory(query, { ...auditOf(id, author, nowMs), action: 'create', changes });
  return made;
}

async function insert(query: Query, { id, month, terms, atMs, who }: Adjustment): Promise<void> {
  const { publisher, fromMs, toMs } =
    terms.kind === 'invalid-traffic' ? terms.traffic : { publisher: '', fromMs: 0, toMs: 0 };
  await query(
    `insert into adjustments (id, month, kind, publisher, from_ms, to_ms, definition, at_ms, who)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, month, terms.kind, publisher, fromMs, toMs, JSON.stringify(terms), atMs, who],
  );
}

/** In a transaction. What a closed month has stated stays. */
export async function removeAdjustment(
  query: Query,
  { id, author, nowMs }: { readonly id: number; readonly author: Author; readonly nowMs: number },
): Promise<Adjustment | StatementFault> {
  const revision = await nextRevision(query);
  const [row] = await query(`select ${COLUMNS} from adjustments where id = cast($1 as bigint)`, [
    id,
  ]);
  if (row === undefined) return new StatementFault('not-found', `there is no adjustment ${id}`);
  const found = adjustmentOf(row);
  const closed = await readClosed(query);
  if (closed.some(({ month }) => month === found.month)) {
    const reason = `${found.month} is closed with this adjustment: add one that takes it back`;
    return new StatementFault('not-allowed', reason);
  }
  await query('delete from adjustments where id = cast($1 as bigint)', [id]);
  const changes = differencesOf({ month: found.month, ...found.terms }, undefined);
  const entry = { ...auditOf(id, author, nowMs), revision, action: 'delete', changes };
  await writeHistory(query, entry);
  return found;
}

function auditOf(id: number, author: Author, nowMs: number) {
  return { revision: id, nowMs, author, kind: 'adjustment', id: String(id) };
}

function monthFault(
  month: string,
  last: string | undefined,
  nowMs: number,
): StatementFault | undefined {
  if (last !== undefined && month <= last) {
    const next = laterMonth(last, 1);
    const reason = `${month} is closed, or before a closed month: expected ${next} or a later month`;
    return new StatementFault('not-allowed', reason, 'month');
  }
  const now = monthOf(nowMs);
  const current = last === undefined || now > last ? now : laterMonth(last, 1);
  if (month <= current) return undefined;
  return new StatementFault('invalid', `expected ${current} or an earlier month`, 'month');
}

/** Only what is stated can be taken back: in the same statement, or in one of a closed month. */
function statedFault(
  { fromMs }: TrafficFilter,
  month: string,
  closed: readonly string[],
): StatementFault | undefined {
  const of = monthOf(fromMs);
  if (of === month || (of < month && closed.includes(of))) return undefined;
  const reason = `expected a time in ${month} or in a closed month, but ${of} is neither`;
  return new StatementFault('invalid', reason, 'from');
}

/** The same traffic is deducted once. */
async function overlapFault(
  query: Query,
  traffic: TrafficFilter,
): Promise<StatementFault | undefined> {
  const rows = await query(
    `select ${COLUMNS} from adjustments where kind = 'invalid-traffic' and publisher = $1
     and from_ms < cast($2 as bigint) and to_ms > cast($3 as bigint)`,
    [traffic.publisher, traffic.toMs, traffic.fromMs],
  );
  const other = rows
    .map(adjustmentOf)
    .find(({ terms }) => terms.kind === 'invalid-traffic' && canShare(terms.traffic, traffic));
  if (other === undefined) return undefined;
  const reason = `adjustment ${other.id} deducts a part of this traffic already`;
  return new StatementFault('not-allowed', reason, 'from');
}

/** Whether a sale can be meant by both. */
function canShare(a: TrafficFilter, b: TrafficFilter): boolean {
  return (['partner', 'campaign'] as const).every(
    (name) => a[name] === undefined || b[name] === undefined || a[name] === b[name],
  );
}
