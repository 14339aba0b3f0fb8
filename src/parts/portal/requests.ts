import type { AuctionImp, AuctionRecord, RefusedRecord } from '../../core/auction/explain.ts';
import {
  ANY_REQUEST,
  hasId,
  mergedLists,
  type RequestList,
  type RequestQuestion,
  type RequestRow,
  spanOf,
} from '../../core/exchange/request-rows.ts';
import { NO_BID } from '../../core/openrtb/no-bid.ts';
import type { Host } from '../../host/host.ts';
import { rememberedIn, rememberedRequests } from '../../host/machine/pool.ts';
import { type SampleSearch, sampledRequests } from '../../ledger/samples/sampled-outcomes.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { PUBLIC_CODES } from '../../lib/refusal-codes.ts';
import { fieldOf } from '../../lib/schema-fault.ts';
import type { StoredPublisher } from '../../store/account-kinds.ts';

type RequestSources = Pick<Host, 'pool' | 'ledger' | 'database' | 'nowMs' | 'work'>;

export const OUTCOMES = ['sold', 'no-bid', 'refused'] as const;

type Outcome = (typeof OUTCOMES)[number];

const PAGE_ROWS = 50;

/** Workers cut longer ids, so that two publishers could have the same one, and have a word for requests of nobody. */
const ID_UNITS_MAX = 128;
const NO_PUBLISHER = '(none)';

/** The requests of one publisher that workers remember. They leave out those of others. */
export async function listFor(
  { pool }: Pick<RequestSources, 'pool'>,
  publisher: string,
  question: Partial<RequestQuestion> = {},
): Promise<RequestList> {
  const isUnclear = publisher === NO_PUBLISHER || publisher.length >= ID_UNITS_MAX;
  if (publisher === '' || isUnclear) return mergedLists([], ANY_REQUEST);
  return rememberedRequests(pool, { ...ANY_REQUEST, ...question, publisher });
}

type PortalRequestQuestion = Pick<RequestQuestion, 'find' | 'from' | 'to'> & {
  readonly outcome: Outcome | undefined;
  readonly page: number;
};

export type PortalRequests = DeepReadonly<Exclude<Awaited<ReturnType<typeof requestsOf>>, Refusal>>;

