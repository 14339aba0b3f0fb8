import { portions } from './bulk.ts';
import type { Database, Query } from './database.ts';

/** A call to a partner's URL that is due. */
export type DueCall = {
  readonly id: string;
  readonly partner: string;
  readonly url: string;
  /** Failed attempts so far. */
  readonly failures: number;
};

/** The end of a leased call. 'never': it was made or given up. 'again': it failed and is retried. */
export type EndedCall = { readonly id: string; readonly next: 'never' | 'again' };

export type DueQuery = {
  /** Calls that ended since the last query. They are stored in one transaction. */
  readonly ended: readonly EndedCall[];
  readonly againAfterMs: number;
  readonly limit: number;
  /** Partners that have enough calls in flight. */
  readonly except: readonly string[];
  /**
   * For this long no other machine gets the calls. A call whose process died is made again after the lease: at least
   * once, and partners recognize a repeated call by its URL.
   */
  readonly leaseMs: number;
};

/** The durable queue of calls to partners' URLs. Several machines may take from it. */
export type Outbox = {
  /** Stores the ended calls, then leases calls that are due, the longest due first. */
  readonly due: (query: DueQuery) => Promise<readonly DueCall[]>;
};

/** The calls that wait, for all machines together. */
export async function countCalls(query: Query): Promise<number> {
  const [row] = await query('select count(*) as waiting from outbox');
  return Number(row?.waiting ?? 0);
}

/** One statement selects and leases, so no two machines get the same call. */
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
  return {
    async due({ ended, againAfterMs, limit, except, leaseMs }) {
      const now = nowMs();
      const lease = async (query: Query) => {
        if (limit === 0) return [];
        const values = [now + leaseMs, now, now, now, limit, ...except];
        return query(leaseStatement(except.length), values);
      };
      const rows =
        ended.length === 0
          ? await lease(database.query)
          : await database.transaction(async (query) => {
              await settle(query, ended, now + againAfterMs);
              return lease(query);
            });
      return rows.map(({ id, partner, url, attempts }) => ({
        id: String(id),
        partner: String(partner),
        url: String(url),
        failures: Number(attempts) - 1,
      }));
    },
  };
}

/** A call that was made or given up is deleted. Its fact stays. */
async function settle(query: Query, ended: readonly EndedCall[], againMs: number): Promise<void> {
  const idsOf = (wanted: EndedCall['next']) =>
    ended.filter(({ next }) => next === wanted).map(({ id }) => id);
  const placeholders = (ids: readonly string[], first: number) =>
    ids.map((_, index) => `$${index + first}`).join(', ');
  for (const ids of portions(idsOf('never'))) {
    await query(`delete from outbox where id in (${placeholders(ids, 1)})`, ids);
  }
  for (const ids of portions(idsOf('again'))) {
    await query(
      `update outbox set due_ms = $1, lease_until_ms = 0 where id in (${placeholders(ids, 2)})`,
      [againMs, ...ids],
    );
  }
}
