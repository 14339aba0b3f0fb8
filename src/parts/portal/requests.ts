import {
  ANY_REQUEST,
  hasId,
  mergedLists,
  type RequestList,
  type RequestQuestion,
  type RequestRow,
  spanOf,
} from '../../core/exchange/request-rows.ts';
import type { BidRequest } from '../../core/openrtb/bid-request.ts';
import { integrationLevel, missingParts } from '../../core/openrtb/integration-level.ts';
import type { Host } from '../../host/host.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { StoredPublisher } from '../../store/account-kinds.ts';
import type { AuctionImp, AuctionRecord, RefusedRecord } from '../insight/records.ts';
import { foundIn, type SampleSearch, sampledRequests } from '../insight/requests.ts';

import type {
  IntegrationState,
  PortalAuction,
  PortalRequest,
  PortalRequests,
  PortalSamples,
} from './page/api.ts';
import { LEVELS, NO_TEST, nextSteps, noAdWords, refusalWords } from './words.ts';

type RequestSources = Pick<Host, 'pool' | 'ledger' | 'database' | 'nowMs' | 'work'>;

const PAGE_ROWS = 50;

/** Workers cut longer ids, so that two publishers could have the same one, and have a word for requests of nobody. */
const ID_UNITS_MAX = 128;
const NO_PUBLISHER = '(none)';

/** The requests of one publisher that workers remember. They leave out those of others. */
async function listFor(
  { pool }: Pick<RequestSources, 'pool'>,
  publisher: string,
  question: Partial<RequestQuestion> = {},
): Promise<RequestList> {
  const isUnclear = publisher === NO_PUBLISHER || publisher.length >= ID_UNITS_MAX;
  if (publisher === '' || isUnclear) return mergedLists([], ANY_REQUEST);
  const asked = { ...ANY_REQUEST, ...question, publisher };
  const replies = await pool.ask('requests', asked);
  return mergedLists(
    replies.filter((reply) => reply !== undefined),
    asked,
  );
}

type PortalRequestQuestion = Pick<RequestQuestion, 'find' | 'from' | 'to'> & {
  readonly outcome: 'sold' | 'no-bid' | 'refused' | undefined;
  readonly page: number;
};

