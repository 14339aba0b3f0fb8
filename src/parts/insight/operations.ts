import { type RequestList, readQuestion } from '../../core/exchange/request-rows.ts';
import { jsonText } from '../../host/admin/headers.ts';
import { op } from '../../host/op.ts';
import { told } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { type LiveEvent, streamLive } from './live.ts';
import type { AuctionRecord, RefusedRecord } from './records.ts';
import {
  foundIn,
  RequestsQuery,
  recentAuctions,
  rememberedRequests,
  type SampleSearch,
  sampledRequests,
} from './requests.ts';

const AUCTIONS_LISTED_MAX = 100;

/** What happens to requests, and why. */
export const INSIGHT_OPS = [
  op('GET /auctions', {
    role: 'read',
    summary: 'The explanations of the last auctions that are remembered',
    answer: told<readonly AuctionRecord[]>(),
    run: async ({ host }) =>
      jsonText(`[${(await recentAuctions(host, AUCTIONS_LISTED_MAX)).join(',')}]`),
  }),
  op('GET /auctions/{id}', {
    role: 'read',
    summary: 'The explanation of an auction, by the id of its request',
    answer: told<AuctionRecord>(),
    run: async ({ host, parts: { id } }) =>
      textOf(foundIn(await host.pool.ask('auction', id)), noAuction(id)),
  }),
  op('GET /auctions/{id}/request', {
    role: 'read',
    summary: 'The request of an auction without anything about the person, to be sent again',
    answer: told<object>(),
    run: async ({ host, parts: { id } }) =>
      textOf(foundIn(await host.pool.ask('request', id)), noAuction(id)),
  }),
  op('GET /requests', {
    role: 'read',
    summary: 'Auctions and refusals that are remembered, the newest first',
    query: RequestsQuery,
    answer: told<RequestList>(),
    run: ({ host, query }) => rememberedRequests(host, query),
  }),
  op('GET /requests/{id}', {
    role: 'read',
    summary: 'What became of a request: the explanation of its auction, or why it was refused',
    answer: told<AuctionRecord | RefusedRecord>(),
    run: async ({ host, parts: { id } }) =>
      textOf(
        foundIn(await host.pool.ask('outcome', id)),
        `no request "${id}" is remembered: it may be too long ago`,
      ),
  }),
  op('GET /api/samples', {
    role: 'read',
    summary: 'Requests of all machines that were kept as samples, the newest first',
    query: RequestsQuery,
    answer: told<SampleSearch>(),
    run: ({ host, query }) => sampledRequests(host, readQuestion(query)),
  }),
  op('GET /api/live', {
    role: 'read',
    summary: 'Figures of the last 15 minutes as server-sent events: the history, then one a second',
    answer: told<LiveEvent>(),
    run: streamLive,
  }),
] as const;

const noAuction = (id: string) =>
  `no auction "${id}" is remembered: it may be too long ago, or never reached an auction`;

function textOf(found: string | undefined | Refusal, unknown: string): Response | Refusal {
  if (found instanceof Refusal) return found;
  return found === undefined ? refuse.notFound(unknown) : jsonText(found);
}
