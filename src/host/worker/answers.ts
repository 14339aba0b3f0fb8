import type { ReadyPartner } from '../../core/auction/solicit.ts';
import { refusalRecordOf } from '../../core/exchange/auction-text.ts';
import {
  NO_NATIVE,
  REFUSALS_REMEMBERED,
  type RecentRefusals,
  type RefusalRecord,
} from '../../core/exchange/recent-refusals.ts';
import {
  AUCTIONS_REMEMBERED,
  type RememberedAuctions,
} from '../../core/exchange/remembered-auctions.ts';
import {
  listOf,
  type RequestList,
  type RequestQuestion,
  type RequestRow,
} from '../../core/exchange/request-rows.ts';
import type { BusyCaller } from '../fleet/allowances.ts';
import type { LimitWatch } from '../limits/watched-limiter.ts';
import type { Questions } from './messages.ts';
import type { AnswersTo } from './pipe.ts';
import type { WorkerJournal } from './worker-journal.ts';

type AnswerParts = {
  readonly recent: RememberedAuctions;
  readonly refusals: RecentRefusals;
  readonly journal: Pick<WorkerJournal, 'fault'>;
  readonly partners: () => readonly ReadyPartner[];
  readonly limits: {
    readonly watch: Pick<LimitWatch, 'look'>;
    readonly busyCallers: (nowMs: number) => readonly BusyCaller[];
  };
  readonly followFeed: () => Promise<void>;
  readonly nowMs: () => number;
  readonly machineId: string;
};

/** The answers of a worker to the questions of the supervisor. */
export function createAnswers(parts: AnswerParts): AnswersTo<Questions> {
  const { recent, refusals, journal, partners, limits, nowMs, machineId } = parts;
  const refusalRecord = (id: string, publisher?: string) => {
    const refused = refusals.find(id);
    return refused && isOf(publisher, refused) ? refusalRecordOf(refused) : undefined;
  };
  const auctionOf = (id: string, publisher?: string) => {
    const found = recent.find(id);
    return found && isOf(publisher, found.row) ? found : undefined;
  };
  return {
    request: (id: string, publisher?: string) => auctionOf(id, publisher)?.request ?? null,
    outcome: (id: string, publisher?: string) =>
      auctionOf(id, publisher)?.explanation ?? refusalRecord(id, publisher) ?? null,
    requests: (question) => listRequests(recent, refusals, question),
    status: () => ({
      journalFault: journal.fault()?.reason ?? null,
      partners: partners().map((ready) => ({
        name: ready.partner.name,
        breaker: 'gate' in ready ? ready.gate.breakerState() : null,
      })),
    }),
    busyCallers: () => limits.busyCallers(nowMs()),
    limits: () => limits.watch.look(nowMs(), machineId),
    feed: () => parts.followFeed().then(() => null),
  };
}

/** Whether a request is of a publisher; of any, where none is named. A message has null for what is not there. */
function isOf(
  publisher: string | null | undefined,
  row: { readonly publisher?: string | null | undefined },
): boolean {
  return publisher === undefined || publisher === null || row.publisher === publisher;
}

/** Refusals of each kind among the other requests. A list of refusals has all of them. */
const REFUSALS_AMONG_OTHERS = 25;

/** The requests that a worker remembers: its last auctions, the sample of earlier ones, and refusals. */
function listRequests(
  auctions: RememberedAuctions,
  refusals: RecentRefusals,
  question: RequestQuestion,
): RequestList {
  const { outcome, find, publisher, from, to } = question;
  const isSearch = [find, publisher, from, to].some((one) => one !== '') || outcome === 'refused';
  // By the id in the bid request, which is not kept.
  const named = find === '' ? undefined : refusals.find(find);
  const rowOf = (one: RefusalRecord) => refusalRow(one, one === named ? find : null);
  const all = auctions.rows(AUCTIONS_REMEMBERED);
  const kept = [...all, ...refusals.list(REFUSALS_REMEMBERED).map(rowOf)];
  const few = () => [...all, ...refusals.list(REFUSALS_AMONG_OTHERS).map(rowOf)];
  const listed = isSearch ? kept : few();
  return listOf({ kept, listed, sinceMs: auctions.sinceMs() }, question);
}

function refusalRow(refusal: RefusalRecord, id: string | null): RequestRow {
  const { requestId, timeMs, code, reason, field = null, publisher = null } = refusal;
  if (code !== NO_NATIVE) {
    return { outcome: 'refused', requestId, id, timeMs, code, reason, field, publisher };
  }
  const asked = { partners: [], winners: [], campaigns: [], advertisers: [] };
  const ended = { outcome: 'no-bid', reasons: [NO_NATIVE], isTest: false, tookMs: null } as const;
  return { ...asked, ...ended, requestId, id: id ?? '', timeMs, publisher };
}
