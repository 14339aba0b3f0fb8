import type { AdminApi, FoundText } from '../../http/admin/admin-api.ts';
import { mergedLists, type RequestList } from '../../observe/request-rows.ts';
import { refuse } from '../../openrtb/refusal.ts';
import type { Reply } from '../../worker/messages.ts';
import type { WorkerStatus } from '../../worker/worker.ts';
import type { AdminApiSources } from './sources.ts';

type AuctionAnswers = Pick<
  AdminApi,
  'auction' | 'auctionRequest' | 'requestOutcome' | 'recentAuctions' | 'requests' | 'status'
>;

export function auctionAnswers(sources: AdminApiSources): AuctionAnswers {
  const { pool, ledger, leases, store, databaseWatch } = sources;
  return {
    auction: async (id) => foundIn(await pool.ask({ kind: 'auction', id })),
    auctionRequest: async (id) => foundIn(await pool.ask({ kind: 'request', id })),
    requestOutcome: async (id) => foundIn(await pool.ask({ kind: 'outcome', id })),
    async recentAuctions(countMax) {
      const replies = await pool.ask({ kind: 'recent', countMax });
      const records = replies.flatMap((reply) => (Array.isArray(reply) ? reply : []));
      return records.sort((a, b) => timeOf(b).localeCompare(timeOf(a))).slice(0, countMax);
    },
    async requests(question) {
      const replies = await pool.ask({ kind: 'requests', question });
      return mergedLists(replies.filter(isList));
    },
    async status() {
      const replies = await pool.ask({ kind: 'status' });
      const statuses = replies.filter(isStatus);
      return {
        workers: pool.pids(),
        // All workers share the breakers, so each reports the same state.
        partners: statuses[0]?.partners ?? [],
        redis: leases.status(),
        ledger: ledger.health(),
        // Each worker has a journal, and most faults are the same for all.
        journalFaults: [...new Set(statuses.flatMap(({ journalFault }) => journalFault ?? []))],
        store: store.status(),
        database: databaseWatch.status(),
      };
    },
  };
}

/** One worker remembers it. If none does and one gave no answer, that one may be the one that does. */
function foundIn(replies: readonly Reply[]): FoundText {
  const record = replies.find((reply) => typeof reply === 'string');
  if (record !== undefined || !replies.includes(undefined)) return record;
  return refuse.unavailable(
    'a worker did not answer within a second, so it could not be asked: try again',
  );
}

function isStatus(reply: unknown): reply is WorkerStatus {
  return typeof reply === 'object' && reply !== null && 'partners' in reply;
}

function isList(reply: unknown): reply is RequestList {
  return typeof reply === 'object' && reply !== null && 'rows' in reply;
}

/** A record begins with its ids and its ISO time. */
function timeOf(record: string): string {
  return /"time":"([^"]+)"/.exec(record)?.[1] ?? '';
}
