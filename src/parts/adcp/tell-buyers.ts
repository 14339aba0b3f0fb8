import { createFaultLog } from '../../ledger/fault-log.ts';
import { isWaiting, queueWebhook } from '../../ledger/outbox.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import { repeat } from '../../lib/repeat.ts';
import type { Database, Query } from '../../lib/sql/database.ts';
import { findRecord } from '../../store/store.ts';
import { BUYER_ACCOUNT, type BuyerAccount } from './accounts.ts';
import { FINAL_STATUSES, isoOf, MEDIA_BUY, type MediaBuy, statusOf } from './buy.ts';
import {
  type AssignedPackages,
  LIBRARY_CREATIVE,
  type LibraryCreative,
  listedCreative,
  readAssigned,
} from './creatives.ts';
import { deliveryOf } from './get-delivery.ts';
import type { Buyer, SellerSources } from './tool.ts';
import type { BuyerWebhook, Webhooks } from './webhooks.ts';
import { REPORT_DELAY_MINUTES, WRITERS } from './wire/writer.ts';

/** Tells buyers by the outbox what has become of what they have made, and sends their daily reports. */

const ROUND_MS = 2000;
const AFTER_FAULT_MS = 10_000;
/** Records that are looked at in a round: each costs a few questions to the database. */
const ROWS_MAX = 100;
const REPORT_DELAY_MS = REPORT_DELAY_MINUTES * 60_000;

type Followed =
  | { readonly kind: 'media-buy'; readonly record: MediaBuy }
  | { readonly kind: 'library-creative'; readonly record: LibraryCreative }
  | { readonly kind: 'buyer-account'; readonly record: BuyerAccount };

/** undefined: there is none any more. */
async function readFollowed(query: Query, key: string): Promise<Followed | undefined> {
  const [name = '', ...id] = key.split(':');
  const kind = [MEDIA_BUY, LIBRARY_CREATIVE, BUYER_ACCOUNT].find((one) => one.name === name);
  const record = kind && (await findRecord(query, kind as never, id.join(':')));
  return record && ({ kind: name, record } as unknown as Followed);
}

type Subject = keyof Webhooks;

/** As the outbox names a webhook: none of the config has a slash in its name. */
const nameOf = (subject: Subject, key: string) => `buyer/${subject}/${key}`;

/** The webhook as the record has it now. undefined: it is gone, or its record is. */
export async function readBuyerWebhook(
  query: Query,
  name: string,
): Promise<BuyerWebhook | undefined> {
  const [, subject, ...key] = name.split('/');
  const definition: Webhooks = (await readFollowed(query, key.join('/')))?.record.definition ?? {};
  return definition[subject as Subject];
}

type TellingParts = {
  readonly sources: SellerSources;
  readonly buyers: () => readonly Buyer[];
};

/** Returns what ends it. */
export function startTelling(parts: TellingParts): () => Promise<void> {
  const round = createTellingRound(parts);
  const failed = 'buyers are not told what has changed: it is tried again';
  const worksAgain = 'buyers are told again what has changed';
  const faults = createFaultLog(parts.sources.log, failed, worksAgain);
  return repeat(async () => {
    try {
      await round();
      faults.recovered();
      return ROUND_MS;
    } catch (error) {
      faults.failed(error);
      return AFTER_FAULT_MS;
    }
  });
}

