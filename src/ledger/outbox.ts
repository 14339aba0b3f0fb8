import type { Database } from './database.ts';

/** Calls to partners that are due. Any number of machines may take from one outbox. */
export type Outbox = {
  /** Calls that nobody else makes for as long; whoever dies with them leaves them to the next. */
  readonly due: (limit: number, leaseMs: number) => Promise<readonly DueCall[]>;
  readonly done: (id: string) => Promise<void>;
  /** When to try again, or that nobody shall. */
  readonly failed: (id: string, next: number | 'give up') => Promise<void>;
};

export type DueCall = {
  readonly id: string;
  readonly partner: string;
  readonly url: string;
  /** This one included. */
  readonly attempts: number;
};

const LEASE = `
  update outbox set lease_until_ms = $1, attempts = attempts + 1
  where lease_until_ms < $2 and id in (
    select id from outbox where due_ms <= $3 and lease_until_ms < $4 order by due_ms, id limit $5
  ) returning id, partner, url, attempts`;

export function createOutbox(database: Database, nowMs: () => number): Outbox {
  // A call that was made or given up has no use any more; its fact stays.
  const remove = async (id: string) => {
    await database.query('delete from outbox where id = $1', [id]);
  };
  return {
    async due(limit, leaseMs) {
      const now = nowMs();
      const rows = await database.query(LEASE, [now + leaseMs, now, now, now, limit]);
      return rows.map(({ id, partner, url, attempts }) => ({
        id: String(id),
        partner: String(partner),
        url: String(url),
        attempts: Number(attempts),
      }));
    },
    done: remove,
    async failed(id, next) {
      if (next === 'give up') return remove(id);
      await database.query('update outbox set due_ms = $1, lease_until_ms = 0 where id = $2', [
        next,
        id,
      ]);
    },
  };
}
