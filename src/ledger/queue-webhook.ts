import type { Query } from '../lib/sql/database.ts';

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
    `insert into outbox (id, partner, url, attempts, due_ms, lease_until_ms, body)
     values ($1, $2, '', 0, 0, 0, $3) on conflict do nothing returning id`,
    [`${recipient}/${event}`, recipient, body],
  );
  return stored.length === 0 ? 'known' : 'queued';
}
