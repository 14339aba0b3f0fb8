import { portions } from './bulk.ts';
import type { Database, Query } from './database.ts';

/** A call that a partner is owed. */
export type DueCall = {
  readonly id: string;
  readonly partner: string;
  readonly url: string;
  /** How often it has failed. */
  readonly failures: number;
};

/** What became of a call that was handed out: it is over, made or given up, or to be made again. */
export type EndedCall = { readonly id: string; readonly next: 'never' | 'again' };

export type DueQuery = {
  /** Those that ended since the last time: all of them cost one write to the disk. */
  readonly ended: readonly EndedCall[];
  readonly againAfterMs: number;
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
  /** Takes note of calls that ended, and hands out those whose time has come, the longest due first. */
  readonly due: (query: DueQuery) => Promise<readonly DueCall[]>;
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

/** A call that was made or given up has no use any more; its fact stays. */
async function settle(query: Query, ended: readonly EndedCall[], againMs: number): Promise<void> {
  const idsOf = (wanted: EndedCall['next']) =>
    ended.filter(({ next }) => next === wanted).map(({ id }) => id);
  const places = (ids: readonly string[], first: number) =>
    ids.map((_, index) => `$${index + first}`).join(', ');
  for (const ids of portions(idsOf('never'))) {
    await query(`delete from outbox where id in (${places(ids, 1)})`, ids);
  }
  for (const ids of portions(idsOf('again'))) {
    await query(
      `update outbox set due_ms = $1, lease_until_ms = 0 where id in (${places(ids, 2)})`,
      [againMs, ...ids],
    );
  }
}
