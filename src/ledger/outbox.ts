import type { Database, Query } from './database.ts';

/** A call that a partner is owed. */
export type DueCall = {
  readonly id: string;
  readonly partner: string;
  readonly url: string;
  /** How often it has failed. */
  readonly failures: number;
};

export type DueQuery = {
  readonly limit: number;
  /** Partners that have enough calls under way. */
  readonly except: readonly string[];
  /**
   * For this long what is handed out is handed to nobody else. A call that was under way when its process
   * died comes again after it: better twice than never, and partners know calls by their URLs.
   */
  readonly leaseMs: number;
};

/** Where calls wait, and survive a restart. Any number of machines may take from one. */
export type Outbox = {
  /** Hands out calls whose time has come, the longest due first. */
  readonly due: (query: DueQuery) => Promise<readonly DueCall[]>;
  readonly done: (id: string) => Promise<void>;
  /** To be called again at that time, or never. */
  readonly failed: (id: string, next: number | 'give up') => Promise<void>;
};

/** How many calls are still to be made, by any machine. */
export async function countCalls(query: Query): Promise<number> {
  const [row] = await query('select count(*) as waiting from outbox');
  return Number(row?.waiting ?? 0);
}

/** One statement, so that no two machines take the same. */
function leaseStatement(except: number): string {
  const others = Array.from({ length: except }, (_, index) => `$${index + 6}`).join(', ');
  return `
    update outbox set lease_until_ms = $1, attempts = attempts + 1
    where lease_until_ms < $2 and id in (
      select id from outbox where due_ms <= $3 and lease_until_ms < $4
      ${except === 0 ? '' : `and partner not in (${others})`}
      order by due_ms, id limit $5
    ) returning id, partner, url, attempts`;
}

export function createOutbox(database: Database, nowMs: () => number): Outbox {
  // A call that was made or given up has no use any more; its fact stays.
  const remove = async (id: string) => {
    await database.query('delete from outbox where id = $1', [id]);
  };
  return {
    async due({ limit, except, leaseMs }) {
      const now = nowMs();
      const values = [now + leaseMs, now, now, now, limit, ...except];
      const rows = await database.query(leaseStatement(except.length), values);
      return rows.map(({ id, partner, url, attempts }) => ({
        id: String(id),
        partner: String(partner),
        url: String(url),
        failures: Number(attempts) - 1,
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
