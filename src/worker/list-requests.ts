import type { RememberedAuctions } from '../exchange/remembered-auctions.ts';
import type { RecentRefusals, RefusalRecord } from '../observe/recent-refusals.ts';
import {
  listOf,
  type RefusalRow,
  type RequestList,
  type RequestQuestion,
  type RequestRow,
} from '../observe/request-rows.ts';

const AUCTIONS_MAX = 250;
/** Refusals of each kind among the other requests. A list of refusals has all of them. */
const REFUSALS_AMONG_OTHERS = 25;
const REFUSALS_MAX = 1024;

/** The requests that a worker remembers: its last auctions, the sample of earlier ones, and refusals. */
export function listRequests(
  auctions: RememberedAuctions,
  refusals: RecentRefusals,
  question: RequestQuestion,
): RequestList {
  const rows = new Map<string, RequestRow>();
  for (const row of auctions.rows(AUCTIONS_MAX)) rows.set(row.requestId, row);
  const isSearch = question.outcome === 'refused' || question.find !== '';
  for (const refusal of refusals.list(isSearch ? REFUSALS_MAX : REFUSALS_AMONG_OTHERS)) {
    rows.set(refusal.requestId, refusalRow(refusal));
  }
  return listOf([...rows.values()], question);
}

function refusalRow(refusal: RefusalRecord): RefusalRow {
  const { requestId, timeMs, code, reason, field, publisher } = refusal;
  const known = { requestId, timeMs, code, reason };
  return { outcome: 'refused', ...known, field: field ?? null, publisher: publisher ?? null };
}
