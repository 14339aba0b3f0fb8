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
  const refusalRecord = (id: string, publisher?: string) => {
    const refused = refusals.find(id);
    return refused && isOf(publisher, refused) ? refusalRecordOf(refused) : undefined;
  };
  const auctionOf = (id: string, publisher?: string) => {
    const found = recent.find(id);
    return found && isOf(publisher, found.row) ? found : undefined;
  };
  return {
    auction: (id) => recent.find(id)?.explanation ?? null,
    request: (id: string, publisher?: string) => auctionOf(id, publisher)?.request ?? null,
    outcome: (id: string, publisher?: string) =>
      auctionOf(id, publisher)?.explanation ?? refusalRecord(id, publisher) ?? null,
    recent: recent.explanations,
    samples: recent.samples,
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

/** Whether a request is of a publisher; of any, where none is named. A message has null for what is not there. */
function isOf(
  publisher: string | null | undefined,
  row: { readonly publisher?: string | null | undefined },
): boolean {
  return publisher === undefined || publisher === null || row.publisher === publisher;
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
  const { outcome, find, publisher } = question;
  const isSearch = outcome === 'refused' || find !== '' || publisher !== '';
  for (const refusal of refusals.list(isSearch ? REFUSALS_MAX : REFUSALS_AMONG_OTHERS)) {
    rows.set(refusal.requestId, refusalRow(refusal));
  }
  return listOf([...rows.values()], question);
}

function refusalRow(refusal: RefusalRecord): RefusalRow {
  const { requestId, timeMs, code, reason, field = null, publisher = null } = refusal;
  return { outcome: 'refused', requestId, timeMs, code, reason, field, publisher };
}
