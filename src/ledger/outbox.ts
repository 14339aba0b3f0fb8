import type { Fact } from '../core/sale/fact.ts';
import { insertAll, selectAll } from '../lib/sql/bulk.ts';
import {
  CLOCK_SQL,
  type Database,
  type DatabaseKind,
  type Query,
  readClockMs,
} from '../lib/sql/database.ts';
import { readerOf } from '../lib/sql/shape.ts';
import { columnText } from './journal-line.ts';

/** A call that is due: of a partner's URL, or of a webhook with a body. */
export type DueCall = {
  readonly id: string;
  /** The partner, or the webhook as outbox.ts names it. */
  readonly partner: string;
  /** Empty for a webhook: the config has its URL. */
  readonly url: string;
  /** What is posted to a webhook. undefined: the URL is only called. */
  readonly body: string | undefined;
  readonly failures: number;
  /** Then it is due again, for any machine, unless this one has said how it ended. */
  readonly takenUntilMs: number;
};

/** 'never': it was made or given up. 'again': it failed and is retried. 'unstarted': another machine may have it. */
export type EndedCall = Pick<DueCall, 'id' | 'takenUntilMs'> & {
  readonly next: 'never' | 'again' | 'unstarted';
};

/** The calls that wait, for all machines together. */
export async function countCalls(query: Query): Promise<number> {
  const [row] = await query('select count(*) as waiting from outbox');
  return Number(row?.waiting ?? 0);
}

export type Outbox = ReturnType<typeof createOutbox>;

type OutboxRound = {
  readonly ended: readonly EndedCall[];
  readonly againAfterMs: number;
  readonly limit: number;
  /** Partners that have enough calls. */
  readonly except: readonly string[];
  /** For this long no other machine gets them. Calls of a dead process are made again: partners know them by the URL. */
  readonly takenMs: number;
};

/**
 * The durable queue of calls to partners' URLs and to webhooks. A call that is taken is due again later, by the clock of the
 * database, which all machines share: one whose own clock is ahead would take over calls that others have in flight.
 */
export function createOutbox(
  { kind, transaction }: Database,
  nowMs: () => number,
  clock = (query: Query) => readClockMs({ kind, query }, nowMs()),
) {
  return {
    /** Stores the ended calls and takes calls that are due, the longest due first, in one transaction. */
    due({ ended, againAfterMs, ...wanted }: OutboxRound): Promise<readonly DueCall[]> {
      const inOrder = ended.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const over = inOrder.filter(({ next }) => next === 'never').map(({ id }) => id);
      return transaction(async (query) => {
        const clockMs = await clock(query);
        // A call that was made or given up is deleted, whoever has taken it by now. Its fact stays.
        await selectAll(query, over, (list) => `delete from outbox where id in (${list})`);
        const due = wanted.limit > 0 ? await take(query, kind, wanted, clockMs) : [];
        // Another machine may have taken a call whose time is over: such calls are left alone.
        const returned = inOrder.flatMap(({ id, takenUntilMs, next }) => {
          if (next === 'never') return [];
          const isAgain = next === 'again';
          return [[id, takenUntilMs, isAgain ? 1 : 0, clockMs + (isAgain ? againAfterMs : 0)]];
        });
        await insertAll(query, returned, giveBack);
        return due;
      });
    },
  };
}

const giveBack = (values: string) => `update outbox set
    failures = failures + cast(told.column3 as bigint), due_ms = cast(told.column4 as bigint)
  from (values ${values}) as told
  where id = told.column1 and due_ms = cast(told.column2 as bigint)`;

async function take(
  query: Query,
  kind: DatabaseKind,
  { limit, except, takenMs }: Pick<OutboxRound, 'limit' | 'except' | 'takenMs'>,
  clockMs: number,
): Promise<readonly DueCall[]> {
  const others = except.map((_, index) => `$${index + 4}`).join(', ');
  const rows = await query(
    `with due as materialized (
      select id from outbox
      where due_ms <= cast($1 as bigint) ${except.length === 0 ? '' : `and partner not in (${others})`}
      order by due_ms, id limit cast($3 as bigint) ${kind === 'postgres' ? 'for update skip locked' : ''}
    )
    update outbox set due_ms = cast($2 as bigint) from due where outbox.id = due.id
    returning outbox.id, outbox.partner, outbox.url, outbox.body, outbox.failures, outbox.due_ms as taken_until_ms`,
    [clockMs, clockMs + takenMs, limit, ...except],
  );
  return rows.map(readCall);
}

const readCall = readerOf({
  id: String,
  partner: String,
  url: String,
  body: (body: unknown) => (body === null ? undefined : String(body)),
  failures: Number,
  takenUntilMs: Number,
});

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
    `insert into outbox (id, partner, url, failures, due_ms)
    select column1, column2, column3, 0, ${DUE_MS[kind]} from (values ${values}) as calls
    where true on conflict do nothing`;
  await insertAll(query, rows, insertOnce);
  return due.length - fitting.length;
}

/** What a webhook is to be told. */
type WebhookMessage = {
  /** The webhook, as the config calls it, or of a buyer. */
  readonly name: string;
  /** Names what happened: while a message about it waits, the webhook gets no other one. */
  readonly event: string;
  readonly body: string;
};

/** Messages that wait for one webhook. One that is gone for long must not fill the disk. */
const WEBHOOK_ROWS_MAX = 1000;
const EVENT_LENGTH_MAX = 300;
/** Room for a report of two thousand rows with few columns. */
export const WEBHOOK_BODY_LENGTH_MAX = 262_144;

/** No name of a partner has a slash. */
const PREFIX = 'webhook/';

/** Whom the outbox has a message for. */
function webhookRecipient(name: string): string {
  return `${PREFIX}${name}`;
}

/** The webhook that a recipient stands for; undefined for a partner. */
export function webhookNameOf(recipient: string): string | undefined {
  return recipient.startsWith(PREFIX) ? recipient.slice(PREFIX.length) : undefined;
}

/** Whether a message waits for this webhook, or is under way. */
export async function isWaiting(query: Query, name: string): Promise<boolean> {
  const rows = await query('select id from outbox where partner = $1 limit 1', [
    webhookRecipient(name),
  ]);
  return rows.length > 0;
}

/**
 * Puts a message into the outbox, in the transaction of the query. The URL and the secret stay in the config, or in the
 * record of a buyer: a message goes where that says when it is sent. 'full': the webhook has too many that wait.
 */
export async function queueWebhook(
  query: Query,
  { name, event, body }: WebhookMessage,
): Promise<'queued' | 'known' | 'full'> {
  if (event.length > EVENT_LENGTH_MAX || body.length > WEBHOOK_BODY_LENGTH_MAX) {
    throw new RangeError(
      `expected a webhook's event of at most ${EVENT_LENGTH_MAX} characters and a body of at most ${WEBHOOK_BODY_LENGTH_MAX}, but got ${event.length} and ${body.length}`,
    );
  }
  const recipient = webhookRecipient(name);
  const [row] = await query('select count(*) as waiting from outbox where partner = $1', [
    recipient,
  ]);
  if (Number(row?.waiting) >= WEBHOOK_ROWS_MAX) return 'full';
  // Due since 1970: before the calls of partners, of which there may be very many.
  const stored = await query(
    `insert into outbox (id, partner, url, failures, due_ms, body)
     values ($1, $2, '', 0, 0, $3) on conflict do nothing returning id`,
    [`${recipient}/${event}`, recipient, body],
  );
  return stored.length === 0 ? 'known' : 'queued';
}
