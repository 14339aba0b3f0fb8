import { mergedLists } from '../../../core/exchange/request-rows.ts';
import type { AdminApi, FoundText } from '../../../host/admin/admin-api.ts';
import type { Host } from '../../../host/host.ts';
import { refuse } from '../../../lib/refusal.ts';
import { sampledRequests } from './sampled-requests.ts';

export function auctionAnswers(sources: Host) {
  const { pool } = sources;
  return {
    auction: async (id) => foundIn(await pool.ask('auction', id)),
    auctionRequest: async (id) => foundIn(await pool.ask('request', id)),
    requestOutcome: async (id) => foundIn(await pool.ask('outcome', id)),
    async recentAuctions(countMax) {
      const replies = await pool.ask('recent', countMax);
      const records = replies.flatMap((reply) => reply ?? []);
      return records.sort((a, b) => timeOf(b).localeCompare(timeOf(a))).slice(0, countMax);
    },
    async requests(question) {
      const replies = await pool.ask('requests', question);
      return mergedLists(
        replies.filter((reply) => reply !== undefined),
        question,
      );
    },
    samples: (question) => sampledRequests(sources, question),
  } satisfies Partial<AdminApi>;
}

/** One worker remembers it. If none does and one gave no answer, that one may be the one that does. */
export function foundIn(replies: readonly (string | null | undefined)[]): FoundText {
  const record = replies.find((reply) => typeof reply === 'string');
  if (record !== undefined || !replies.includes(undefined)) return record;
  return refuse.unavailable(
    'a worker did not answer within a second, so it could not be asked: try again',
  );
}

/** A record begins with its ids and its ISO time. */
function timeOf(record: string): string {
  return /"time":"([^"]+)"/.exec(record)?.[1] ?? '';
}