export async function requestsOf(
  sources: RequestSources,
  publisher: string,
  { outcome: wanted, page, find, from, to }: PortalRequestQuestion,
): Promise<PortalRequests | { readonly reason: string }> {
  const nowMs = sources.nowMs();
  const today = { fromMs: dayOf(nowMs) * DAY_MS, toMs: nowMs + 1 };
  const report = await sources.ledger.report({ ...today, by: ['reason'], where: { publisher } });
  if ('reason' in report) return report;
  const outcome = wanted === 'sold' ? 'bid' : (wanted ?? '');
  const question = { ...ANY_REQUEST, publisher, outcome, find, from, to };
  const { rows, sinceMs } = await listFor(sources, publisher, question);
  const isSearch = find === '' ? from !== '' || to !== '' : !rows.some((row) => hasId(row, find));
  const sampled = isSearch ? await sampledRequests(sources, earlierOf(question, sinceMs)) : null;
  return {
    since: new Date(sinceMs).toISOString(),
    sampled: sampled && samplesFor(publisher, sampled),
    rows: rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS).map(shownRow),
    refusalsToday: report.rows
      .map(({ keys: [code = ''], sums }) => ({ code, count: Number(sums.refusals ?? 0n) }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
      .map(({ code, count }) => ({ code, words: refusalWords(code), count })),
  };
}

/** Of a time, what is not remembered: a request is not told twice. */
function earlierOf(question: RequestQuestion, sinceMs: number): RequestQuestion {
  if (question.find !== '') return question;
  const toMs = Math.min(spanOf(question).toMs, sinceMs);
  return { ...question, to: new Date(toMs).toISOString() };
}

/** Without prices and names of those who bid. */
function samplesFor(publisher: string, { rows, days, oneIn }: SampleSearch): PortalSamples {
  const own = rows.filter((row) => row.publisher === publisher);
  return {
    rows: own.map(({ minuteMs, outcome, reasons }) => ({
      at: new Date(minuteMs).toISOString(),
      outcome: outcome === 'bid' ? 'sold' : 'no-bid',
      words: outcome === 'bid' ? 'An ad was sold.' : reasons.map(noAdWords).join(' '),
    })),
    days,
    oneIn,
  };
}

function shownRow(row: RequestRow): PortalRequest {
  const { requestId, timeMs } = row;
  const common = { requestId, at: new Date(timeMs).toISOString() };
  if (row.outcome === 'refused') {
    const { reason: words, field } = row;
    return { ...common, outcome: 'refused', words, field, isTest: false };
  }
  const { isTest } = row;
  if (row.outcome === 'bid') {
    return { ...common, outcome: 'sold', words: 'An ad was sold.', field: null, isTest };
  }
  const words = row.reasons.map(noAdWords).join(' ');
  return { ...common, outcome: 'no-bid', words, field: null, isTest };
}

/** One request, without prices and names of those who lost. undefined: it is not remembered as this publisher's. */
export async function auctionOf(
  { pool }: Pick<RequestSources, 'pool'>,
  { id, definition }: StoredPublisher,
  requestId: string,
): Promise<PortalAuction | Refusal | undefined> {
  const found = foundIn(await pool.ask('outcome', requestId, id));
  if (found === undefined || found instanceof Refusal) return found;
  const record = JSON.parse(found) as AuctionRecord | RefusedRecord;
  if (record.publisher !== id) return undefined;
  if (!('imps' in record)) return endedEarly(record);
  const request = foundIn(await pool.ask('request', record.requestId, id));
  const placements = typeof request === 'string' ? placementsIn(request) : new Map();
  const imps = record.imps.map((imp) => shownImp(imp, placements, definition.share ?? 1));
  const bids = record.imps.reduce((sum, imp) => sum + imp.bids.length, record.strayBids.length);
  const unsold = imps.flatMap(({ words }) => words ?? []);
  return {
    requestId: record.requestId,
    at: record.time,
    outcome: record.outcome === 'bid' ? 'sold' : 'no-bid',
    words: record.outcome === 'bid' ? 'An ad was sold.' : [...new Set(unsold)].join(' '),
    field: null,
    warnings: record.warnings.map(({ code, field, repair }) => ({
      code,
      field: field ?? '',
      reason: repair ?? '',
    })),
    askedPartners: record.partners.filter(({ answer }) => answer !== 'skipped').length,
    bids,
    imps,
  };
}

function endedEarly(record: RefusedRecord): PortalAuction {
  const { requestId, time, reason, field } = record;
  const isRefused = record.outcome === 'refused';
  return {
    requestId,
    at: time,
    outcome: isRefused ? 'refused' : 'no-bid',
    words: isRefused ? reason : noAdWords(record.outcome),
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
  placements: ReadonlyMap<string, string>,
  share: number,
): PortalAuction['imps'][number] {
  const placement = placements.get(id) ?? null;
  if (winner === null) return { id, placement, sold: null, words: noAdWords(noBidReason) };
  const [won] = bids.filter(({ code }) => code === 0);
  const title = winner.ad.assets?.find((asset) => asset.title !== undefined)?.title?.text ?? null;
  return {
    id,
    placement,
    sold: {
      cpmUsd: winner.price,
      owedCpmUsd: winner.price * share,
      advertiser: won?.adomain[0] ?? '',
      title,
    },
    words: null,
  };
}

/** A request that is too large is remembered without its body. */
const TESTS_ASKED_MAX = 5;

/** By the last request in test mode that is remembered. */
export async function integrationOf(
  sources: Pick<RequestSources, 'pool'>,
  publisher: string,
): Promise<IntegrationState> {
  const { rows } = await listFor(sources, publisher);
  const tests = rows.filter((row) => row.outcome !== 'refused' && row.isTest);
  for (const row of tests.slice(0, TESTS_ASKED_MAX)) {
    const request = foundIn(await sources.pool.ask('request', row.requestId, publisher));
    if (typeof request !== 'string') continue;
    const wire = JSON.parse(request) as BidRequest;
    const level = integrationLevel(wire);
    return {
      level,
      meaning: LEVELS[level],
      next: nextSteps(missingParts(wire)),
      lastAt: new Date(row.timeMs).toISOString(),
    };
  }
  return { level: null, ...NO_TEST, lastAt: null };
}
