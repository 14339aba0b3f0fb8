import { createHash } from 'node:crypto';
import type { RefusedChange } from './refused-change.ts';
import type { Once } from './write-store.ts';

/** A caller that has no answer by then does not ask again. */
export const ANSWER_KEPT_MS = 24 * 60 * 60 * 1000;

/** What the call of before came to. */
type CallBefore<Stored> = Extract<RefusedChange<Stored>, { readonly kind: 'done' | 'other-call' }>;

type RepeatableCall = { readonly key: string; readonly who: string; readonly body: string };

/** A request that the same caller repeats with the same key and body gets the first answer and changes nothing. */
export function onceFor<Stored>(
  { key, who, body }: RepeatableCall,
  nowMs: number,
): Once<Stored, CallBefore<Stored>> {
  const name = `${who}/${key}`;
  const hash = createHash('sha256').update(body).digest('base64url');
  return {
    async before(query) {
      await query('delete from idempotent_answers where until_ms < cast($1 as bigint)', [nowMs]);
      const [row] = await query(
        'select request_hash, body from idempotent_answers where key = $1',
        [name],
      );
      if (row === undefined) return undefined;
      if (row.request_hash !== hash) return { kind: 'other-call' };
      return { kind: 'done', stored: JSON.parse(String(row.body)) as Stored };
    },
    async after(query, stored) {
      await query(
        `insert into idempotent_answers (key, request_hash, status, body, until_ms)
        values ($1, $2, $3, $4, $5)`,
        [name, hash, 201, JSON.stringify(stored), nowMs + ANSWER_KEPT_MS],
      );
    },
  };
}
