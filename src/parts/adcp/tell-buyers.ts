import { createFaultLog } from '../../ledger/fault-log.ts';
import { isWaiting, queueWebhook } from '../../ledger/queue-webhook.ts';
import { takeRound } from '../../ledger/take-round.ts';
import { dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import { repeat } from '../../lib/repeat.ts';
import type { Database, Query, Row } from '../../lib/sql/database.ts';
import { BUYER_ACCOUNT_TABLE, readAccount } from './accounts.ts';
import {
  BUY_TABLE,
  FINAL_STATUSES,
  flightOf,
  type MediaBuy,
  readLibrary,
  statusOf,
} from './buy.ts';
import type { Buyer } from './buyers.ts';
import { CREATIVE_TABLE, type LibraryCreative } from './creatives.ts';
import {
  assignedKey,
  assignedPackages,
  creativeStanding,
  readBuys,
  standingTermsOf,
} from './library.ts';
import type { BuyerRecord } from './records.ts';
import type { Seller } from './seller.ts';
import { serveTermsOf } from './serve-buy.ts';
import type { SellerSources } from './tool.ts';
import {
  type BuyerWebhook,
  REPORT_DELAY_MINUTES,
  type ReportFrequency,
  type Webhooks,
} from './webhooks.ts';
import { WRITERS } from './wire/writers.ts';

/** Tells buyers what has become of what they have made, and sends their reports: by the outbox, from one machine at a time. */

const ROUND_MS = 2000;
/** While another machine tells buyers. */
const IDLE_MS = 10_000;
/** Records that are looked at in a round: each costs a few questions to the database. */
const ROWS_MAX = 100;

type ToldRecord = BuyerRecord<Webhooks, string>;

/** No webhook of the config has a slash in its name. The record has its address. */
const PREFIX = 'buyer/';
const nameOf = (subject: 'state' | 'report', key: string) => `${PREFIX}${subject}/${key}`;
export const isNameOfBuyer = (name: string): boolean => name.startsWith(PREFIX);

/** The webhook as the record has it now. undefined: it is gone, or its record is. */
export async function readBuyerWebhook(
  query: Query,
  name: string,
): Promise<BuyerWebhook | undefined> {
  const [, subject, ...rest] = name.split('/');
  const { notify, reporting } = (await readTold(query, rest.join('/')))?.definition ?? {};
  return subject === 'report' ? reporting : notify;
}

async function readTold(query: Query, key: string): Promise<ToldRecord | undefined> {
  const tables = [BUY_TABLE, CREATIVE_TABLE, BUYER_ACCOUNT_TABLE];
  const at = ['media-buy', 'library-creative', 'buyer-account'].indexOf(key.split(':')[0] ?? '');
  const found = await tables[at]?.read(query, key);
  return found?.state === 'deleted' ? undefined : (found as ToldRecord | undefined);
}

type TellingParts = Pick<SellerSources, 'nowMs' | 'newId' | 'log' | 'database'> & {
  readonly sources: SellerSources;
  readonly seller: Pick<Seller, 'call'>;
  readonly buyers: () => readonly Buyer[];
  /** Its name in the database. */
  readonly machine: string;
};

/** Returns what ends it. */
export function startTelling(parts: TellingParts): () => Promise<void> {
  const round = createTellingRound(parts);
  const failed = 'buyers are not told what has changed: it is tried again';
  const faults = createFaultLog(parts.log, failed, 'buyers are told again what has changed');
  return repeat(async () => {
    try {
      const result = await round();
      faults.recovered();
      return result === 'idle' ? IDLE_MS : ROUND_MS;
    } catch (error) {
      faults.failed(error);
      return IDLE_MS;
    }
  });
}

/** Resolves to how many messages it has queued; 'idle': another machine does it. */
export function createTellingRound(parts: TellingParts) {
  let after = '';
  return async (): Promise<number | 'idle'> => {
    const database = parts.database();
    if (database === undefined) return 'idle';
    if (!(await takeRound(database, parts.machine, parts.nowMs()))) return 'idle';
    const rows = await database.query(
      `select * from buyer_told where key > $1 order by key limit ${ROWS_MAX}`,
      [after],
    );
    after = rows.length < ROWS_MAX ? '' : String(rows.at(-1)?.key);
    const stateOf = createStates(database.query, parts.sources);
    let count = 0;
    const failures: unknown[] = [];
    for (const row of rows) {
      try {
        count += await tell(database, rowOf(row), stateOf, parts);
      } catch (error) {
        // One that fails keeps nobody else from being told.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return count;
  };
}

type ToldState = { readonly status: string; readonly reason: string };
type StateOf = (key: string, record: ToldRecord) => Promise<ToldState>;

/** The state of a record as its buyer would read it now. What the creatives of an account share is read once. */
function createStates(query: Query, sources: SellerSources): StateOf {
  const terms = serveTermsOf(sources, { who: '', role: 'buyer' });
  const shared = new Map<string, ReturnType<typeof readShared>>();
  async function readShared(account: string) {
    const standing = standingTermsOf(await readAccount(query, account), terms);
    return { standing, packages: assignedPackages(await readBuys(query, { account })) };
  }
  return async (key, record) => {
    const { account, id, state, definition } = record;
    if (key.startsWith('buyer-account')) {
      return { status: state, reason: String((definition as { reason?: string }).reason ?? '') };
    }
    if (key.startsWith('media-buy')) {
      const buy = record as unknown as MediaBuy;
      const library = await readLibrary(query, account, buy.definition.packages);
      const status = statusOf(buy, library, sources.nowMs());
      const { rejectedFor, canceled } = buy.definition;
      const reasons: Readonly<Record<string, string | undefined>> = {
        rejected: rejectedFor,
        canceled: canceled?.reason,
      };
      return { status, reason: reasons[status] ?? '' };
    }
    const known = shared.get(account) ?? readShared(account);
    shared.set(account, known);
    const { standing, packages } = await known;
    const own = packages.get(assignedKey(account, id)) ?? [];
    return creativeStanding(record as unknown as LibraryCreative, own, standing, sources);
  };
}

const rowOf = (row: Row) => ({
  key: String(row.key),
  revision: Number(row.revision),
  told: String(row.told),
  messages: Number(row.messages),
  /** The end of the last period that was reported. */
  reportedMs: Number(row.reported_ms),
  reports: Number(row.reports),
});
type ToldRow = ReturnType<typeof rowOf>;

/** States in which the answer of the call has left them: nobody is told of them first. */
const BEFORE_NEWS = ['processing', 'pending_review', 'pending_approval'];

/** One message of a subject at a time, so that a buyer gets them in the order in which they happened. */
async function tell(
  database: Database,
  row: ToldRow,
  stateOf: StateOf,
  parts: TellingParts,
): Promise<number> {
  const { query } = database;
  const { key, told } = row;
  const record = await readTold(query, key);
  const buyer = parts.buyers().find(({ id }) => id === record?.buyer);
  if (record === undefined || buyer === undefined) return forget(query, row);
  const { notify, reporting } = record.definition;
  const state = await stateOf(key, record);
  const isBuy = key.startsWith('media-buy');
  // Creatives and accounts can always change again.
  const isLast = isBuy && FINAL_STATUSES.some((last) => last === state.status);
  const isNews = told !== state.status && !(told === '' && BEFORE_NEWS.includes(state.status));
  if (notify !== undefined && isNews && !(await isWaiting(query, nameOf('state', key)))) {
    const next = { ...row, told: state.status, messages: row.messages + 1 };
    const body = messageOf(notify, stateMessage(key, record, state, notify), parts);
    return queue(database, row, next, { subject: 'state', event: next.messages, body });
  }
  if (reporting !== undefined && isBuy && row.reportedMs < REPORTED) {
    const buy = record as unknown as MediaBuy;
    const startMs = row.reportedMs || Math.max(buy.definition.startMs, buy.createdMs);
    const period = periodAt(reporting.frequency, startMs);
    const isDue = period.endMs + REPORT_DELAY_MINUTES * 60_000 <= parts.nowMs();
    if (!isDue || (await isWaiting(query, nameOf('report', key)))) return 0;
    const isFinal = isLast && endedMs(buy, state.status) <= period.endMs;
    const reports = row.reports + 1;
    const next = { ...row, reports, reportedMs: isFinal ? REPORTED : period.endMs };
    const message = await reportOf({ buy, buyer, reporting, period, isFinal, reports }, parts);
    const body = messageOf(reporting, message, parts);
    return queue(database, row, next, { subject: 'report', event: reports, body });
  }
  return isLast && (notify === undefined || !isNews) ? forget(query, row) : 0;
}

/** Of a buy whose last report was sent. */
const REPORTED = Number.MAX_SAFE_INTEGER;

/** Nothing is told of it until it is changed. */
async function forget(query: Query, { key, revision }: ToldRow): Promise<0> {
  await query('delete from buyer_told where key = $1 and revision = cast($2 as bigint)', [
    key,
    revision,
  ]);
  return 0;
}

/** Of several machines that have read the same row, one queues the message. */
function queue(
  { transaction }: Pick<Database, 'transaction'>,
  { key, messages, reports }: ToldRow,
  next: ToldRow,
  message: {
    readonly subject: 'state' | 'report';
    readonly event: number;
    readonly body: string;
  },
): Promise<number> {
  return transaction(async (query) => {
    const rows = await query(
      `update buyer_told set told = $1, messages = cast($2 as bigint), reports = cast($3 as bigint),
        reported_ms = cast($4 as bigint)
      where key = $5 and messages = cast($6 as bigint) and reports = cast($7 as bigint) returning key`,
      [next.told, next.messages, next.reports, next.reportedMs, key, messages, reports],
    );
    if (rows.length === 0) return 0;
    const name = nameOf(message.subject, key);
    await queueWebhook(query, { name, event: String(message.event), body: message.body });
    return 1;
  });
}

type Message = {
  /** What was made: buyers correlate messages by it. */
  readonly taskId: string;
  readonly status: string;
  readonly sentence: string;
  readonly result: object;
};

/** As `mcp-webhook-payload` of the protocol has it, without the token, which is added when it is sent. */
function messageOf(
  { task, version, operationId }: BuyerWebhook,
  { taskId, status, sentence, result }: Message,
  { newId, nowMs }: Pick<TellingParts, 'newId' | 'nowMs'>,
): string {
  // Every message since 3.1 has one.
  const operation = operationId ?? (version === '3.0' ? undefined : taskId);
  return JSON.stringify({
    // Stays the same however often it is sent.
    idempotency_key: newId(),
    operation_id: operation,
    task_id: taskId,
    task_type: task,
    ...(task !== 'sync_accounts' && { protocol: 'media-buy' }),
    status,
    timestamp: new Date(nowMs()).toISOString(),
    message: sentence,
    result,
  });
}

function stateMessage(
  key: string,
  record: ToldRecord,
  { status, reason }: ToldState,
  { version }: BuyerWebhook,
): Message {
  const { id } = record;
  const ended = BEFORE_NEWS.includes(status) ? 'working' : 'completed';
  const why = reason === '' ? {} : { warnings: [reason] };
  const sentenceOf = (subject: string) =>
    `${subject} ${id} is ${status.replaceAll('_', ' ')}${reason === '' ? '.' : `: ${reason}`}`;
  if (key.startsWith('buyer-account')) {
    const account = WRITERS[version].account(record as never);
    const result = { accounts: [{ ...account, action: 'updated', ...why }] };
    return { taskId: id, status: ended, sentence: sentenceOf('Account'), result };
  }
  if (key.startsWith('library-creative')) {
    const result = { creatives: [{ creative_id: id, action: 'unchanged', status, ...why }] };
    return { taskId: id, status: ended, sentence: sentenceOf('Creative'), result };
  }
  const { packages } = (record as unknown as MediaBuy).definition;
  const task = status === 'rejected' || status === 'canceled' ? status : 'completed';
  const said = version === '3.0' ? { status } : { status: task, media_buy_status: status };
  const ids = packages.map((line) => ({ package_id: line.id }));
  const result = { media_buy_id: id, packages: ids, ...said };
  return { taskId: id, status: task, sentence: sentenceOf('Media buy'), result };
}

/** A day or a month of UTC; `endMs` is not in it. */
function periodAt(frequency: ReportFrequency, atMs: number) {
  const at = new Date(atMs);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return frequency === 'daily'
    ? { startMs: Date.UTC(year, month, day), endMs: Date.UTC(year, month, day + 1) }
    : { startMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1) };
}

/** Of a buy that delivers nothing any more: since when. */
function endedMs({ definition, changedMs }: MediaBuy, status: string): number {
  const { canceled, packages, endMs } = definition;
  if (status !== 'completed') return canceled?.atMs ?? changedMs;
  return Math.max(endMs, ...packages.map((line) => flightOf(definition, line).endMs));
}

type ReportOfPeriod = {
  readonly buy: MediaBuy;
  readonly buyer: Buyer;
  readonly reporting: BuyerWebhook & { readonly frequency: ReportFrequency };
  readonly period: { readonly startMs: number; readonly endMs: number };
  readonly isFinal: boolean;
  readonly reports: number;
};

/** What get_media_buy_delivery answers for the period, in the version of the webhook. */
async function reportOf(
  { buy, buyer, reporting, period, isFinal, reports }: ReportOfPeriod,
  { seller }: TellingParts,
): Promise<Message> {
  const dates = {
    start_date: dateOf(dayOf(period.startMs)),
    end_date: dateOf(dayOf(period.endMs)),
  };
  const args = {
    adcp_version: reporting.version,
    account: { account_id: buy.account },
    media_buy_ids: [buy.id],
    ...dates,
  };
  const answer = await seller.call('get_media_buy_delivery', args, buyer, 'exchange');
  if (answer?.isError !== false) throw new Error(`there is no delivery of ${buy.id}`);
  // Of the answer to a call, not of a report.
  const { adcp_version: _, status: __, ...delivery } = answer.body;
  const next = periodAt(reporting.frequency, period.endMs).endMs + REPORT_DELAY_MINUTES * 60_000;
  const result = {
    notification_type: isFinal ? 'final' : 'scheduled',
    sequence_number: reports,
    ...(!isFinal && { next_expected_at: new Date(next).toISOString() }),
    ...delivery,
  };
  const sentence = `Delivery of media buy ${buy.id} from ${dates.start_date} to ${dates.end_date}.`;
  return { taskId: buy.id, status: 'completed', sentence, result };
}
