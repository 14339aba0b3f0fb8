import { createHash } from 'node:crypto';
import { Refusal, refuse } from '../lib/refusal.ts';
import type { Query } from '../lib/sql/database.ts';

/** A caller that has no answer by then does not repeat its call. */
export const CALL_KEPT_MS = 24 * 60 * 60 * 1000;

/** Digests of the key of a call and of its body: keys are secrets, and bodies are long. */
export type Call = { readonly key: string; readonly body: string };

export const callOf = ({ key, body }: Call): Call => ({ key: digest(key), body: digest(body) });

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * In the transaction of a writer whose turn it is: makes a change once, whatever becomes of the answer. A call whose key was
 * used gets the first answer again. What was refused is not kept, so that a caller corrects its call under the same key.
 */
export async function once<Answer extends object>(
  query: Query,
  call: Call | undefined,
  nowMs: number,
  make: () => Promise<Answer | Refusal>,
): Promise<{ readonly answer: Answer; readonly isReplay: boolean } | Refusal> {
  const before = await madeBefore<Answer>(query, call, nowMs);
  if (before instanceof Refusal) return before;
  if (before !== undefined) return { answer: before, isReplay: true };
  const answer = await make();
  if (answer instanceof Refusal) return answer;
  if (call !== undefined) {
    await query('delete from calls where at_ms <= cast($1 as bigint)', [nowMs - CALL_KEPT_MS]);
    await query('insert into calls (key, body, answer, at_ms) values ($1, $2, $3, $4)', [
      ...[call.key, call.body, JSON.stringify(answer), nowMs],
    ]);
  }
  return { answer, isReplay: false };
}

/** What the same call came to when it was made before. */
export async function madeBefore<Answer extends object>(
  query: Query,
  call: Call | undefined,
  nowMs: number,
): Promise<Answer | Refusal | undefined> {
  if (call === undefined) return undefined;
  const [row] = await query(
    'select body, answer from calls where key = $1 and at_ms > cast($2 as bigint)',
    [call.key, nowMs - CALL_KEPT_MS],
  );
  if (row === undefined) return undefined;
  return row.body === call.body
    ? (JSON.parse(String(row.answer)) as Answer)
    : refuse.keyUsed('another call was made with this Idempotency-Key');
}
