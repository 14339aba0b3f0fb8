import { refusalRecordOf } from '../exchange/auction-text.ts';
import type { RememberedAuctions } from '../exchange/remembered-auctions.ts';
import type { RecentRefusals, RefusalRecord } from '../observe/recent-refusals.ts';
import {
  listOf,
  type RefusalRow,
  type RequestList,
  type RequestQuestion,
  type RequestRow,
} from '../observe/request-rows.ts';
import type { KeptOverReloads } from './kept.ts';
import type { Answers } from './messages.ts';
import type { WorkerService } from './service.ts';

/** The answers of a worker to the questions of the supervisor. */
export function createAnswers(
  { recent, refusals, journal, limitWatch, nowMs }: KeptOverReloads,
  service: () => WorkerService,
) {
  const refusalRecord = (id: string) => {
    const refused = refusals.find(id);
    return refused && refusalRecordOf(refused);
  };
  return {
    auction: (id) => recent.find(id)?.explanation ?? null,
    request: (id) => recent.find(id)?.request ?? null,
    outcome: (id) => recent.find(id)?.explanation ?? refusalRecord(id) ?? null,
    recent: recent.explanations,
    requests: (question) => listRequests(recent, refusals, question),
    status: () => ({
      journalFault: journal.fault()?.reason ?? null,
      partners: service()
        .partners()
        .map((ready) => ({
          name: ready.partner.name,
          breaker: 'gate' in ready ? ready.gate.breakerState() : null,
        })),
    }),
    limits: () => limitWatch.look(nowMs(), service().machineId),
    feed: () =>
      service()
        .followFeed()
        .then(() => null),
  } satisfies Answers;
}

const AUCTIONS_MAX = 250;
/** Refusals of each kind among the other requests. A list of refusals has all of them. */
const REFUSALS_AMONG_OTHERS = 25;
const REFUSALS_MAX = 1024;

/** The requests that a worker remembers: its last auctions, the sample of earlier ones, and refusals. */
function listRequests(
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
  const { requestId, timeMs, code, reason, field = null, publisher = null } = refusal;
  return { outcome: 'refused', requestId, timeMs, code, reason, field, publisher };
}