/** The last ones that are remembered, or what matches a search, and refusals of today by reason. */
export async function requestsOf(
  sources: RequestSources,
  publisher: string,
  { outcome: wanted, page, find, from, to }: PortalRequestQuestion,
) {
  const nowMs = sources.nowMs();
  const today = { fromMs: dayOf(nowMs) * DAY_MS, toMs: nowMs + 1 };
  const report = await sources.ledger.report({ ...today, by: ['reason'], where: { publisher } });
  if ('reason' in report) return refuse.unavailable(report.reason);
  const outcome = wanted === 'sold' ? 'bid' : (wanted ?? '');
  const question = { ...ANY_REQUEST, publisher, outcome, find, from, to };
  const { rows, sinceMs } = await listFor(sources, publisher, question);
  const isSearch = find === '' ? from !== '' || to !== '' : !rows.some((row) => hasId(row, find));
  const { sampleDays } = sources.work().setup.config.ledger;
  const samples = isSearch
    ? await sampledRequests(sources.database(), sampleDays, earlierOf(question, sinceMs))
    : null;
  return {
    rows: [
      ...rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS).map(shownRow),
      ...(samples?.rows ?? []).filter((row) => row.publisher === publisher).map(shownSample),
    ],
    /** Since then, every auction is remembered. */
    since: new Date(sinceMs).toISOString(),
    /** How many earlier ones a search can find. null: nothing was searched for. */
    samples: samples && { days: samples.days, oneIn: samples.oneIn },
    refusalsToday: report.rows
      .map(({ keys: [code = ''], sums }) => ({ code, count: Number(sums.refusals ?? 0n) }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
      .map(({ code, count }) => ({
        code,
        words: refusedWords(code),
        count,
      })),
  };
}

/** Of a time, what is not remembered: a request is not told twice. */
function earlierOf(question: RequestQuestion, sinceMs: number): RequestQuestion {
  if (question.find !== '') return question;
  const toMs = Math.min(spanOf(question).toMs, sinceMs);
  return { ...question, to: new Date(toMs).toISOString() };
}

const SOLD = 'An ad was sold.';

/** In words for whoever sees neither prices nor names of those who bid. */
const outcomeOf = (outcome: 'bid' | 'no-bid', reasons: readonly string[]) =>
  outcome === 'bid'
    ? { outcome: 'sold' as Outcome, words: SOLD }
    : { outcome: 'no-bid' as Outcome, words: [...new Set(reasons.map(noAdWords))].join(' ') };

function shownRow(row: RequestRow) {
  const { requestId, timeMs } = row;
  const common = { requestId, at: new Date(timeMs).toISOString() };
  return row.outcome === 'refused'
    ? {
        ...common,
        outcome: 'refused' as Outcome,
        words: row.reason,
        field: row.field,
        isTest: false,
      }
    : { ...common, ...outcomeOf(row.outcome, row.reasons), field: null, isTest: row.isTest };
}

/** One that is not remembered any more: its minute is known. */
const shownSample = ({ minuteMs, outcome, reasons }: SampleSearch['rows'][number]) => ({
  requestId: null,
  at: new Date(minuteMs).toISOString(),
  ...outcomeOf(outcome, reasons),
  field: null,
  isTest: false,
});

export type PortalAuction = DeepReadonly<ReturnType<typeof shownAuction>>;

/** One request, without prices and names of those who lost. undefined: it is not remembered as this publisher's. */
export async function auctionOf(
  { pool }: Pick<RequestSources, 'pool'>,
  { id, definition }: StoredPublisher,
  requestId: string,
): Promise<PortalAuction | Refusal | undefined> {
  const found = rememberedIn(await pool.ask('outcome', requestId, id));
  if (found === undefined || found instanceof Refusal) return found;
  const record = JSON.parse(found) as AuctionRecord | RefusedRecord;
  if (record.publisher !== id) return undefined;
  if (!('imps' in record)) return endedEarly(record);
  const request = rememberedIn(await pool.ask('request', record.requestId, id));
  const placements = typeof request === 'string' ? placementsIn(request) : new Map();
  return shownAuction(record, placements, definition.share ?? 1);
}

function shownAuction(
  record: AuctionRecord,
  placements: ReadonlyMap<string, string>,
  share: number,
) {
  const { requestId, time, imps, strayBids, partners, warnings } = record;
  const unsold = imps.flatMap(({ winner, noBidReason }) => (winner ? [] : (noBidReason ?? '')));
  return {
    requestId,
    at: time,
    ...outcomeOf(record.outcome === 'bid' ? 'bid' : 'no-bid', unsold),
    field: null as string | null,
    warnings: warnings.map(({ code, field, repair }) => ({
      code,
      /** '' where it is about no single field. */
      field: field ?? '',
      /** How the request was changed, where it was. */
      reason: repair ?? '',
    })),
    askedPartners: partners.filter(({ answer }) => answer !== 'skipped').length,
    bids: imps.reduce((sum, imp) => sum + imp.bids.length, strayBids.length),
    imps: imps.map((imp) => shownImp(imp, placements.get(imp.id) ?? null, share)),
  };
}

function endedEarly({ requestId, time, reason, field, outcome }: RefusedRecord): PortalAuction {
  return {
    requestId,
    at: time,
    outcome: outcome === 'refused' ? outcome : 'no-bid',
    words: outcome === 'refused' ? reason : noAdWords(outcome),
    field: field ?? null,
    warnings: [],
    askedPartners: 0,
    bids: 0,
    imps: [],
  };
}

function placementsIn(request: string): ReadonlyMap<string, string> {
  const { imp } = JSON.parse(request) as {
    readonly imp: readonly { readonly id: string; readonly tagid?: unknown }[];
  };
  return new Map(imp.flatMap(({ id, tagid }) => (typeof tagid === 'string' ? [[id, tagid]] : [])));
}

function shownImp(
  { id, winner, noBidReason, bids }: AuctionImp,
  placement: string | null,
  share: number,
) {
  if (winner === null) return { id, placement, sold: null, words: noAdWords(noBidReason) };
  const won = bids.find(({ code }) => code === 0);
  const title = winner.ad.assets?.find((asset) => asset.title !== undefined)?.title?.text ?? null;
  const owedCpmUsd = winner.price * share;
  const advertiser = won?.adomain[0] ?? '';
  return {
    id,
    placement,
    sold: { cpmUsd: winner.price, owedCpmUsd, advertiser, title },
    /** Why not. */
    words: null,
  };
}

/** Each is looked up, so there are few. */
const ADS_MAX = 12;

export type PortalAd = Pick<PortalAuction, 'requestId' | 'at'> & {
  readonly advertiser: string;
  readonly title: string | null;
};

/** The ads of its last requests that were sold and are remembered. */
export async function adsOf(
  sources: Pick<RequestSources, 'pool'>,
  publisher: StoredPublisher,
): Promise<readonly PortalAd[]> {
  const { rows } = await listFor(sources, publisher.id, { outcome: 'bid' });
  const found = await Promise.all(
    rows.slice(0, ADS_MAX).map(({ requestId }) => auctionOf(sources, publisher, requestId)),
  );
  return found.flatMap((auction) => {
    if (auction === undefined || auction instanceof Refusal) return [];
    const { requestId, at, imps } = auction;
    return imps.flatMap(({ sold }) =>
      sold === null ? [] : { requestId, at, advertiser: sold.advertiser, title: sold.title },
    );
  });
}

/** What a code means to a publisher, who sees its own requests and nothing of partners. */
const noAdWords = (reason: string | null | undefined): string =>
  fieldOf<{ readonly words: string }>(NO_BID, reason ?? '')?.words ?? 'There was no ad.';

const refusedWords = (code: string): string =>
  fieldOf<{ readonly words: string }>(PUBLIC_CODES, code)?.words ?? 'The answer says why.';
