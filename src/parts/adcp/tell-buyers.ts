import { createFaultLog } from '../../ledger/fault-log.ts';
import { isWaiting, queueWebhook } from '../../ledger/outbox.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import { repeat } from '../../lib/repeat.ts';
import type { Database, Query } from '../../lib/sql/database.ts';
import { findRecord } from '../../store/store.ts';
import { BUYER_ACCOUNT, type BuyerAccount, readAccount } from './accounts.ts';
import { FINAL_STATUSES, MEDIA_BUY, type MediaBuy, statusOf } from './buy.ts';
import type { Buyer } from './buyers.ts';
import { LIBRARY_CREATIVE, type LibraryCreative } from './creatives.ts';
import { refuseWith, UNREACHABLE } from './errors.ts';
import { deliveryOf } from './get-delivery.ts';
import { assignedPackages, creativeStanding, readBuys } from './library.ts';
import { serveTermsOf } from './serve-buy.ts';
import type { SellerSources } from './tool.ts';
import { type BuyerWebhook, REPORT_DELAY_MINUTES, type Webhooks } from './webhooks.ts';
import { WRITERS } from './wire/writer.ts';

/** Tells buyers by the outbox what has become of what they have made, and sends their daily reports. */

const ROUND_MS = 2000;
const AFTER_FAULT_MS = 10_000;
/** Records that are looked at in a round: each costs a few questions to the database. */
const ROWS_MAX = 100;
const REPORT_DELAY_MS = REPORT_DELAY_MINUTES * 60_000;

/** No webhook of the config has a slash in its name. The record has its address. */
const PREFIX = 'buyer/';
const nameOf = (subject: 'notify' | 'reporting', key: string) => `${PREFIX}${subject}/${key}`;
export const isNameOfBuyer = (name: string): boolean => name.startsWith(PREFIX);

/** The webhook as the record has it now. undefined: it is gone, or its record is. */
export async function readBuyerWebhook(
  query: Query,
  name: string,
): Promise<BuyerWebhook | undefined> {
  const [, subject, ...rest] = name.split('/');
  const { definition = {} } = (await readFollowed(query, rest.join('/')))?.record ?? {};
  return (definition as Record<string, BuyerWebhook | undefined>)[subject ?? ''];
}

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

type TellingParts = {
  readonly sources: SellerSources;
  readonly buyers: () => readonly Buyer[];
};

