import { WEBHOOK_BODY_LENGTH_MAX } from '../../../ledger/queue-webhook.ts';
import type { BuyerWebhook } from '../records/buyer-webhook.ts';

/** One message to a buyer, as `mcp-webhook-payload` of the protocol has it. */
export type BuyerMessage = {
  /** What was made: buyers correlate messages by it. */
  readonly taskId: string;
  readonly taskStatus: 'working' | 'completed' | 'rejected' | 'canceled';
  readonly sentence: string;
  readonly result: object;
  /** In its place where that is longer than a message may be. */
  readonly shortResult: object;
};

type MessageTerms = {
  /** Stays the same however often the message is sent. */
  readonly idempotencyKey: string;
  readonly atMs: number;
};

/** Without the token of the webhook, which is added when it is sent. */
export function messageBody(
  { task, version, operationId }: BuyerWebhook,
  { taskId, taskStatus, sentence, result, shortResult }: BuyerMessage,
  { idempotencyKey, atMs }: MessageTerms,
): string {
  // Every message since 3.1 has one.
  const operation = operationId ?? (version === '3.0' ? undefined : taskId);
  const written = (told: object) =>
    JSON.stringify({
      idempotency_key: idempotencyKey,
      ...(operation !== undefined && { operation_id: operation }),
      task_id: taskId,
      task_type: task,
      ...(task !== 'sync_accounts' && { protocol: 'media-buy' }),
      status: taskStatus,
      timestamp: new Date(atMs).toISOString(),
      message: sentence,
      result: told,
    });
  const whole = written(result);
  return whole.length > WEBHOOK_BODY_LENGTH_MAX ? written(shortResult) : whole;
}
