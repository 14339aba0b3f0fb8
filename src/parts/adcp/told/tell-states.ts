import { isWaiting, queueWebhook } from '../../../ledger/queue-webhook.ts';
import type { Runtime } from '../../../lib/runtime.ts';
import type { Database, Query } from '../../../lib/sql/database.ts';
import { messageBody } from './message.ts';
import { webhookNameOfRecord } from './recipient.ts';
import type { RecordStates } from './record-states.ts';
import { lastRevision, markTold, readRow, readRows, type ToldRow } from './told-table.ts';
import { isLastOfBuy, isNews, readWatched, type WatchedSources } from './watched.ts';

export type TellParts = WatchedSources &
  Pick<Runtime, 'nowMs' | 'newId' | 'log'> & { readonly database: () => Database | undefined };

/** Records that are looked at in a round. All others wait for theirs. */
const LOOKED_AT_MAX = 200;

/** Creatives and accounts change with the store alone: without a change, they are looked at in every so many rounds. */
const ROUNDS_BETWEEN = 15;

/** Queues a message for each of these records, and for some others that are open, whose state the buyer was not told yet. */
export function createTellStates(parts: TellParts) {
  const buys = createWalk('media-buy:');
  const others = [createWalk('library-creative:'), createWalk('buyer-account:')];
  let seen = 0;
  let rounds = 0;
  return async (database: Database, changed: readonly string[]): Promise<number> => {
    const { query } = database;
    const revision = await lastRevision(query);
    const areDue = revision !== seen || rounds++ % ROUNDS_BETWEEN === 0;
    seen = revision;
    const keys = new Set([...changed, ...(await buys.next(query))]);
    for (const walk of others) {
      if (!areDue && !walk.isUnderWay()) continue;
      for (const key of await walk.next(query)) keys.add(key);
    }
    const states = parts.states();
    return countOfEach(keys, (key) => tell(database, key, states, parts));
  };
}

/** Through the open records of one kind, and again from the first. */
function createWalk(prefix: string) {
  let after = prefix;
  return {
    isUnderWay: () => after !== prefix,
    async next(query: Query): Promise<readonly string[]> {
      const page = await readRows(query, 'open', { prefix, after, countMax: LOOKED_AT_MAX });
      after = page.length < LOOKED_AT_MAX ? prefix : (page.at(-1)?.key ?? prefix);
      return page.map(({ key }) => key);
    },
  };
}

/** How many were told. One that fails keeps nobody else from being told. */
export async function countOfEach<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<boolean>,
): Promise<number> {
  const failures: unknown[] = [];
  let count = 0;
  for (const item of items) {
    try {
      if (await work(item)) count++;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return count;
}

/** One message of a record at a time: so a buyer gets them in the order in which they happened. */
async function tell(
  { query, transaction }: Pick<Database, 'query' | 'transaction'>,
  key: string,
  states: RecordStates,
  parts: TellParts,
): Promise<boolean> {
  const row = await readRow(query, key);
  if (row === undefined) return false;
  const record = await readWatched(query, key, states, parts);
  if (record === undefined) return leave(query, row);
  const state = await record.state();
  const { status } = state;
  const isLast = key.startsWith('media-buy:') && isLastOfBuy(status);
  if (!isNews(row.told, status)) {
    const isOver = isLast && row.told === status;
    if (isOver) await markTold(query, row, { ...row, isLast });
    return false;
  }
  const name = webhookNameOfRecord('state', key);
  if (await isWaiting(query, name)) return false;
  const message = await record.messageOf(state);
  const terms = { idempotencyKey: parts.newId(), atMs: parts.nowMs() };
  const body = messageBody(record.webhook, message, terms);
  const messages = row.messages + 1;
  return transaction(async (ask) => {
    if (!(await markTold(ask, row, { told: status, messages, isLast }))) return false;
    await queueWebhook(ask, { name, event: String(messages), body });
    return true;
  });
}

/** Nothing is told of it until it is changed. */
async function leave(query: Query, row: ToldRow): Promise<false> {
  await markTold(query, row, { ...row, isLast: true });
  return false;
}
