import type { AdminPages } from '../http/admin/pages.ts';
import type { WorkerStatus } from '../worker/worker.ts';
import type { Pool } from './pool.ts';

/** The admin port's pages, gathered from all workers. */
export function poolPages(pool: Pool): AdminPages {
  return {
    async auction(id) {
      const replies = await pool.ask({ kind: 'auction', id });
      return replies.find((reply) => typeof reply === 'string');
    },
    async recentAuctions(countMax) {
      const replies = await pool.ask({ kind: 'recent', countMax });
      const records = replies.flatMap((reply) => (Array.isArray(reply) ? reply : []));
      return records.sort((a, b) => timeOf(b).localeCompare(timeOf(a))).slice(0, countMax);
    },
    async status() {
      const replies = await pool.ask({ kind: 'status' });
      const statuses = replies.filter((reply): reply is WorkerStatus => isStatus(reply));
      return {
        workers: pool.pids(),
        // The breakers are the machine's, so every worker tells the same.
        partners: statuses[0]?.partners ?? [],
        warnings: sum(statuses.map(({ warnings }) => warnings)),
        redis: statuses.map(({ redis }) => redis).filter((redis) => redis !== null),
      };
    },
  };
}

function isStatus(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'warnings' in reply;
}

/** A record begins with its ids and its time, an ISO date. */
function timeOf(record: string): string {
  return /"time":"([^"]+)"/.exec(record)?.[1] ?? '';
}

function sum(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const one of counts) {
    for (const [code, count] of Object.entries(one)) total[code] = (total[code] ?? 0) + count;
  }
  return total;
}
