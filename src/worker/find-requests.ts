import { refusalRecordOf } from '../exchange/auction-text.ts';
import type { RememberedAuctions } from '../exchange/remembered-auctions.ts';
import { FAILURE } from '../http/reply.ts';
import type { RecentRefusals } from '../observe/recent-refusals.ts';
import type { RequestList, RequestQuestion } from '../observe/request-rows.ts';
import { listRequests } from './list-requests.ts';

/** The answers of a worker about requests that it remembers, as JSON. */
export type FindRequests = {
  readonly findAuction: (id: string) => string | undefined;
  /** The explanation of its auction, or the record of its refusal. */
  readonly findOutcome: (id: string) => string | undefined;
  /** The request of an auction without anything about the person. */
  readonly findRequest: (id: string) => string | undefined;
  readonly recentAuctions: (countMax: number) => readonly string[];
  /** Auctions and refusals. */
  readonly listRequests: (question: RequestQuestion) => RequestList;
};

export function createFindRequests(
  auctions: RememberedAuctions,
  refusals: RecentRefusals,
): FindRequests {
  const findAuction = (id: string) => auctions.find(id)?.explanation;
  return {
    findAuction,
    findOutcome(id) {
      const auction = findAuction(id);
      if (auction !== undefined) return auction;
      const refused = refusals.find(id);
      return refused === undefined ? undefined : refusalRecordOf(refused);
    },
    findRequest: (id) => auctions.find(id)?.request,
    recentAuctions: auctions.explanations,
    listRequests: (question) => listRequests(auctions, refusals, question),
  };
}

/** A request that was answered with a 500 is found among the refusals. */
export function rememberFailure(refusals: RecentRefusals, requestId: string, timeMs: number): void {
  const { code, details } = FAILURE;
  const { reason } = details;
  refusals.add({ requestId, timeMs, code, reason, field: undefined, publisher: undefined });
}