/** Resolves to how many messages it has queued. */
export function createTellingRound({ sources, buyers }: TellingParts) {
  let after = '';
  return async (): Promise<number> => {
    const database = sources.database();
    if (database === undefined) return 0;
    const rows = await database.query(
      `select key, told from buyer_told where key > $1 order by key limit ${ROWS_MAX}`,
      [after],
    );
    after = rows.length < ROWS_MAX ? '' : String(rows.at(-1)?.key);
    // What the creatives of an account share is read once.
    const assigned = new Map<string, Promise<AssignedPackages>>();
    const round = { database, sources, buyers, assigned };
    let count = 0;
    const failures: unknown[] = [];
    for (const { key, told } of rows) {
      try {
        if (await tell({ key: String(key), told: String(told) }, round)) count++;
      } catch (error) {
        // One that fails keeps nobody else from being told.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return count;
  };
}

type Round = TellingParts & {
  readonly database: Database;
  readonly assigned: Map<string, Promise<AssignedPackages>>;
};

/** What happened to a record, as `mcp-webhook-payload` of the protocol says it. */
type News = {
  readonly state: string;
  readonly sentence: string;
  readonly result: object;
  /** The state of the task, where it does not follow from that of the record. */
  readonly status?: string;
};

/** The state of a record as its buyer would read it now. */
async function newsOf(
  { kind, record }: Followed,
  { database, sources, assigned }: Round,
): Promise<News> {
  const { id } = record;
  const { version = '3.0' } = record.definition.notify ?? {};
  const write = WRITERS[version];
  const sentenceOf = (subject: string, state: string, reason: string) =>
    `${subject} is ${state.replaceAll('_', ' ')}${reason === '' ? '.' : `: ${reason}`}`;
  const warningsOf = (reason: string) => (reason === '' ? {} : { warnings: [reason] });
  if (kind === 'buyer-account') {
    const { state, definition } = record;
    const entry = { ...write.account(record), action: 'updated', ...warningsOf(definition.reason) };
    const sentence = sentenceOf(`Account ${id}`, state, definition.reason);
    return { state, sentence, result: { accounts: [entry] } };
  }
  if (kind === 'media-buy') {
    const { packages, rejectedFor, canceled } = record.definition;
    const state = statusOf(record, sources.nowMs());
    const status = state === 'rejected' || state === 'canceled' ? state : 'completed';
    const reason = state === 'rejected' ? rejectedFor : (canceled?.reason ?? '');
    const lines = packages.map((line) => ({ package_id: line.id }));
    const stated = version === '3.0' ? { status: state } : { status, media_buy_status: state };
    const result = { media_buy_id: id, packages: lines, ...stated };
    return { state, status, sentence: sentenceOf(`Media buy ${id}`, state, reason), result };
  }
  const { account } = record.kept;
  const known = assigned.get(account) ?? readAssigned(database.query, [account]);
  assigned.set(account, known);
  // Accounts are never deleted.
  const owner = (await findRecord(database.query, BUYER_ACCOUNT, account)) as BuyerAccount;
  const { status: state, reason } = listedCreative(record, owner, await known, sources);
  const { id: own } = record.definition;
  const entry = { creative_id: own, action: 'unchanged', status: state, ...warningsOf(reason) };
  const sentence = sentenceOf(`Creative ${own}`, state, reason);
  return { state, sentence, result: { creatives: [entry] } };
}

/** What a buyer was told last of a record. */
type Told = {
  readonly state: string;
  readonly messages: number;
  readonly reports: number;
  /** The day of UTC of the last report. */
  readonly day: number;
};

const UNTOLD: Told = { state: '', messages: 0, reports: 0, day: 0 };

/** States in which the answer of the call has left them: nobody is told of them first. */
const BEFORE_NEWS = ['processing', 'pending_review', 'pending_approval'];

/** One message of a subject at a time, so that a buyer gets them in the order in which they happened. */
async function tell(
  row: { readonly key: string; readonly told: string },
  round: Round,
): Promise<boolean> {
  const { database, sources, buyers } = round;
  const followed = await readFollowed(database.query, row.key);
  const buyer = buyers().find(({ id }) => id === followed?.record.kept.buyer);
  const told: Told = row.told === '' ? UNTOLD : JSON.parse(row.told);
  const due = followed && buyer && (await dueOf(followed, buyer, told, round));
  if (followed === undefined || due === undefined) {
    await database.query('delete from buyer_told where key = $1', [row.key]);
    return false;
  }
  if (due === 'later') return false;
  const { subject, next, news } = due;
  const webhook = (followed.record.definition as Webhooks)[subject];
  const name = nameOf(subject, row.key);
  if (webhook === undefined || (await isWaiting(database.query, name))) return false;
  const body = payloadOf(followed.record.id, webhook, news, sources);
  return database.transaction(async (query) => {
    // Of several machines that have read the same row, one queues the message.
    const moved = await query(
      'update buyer_told set told = $1 where key = $2 and told = $3 returning key',
      [JSON.stringify(next), row.key, row.told],
    );
    if (moved.length === 0) return false;
    await queueWebhook(query, { name, event: String(next.messages + next.reports), body });
    return true;
  });
}

type Due = { readonly subject: Subject; readonly next: Told; readonly news: News };

/** Instead of a day: the last report was sent. */
const REPORTED = Number.MAX_SAFE_INTEGER;

/** What is to be told next. undefined: nothing ever again. */
async function dueOf(
  followed: Followed,
  buyer: Buyer,
  told: Told,
  round: Round,
): Promise<Due | 'later' | undefined> {
  const news = await newsOf(followed, round);
  const { state } = news;
  const isNews = told.state !== state && !(told.state === '' && BEFORE_NEWS.includes(state));
  if (followed.record.definition.notify !== undefined && isNews) {
    return { subject: 'notify', next: { ...told, state, messages: told.messages + 1 }, news };
  }
  // Creatives and accounts can always change again.
  if (followed.kind !== 'media-buy') return 'later';
  const { record } = followed;
  const { createdMs, changedMs, definition } = record;
  const isOver = FINAL_STATUSES.some((last) => last === state);
  if (definition.reporting === undefined || told.day === REPORTED) {
    return isOver ? undefined : 'later';
  }
  const day = told.reports > 0 ? told.day + 1 : dayOf(Math.max(definition.startMs, createdMs));
  const dayEndMs = (day + 1) * DAY_MS;
  if (dayEndMs + REPORT_DELAY_MS > round.sources.nowMs()) return 'later';
  const isFinal = isOver && (state === 'completed' ? definition.endMs : changedMs) <= dayEndMs;
  const reports = told.reports + 1;
  const numbered = {
    notification_type: isFinal ? 'final' : 'scheduled',
    sequence_number: reports,
    ...(!isFinal && { next_expected_at: isoOf(dayEndMs + DAY_MS + REPORT_DELAY_MS) }),
  };
  return {
    subject: 'reporting',
    next: { ...told, reports, day: isFinal ? REPORTED : day },
    news: await reportOf(record, buyer, day, numbered, round),
  };
}

/** What get_media_buy_delivery answers for the day, in the version of the webhook. */
async function reportOf(
  { id, kept, definition }: MediaBuy,
  buyer: Buyer,
  day: number,
  numbered: object,
  { database: { query }, sources }: Round,
): Promise<News> {
  const version = definition.reporting?.version ?? '3.0';
  const nowMs = sources.nowMs();
  const call = { buyer, version, write: WRITERS[version], nowMs, query, sources, changes: [] };
  const args = {
    account: { account_id: kept.account },
    media_buy_ids: [id],
    start_date: dateOf(day),
    end_date: dateOf(day + 1),
  };
  const delivery = await deliveryOf(args, call);
  const sentence = `Delivery of media buy ${id} on ${dateOf(day)}.`;
  return { state: '', sentence, result: { ...numbered, ...delivery } };
}

/** As `mcp-webhook-payload` of the protocol has it, without the token, which is added when it is sent. */
function payloadOf(
  taskId: string,
  { task, version, operation_id }: BuyerWebhook,
  { state, status, sentence, result }: News,
  { newId, nowMs }: SellerSources,
): string {
  return JSON.stringify({
    // Stays the same however often it is sent.
    idempotency_key: newId(),
    // Every message since 3.1 has one.
    operation_id: operation_id ?? (version === '3.0' ? undefined : taskId),
    task_id: taskId,
    task_type: task,
    ...(task !== 'sync_accounts' && { protocol: 'media-buy' }),
    status: status ?? (BEFORE_NEWS.includes(state) ? 'working' : 'completed'),
    timestamp: isoOf(nowMs()),
    message: sentence,
    result,
  });
}