/** Returns what ends it. */
export function startTelling(parts: TellingParts): () => Promise<void> {
  const round = createTellingRound(parts);
  const failed = 'buyers are not told what has changed: it is tried again';
  const faults = createFaultLog(
    parts.sources.log,
    failed,
    'buyers are told again what has changed',
  );
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
export function createTellingRound(parts: TellingParts) {
  let after = '';
  return async (): Promise<number> => {
    const database = parts.sources.database();
    if (database === undefined) return 0;
    const rows = await database.query(
      `select key, told from buyer_told where key > $1 order by key limit ${ROWS_MAX}`,
      [after],
    );
    after = rows.length < ROWS_MAX ? '' : String(rows.at(-1)?.key);
    const stateOf = createStates(database.query, parts.sources);
    let count = 0;
    const failures: unknown[] = [];
    for (const { key, told } of rows) {
      try {
        const row = { key: String(key), told: String(told) };
        if (await tell(database, row, stateOf, parts)) count++;
      } catch (error) {
        // One that fails keeps nobody else from being told.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return count;
  };
}

/** What happened to a record, as `mcp-webhook-payload` of the protocol says it. */
type News = {
  readonly state: string;
  readonly task?: string;
  readonly sentence: string;
  readonly result: object;
};

type StateOf = (followed: Followed) => Promise<News>;

/** The state of a record as its buyer would read it now. What the creatives of an account share is read once. */
function createStates(query: Query, sources: SellerSources): StateOf {
  const assigned = new Map<string, Promise<ReturnType<typeof assignedPackages>>>();
  const newsOf = (subject: string, state: string, reason: string, result: object): News => {
    const why = reason === '' ? '.' : `: ${reason}`;
    return { state, sentence: `${subject} is ${state.replaceAll('_', ' ')}${why}`, result };
  };
  const warningsOf = (reason: string) => (reason === '' ? {} : { warnings: [reason] });
  return async ({ kind, record }) => {
    const { id } = record;
    if (kind === 'buyer-account') {
      const { reason, notify } = record.definition;
      const { version = '3.0' } = notify ?? {};
      const entry = { ...WRITERS[version].account(record), action: 'updated' };
      const accounts = [{ ...entry, ...warningsOf(reason) }];
      return newsOf(`Account ${id}`, record.state, reason, { accounts });
    }
    if (kind === 'media-buy') {
      const { packages, rejectedFor, canceled, notify } = record.definition;
      const state = statusOf(record, sources.nowMs());
      const task = state === 'rejected' || state === 'canceled' ? state : 'completed';
      const reason = state === 'rejected' ? rejectedFor : (canceled?.reason ?? '');
      const result = {
        media_buy_id: id,
        packages: packages.map((line) => ({ package_id: line.id })),
        ...(notify?.version === '3.0'
          ? { status: state }
          : { status: task, media_buy_status: state }),
      };
      return { task, ...newsOf(`Media buy ${id}`, state, reason, result) };
    }
    const { account } = record.kept;
    const known = assigned.get(account) ?? readBuys(query, [account]).then(assignedPackages);
    assigned.set(account, known);
    const shown = (await known).get(id) ?? [];
    const terms = serveTermsOf(sources, { who: '', role: 'buyer' });
    // Accounts are never deleted.
    const owner = (await readAccount(query, account)) as BuyerAccount;
    const { status, reason } = creativeStanding(record, shown, owner, terms, sources);
    const { id: own } = record.definition;
    const entry = { creative_id: own, action: 'unchanged', status, ...warningsOf(reason) };
    return newsOf(`Creative ${own}`, status, reason, { creatives: [entry] });
  };
}

/** What a buyer was told last of a record. */
type Told = {
  readonly state: string;
  readonly messages: number;
  readonly reports: number;
  /** The day of UTC of the last report. */
  readonly day: number;
};

/** States in which the answer of the call has left them: nobody is told of them first. */
const BEFORE_NEWS = ['processing', 'pending_review', 'pending_approval'];

/** One message of a subject at a time, so that a buyer gets them in the order in which they happened. */
async function tell(
  database: Database,
  row: { readonly key: string; readonly told: string },
  stateOf: StateOf,
  parts: TellingParts,
): Promise<boolean> {
  const followed = await readFollowed(database.query, row.key);
  const buyer = parts.buyers().find(({ id }) => id === followed?.record.kept.buyer);
  const told: Told =
    row.told === '' ? { state: '', messages: 0, reports: 0, day: 0 } : JSON.parse(row.told);
  const due = followed && buyer && (await dueOf(followed, buyer, told, stateOf, parts));
  if (followed === undefined || due === undefined) {
    await database.query('delete from buyer_told where key = $1', [row.key]);
    return false;
  }
  if (due === 'later') return false;
  const { subject, next, news } = due;
  const webhook = (followed.record.definition as Webhooks)[subject];
  const name = nameOf(subject, row.key);
  if (webhook === undefined || (await isWaiting(database.query, name))) return false;
  const body = payloadOf(followed.record.id, webhook, news, parts.sources);
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

type Due = {
  readonly subject: 'notify' | 'reporting';
  readonly next: Told;
  readonly news: News;
};

/** Instead of a day: the last report was sent. */
const REPORTED = Number.MAX_SAFE_INTEGER;

/** What is to be told next. undefined: nothing ever again. */
async function dueOf(
  followed: Followed,
  buyer: Buyer,
  told: Told,
  stateOf: StateOf,
  parts: TellingParts,
): Promise<Due | 'later' | undefined> {
  const news = await stateOf(followed);
  const { state } = news;
  const isNews = told.state !== state && !(told.state === '' && BEFORE_NEWS.includes(state));
  if (followed.record.definition.notify !== undefined && isNews) {
    return { subject: 'notify', next: { ...told, state, messages: told.messages + 1 }, news };
  }
  // Creatives and accounts can always change again.
  if (followed.kind !== 'media-buy') return 'later';
  const { createdMs, changedMs, definition } = followed.record;
  const isOver = FINAL_STATUSES.some((last) => last === state);
  if (definition.reporting === undefined || told.day === REPORTED) {
    return isOver ? undefined : 'later';
  }
  const day = told.reports > 0 ? told.day + 1 : dayOf(Math.max(definition.startMs, createdMs));
  const dayEndMs = (day + 1) * DAY_MS;
  if (dayEndMs + REPORT_DELAY_MS > parts.sources.nowMs()) return 'later';
  const isFinal = isOver && (state === 'completed' ? definition.endMs : changedMs) <= dayEndMs;
  const reports = told.reports + 1;
  const numbered = {
    notification_type: isFinal ? 'final' : 'scheduled',
    sequence_number: reports,
    ...(!isFinal && {
      next_expected_at: new Date(dayEndMs + DAY_MS + REPORT_DELAY_MS).toISOString(),
    }),
  };
  return {
    subject: 'reporting',
    next: { ...told, reports, day: isFinal ? REPORTED : day },
    news: await reportOf(followed.record, buyer, day, numbered, parts),
  };
}

/** What get_media_buy_delivery answers for the day, in the version of the webhook. */
async function reportOf(
  { id, kept, definition }: MediaBuy,
  buyer: Buyer,
  day: number,
  numbered: object,
  { sources }: TellingParts,
): Promise<News> {
  const { query } = sources.database() ?? refuseWith(UNREACHABLE);
  const version = definition.reporting?.version ?? '3.0';
  const write = WRITERS[version];
  const call = { buyer, version, write, nowMs: sources.nowMs(), query, sources, changes: [] };
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
  { state, task: status, sentence, result }: News,
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
    timestamp: new Date(nowMs()).toISOString(),
    message: sentence,
    result,
  });
}
