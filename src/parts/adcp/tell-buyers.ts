import { createFaultLog } from '../../ledger/fault-log.ts';
import { isWaiting, queueWebhook } from '../../ledger/outbox.ts';
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
import type { SellerSources } from './seller-terms.ts';
import type { BuyerWebhook } from './webhooks.ts';
import { WRITERS } from './wire/writer.ts';

/** Tells buyers by the outbox what has become of what they have made. */

const ROUND_MS = 2000;
const AFTER_FAULT_MS = 10_000;
/** Records that are looked at in a round: each costs a few questions to the database. */
const ROWS_MAX = 100;

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

/** How the outbox names the webhook of a record: none of the config has a slash in its name. */
const PREFIX = 'buyer/';

/** The webhook as the record has it now. undefined: it is gone, or its record is. */
export async function readBuyerWebhook(
  query: Query,
  name: string,
): Promise<BuyerWebhook | undefined> {
  return (await readFollowed(query, name.slice(PREFIX.length)))?.record.definition.notify;
}

/** Returns what ends it. */
export function startTelling(sources: SellerSources): () => Promise<void> {
  const round = createTellingRound(sources);
  const failed = 'buyers are not told what has changed: it is tried again';
  const worksAgain = 'buyers are told again what has changed';
  const faults = createFaultLog(sources.log, failed, worksAgain);
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
export function createTellingRound(sources: SellerSources) {
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
    const known = new Map<string, Promise<AssignedPackages>>();
    const assignedOf = (account: string) => {
      const found = known.get(account) ?? readAssigned(database.query, [account]);
      known.set(account, found);
      return found;
    };
    let count = 0;
    const failures: unknown[] = [];
    for (const { key, told } of rows) {
      try {
        if (
          await tell({ key: String(key), told: String(told) }, database, { ...sources, assignedOf })
        )
          count++;
      } catch (error) {
        // One that fails keeps nobody else from being told.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return count;
  };
}

type RoundSources = SellerSources & {
  readonly assignedOf: (account: string) => Promise<AssignedPackages>;
};

/** States in which the answer of the call has left them: nobody is told of them first. */
const BEFORE_NEWS = ['processing', 'pending_review', 'pending_approval'];

/** A record that buyers are told of: the number of its messages, a space, and the state that it was told last; or ''. */
type ToldRow = { readonly key: string; readonly told: string };

/** One message of a record at a time, so that a buyer gets them in the order in which they happened. */
async function tell(
  { key, told }: ToldRow,
  database: Database,
  sources: RoundSources,
): Promise<boolean> {
  const [count = '', last = ''] = told.split(' ');
  const followed = await readFollowed(database.query, key);
  const webhook = followed?.record.definition.notify;
  const news = followed && (await newsOf(followed, database.query, sources));
  const isOver = followed?.kind === 'media-buy' && FINAL_STATUSES.some((one) => one === last);
  if (followed === undefined || news === undefined || webhook === undefined || isOver) {
    await database.query('delete from buyer_told where key = $1', [key]);
    return false;
  }
  const { state } = news;
  if (state === last || (last === '' && BEFORE_NEWS.includes(state))) return false;
  const name = `${PREFIX}${key}`;
  if (await isWaiting(database.query, name)) return false;
  const event = String(Number(count) + 1);
  const body = payloadOf(followed.record.id, webhook, news, sources);
  return database.transaction(async (query) => {
    // Of several machines that have read the same row, one queues the message.
    const moved = await query(
      'update buyer_told set told = $1 where key = $2 and told = $3 returning key',
      [`${event} ${state}`, key, told],
    );
    if (moved.length > 0) await queueWebhook(query, { name, event, body });
    return moved.length > 0;
  });
}

/** What happened to a record. */
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
  query: Query,
  sources: RoundSources,
): Promise<News> {
  const { id } = record;
  const { version = '3.0' } = record.definition.notify ?? {};
  const sentenceOf = (subject: string, state: string, reason: string) =>
    `${subject} is ${state.replaceAll('_', ' ')}${reason === '' ? '.' : `: ${reason}`}`;
  const warningsOf = (reason: string) => (reason === '' ? {} : { warnings: [reason] });
  if (kind === 'buyer-account') {
    const { state } = record;
    const { reason } = record.definition;
    const written = WRITERS[version].account(record);
    const accounts = [{ ...written, action: 'updated', ...warningsOf(reason) }];
    return { state, sentence: sentenceOf(`Account ${id}`, state, reason), result: { accounts } };
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
  // Accounts are never deleted.
  const owner = (await findRecord(query, BUYER_ACCOUNT, account)) as BuyerAccount;
  const assigned = await sources.assignedOf(account);
  const { status: state, reason } = listedCreative(record, owner, assigned, sources);
  const { id: own } = record.definition;
  const entry = { creative_id: own, action: 'unchanged', status: state, ...warningsOf(reason) };
  const sentence = sentenceOf(`Creative ${own}`, state, reason);
  return { state, sentence, result: { creatives: [entry] } };
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
