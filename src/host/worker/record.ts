import type { Auction } from '../../core/auction/auction.ts';
import type { RequestRecorder } from '../../core/exchange/exchange.ts';
import { NO_NATIVE, type RecentRefusals } from '../../core/exchange/recent-refusals.ts';
import type { RememberedAuctions } from '../../core/exchange/remembered-auctions.ts';
import { publisherIdOf } from '../../core/openrtb/bid-request.ts';
import type { Warning } from '../../core/openrtb/bid-response.ts';
import { NoBid, type NoBidReason } from '../../core/openrtb/no-bid.ts';
import { NO_DIMENSIONS, NO_SUBJECT } from '../../core/sale/dimensions.ts';
import type { NotifyLosses } from '../../core/sale/loss-notices.ts';
import type { DeliveryTally } from '../../ledger/delivery/delivery-tally.ts';
import type { TallyCounter } from '../../ledger/tally.ts';
import type { Log } from '../../lib/log.ts';
import { createRareLog } from '../../lib/rare-log.ts';
import type { RefusalDetails } from '../../lib/refusal.ts';
import { shortened } from '../../lib/shortened.ts';
import type { Sampler } from '../observe/sample.ts';
import { outcomeOf } from '../observe/series.ts';
import type { AuctionFacts, WorkerMetrics } from '../observe/worker-metrics.ts';
import { countDelivery } from './count-delivery.ts';

type RequestRecorderParts = {
  readonly recent: Pick<RememberedAuctions, 'add'>;
  readonly refusals: RecentRefusals;
  readonly notifyLosses: NotifyLosses;
  readonly metrics: Pick<WorkerMetrics, 'auction' | 'refused' | 'leftOut'>;
  /** Which requests have a line in the log. Refusals are sampled by themselves: successes must not crowd them out. */
  readonly sampler: Sampler;
  readonly refusalSampler: Sampler;
  readonly tally: Pick<TallyCounter, 'count'>;
  readonly delivery: Pick<DeliveryTally, 'count'>;
  /** Takes the auctions that estimates are made from. */
  readonly sample: (auction: Auction) => void;
  /** Whether the campaigns of this partner are ours. */
  readonly isOwn: (partner: string) => boolean;
  readonly log: Log;
  readonly nowMs: () => number;
};

/** The last step of the flow, after the reply: remembers and counts the auction and sends loss notices. */
export function createRequestRecorder(parts: RequestRecorderParts): RequestRecorder {
  const { recent, refusals, notifyLosses, metrics, tally, delivery, isOwn } = parts;
  const { sampler, refusalSampler, log, nowMs, sample } = parts;
  const logCurrencies = createCurrencyLog(log, nowMs);

  function countAndLog(facts: AuctionFacts & LoggedRequest): void {
    metrics.auction(facts);
    const { noBidReason: reason } = facts;
    const sampled = sampler.take();
    if (sampled === undefined) return;
    const outcome = reason === undefined ? 'bid' : 'no_bid';
    log.info({ ...requestLine({ ...facts, outcome, reason }), ...sampled }, 'request');
  }

  return {
    auction(auction) {
      const { requestId, request, warnings, outcome, sold, tookMs } = auction;
      const { asked, losses, wins } = auction;
      const { wire } = request;
      for (const { code, field } of warnings) {
        log.debug({ requestId, code, field }, 'request warning');
      }
      logCurrencies(requestId, warnings);
      const names = [requestId, wire.id, ...auction.ids.request.values()];
      recent.add(names, { auction, timeMs: nowMs() });
      countAndLog({
        requestId,
        tookMs,
        warnings,
        asked,
        losses,
        wins,
        publisher: publisherIdOf(wire),
        noBidReason: outcome instanceof NoBid ? outcome.reason : undefined,
        imps: wire.imp.length,
        isTest: request.isTest,
      });
      if (request.isTest) return;

      for (const { sale, leftOut } of sold) {
        for (const { reason, count } of leftOut) metrics.leftOut(sale.partner, reason, count);
      }
      notifyLosses(wire.id, losses);
      countAuction(auction, tally);
      countDelivery(auction, delivery, isOwn);
      sample(auction);
    },
    refusal(refused) {
      const { requestId, refusal, limit, publisherId: publisher, isTest, tookMs } = refused;
      const { code, details } = refusal;
      const { field } = details;
      const reason = recordedReason(details);
      const circumstances = { requestId, publisher, tookMs };
      metrics.refused({ code, field, scope: limit.scope });
      const sampled = refusalSampler.take();
      if (sampled !== undefined) {
        const outcome = outcomeOf(code);
        const line = requestLine({ ...circumstances, code, field, reason, outcome });
        log.info({ ...line, ...sampled }, 'request refused');
      }
      const record = { requestId, timeMs: nowMs(), code, field, reason, publisher };
      refusals.add(record, refused.bidRequestId);
      if (!isTest) countEarlyEnd(tally, 'refusals', { reason: code, publisher });
    },
    withoutNative(request) {
      const { requestId, publisherId: publisher, warnings, isTest, tookMs } = request;
      const circumstances = { requestId, publisher, tookMs };
      const noBidReason: NoBidReason = NO_NATIVE;
      countAndLog({ ...circumstances, ...NOTHING_ASKED, warnings, noBidReason, isTest });
      const ended = { requestId, timeMs: nowMs(), publisher, field: undefined };
      refusals.add({ ...ended, code: NO_NATIVE, reason: NO_NATIVE_REASON }, request.bidRequestId);
      if (!isTest) countEarlyEnd(tally, 'noBids', { reason: noBidReason, publisher });
    },
  };
}

const NO_NATIVE_REASON = 'no impression has a native object, so there was nothing to sell';

const NOTHING_ASKED = { imps: 0, asked: [], losses: [], wins: [] };

type LoggedRequest = {
  readonly requestId: string;
  readonly publisher: string | undefined;
  readonly tookMs: number;
};

/** The facts about one request in the log: about an account, never about a person. */
type RequestLine = LoggedRequest & {
  readonly outcome: string;
  /** Why it was refused or has no bid. */
  readonly reason: string | undefined;
  /** Of a refused request: the error code, and the field at fault. */
  readonly code?: string;
  readonly field?: string | undefined;
};

const PUBLISHER_LENGTH_MAX = 128;
const FIELD_LENGTH_MAX = 200;
const REASON_LENGTH_MAX = 500;

/** Names each field it takes, so that nothing else a caller passes along can get into the log. */
function requestLine(facts: RequestLine): RequestLine {
  const { requestId, outcome, code, field, reason, tookMs, publisher } = facts;
  return {
    requestId,
    outcome,
    ...(code === undefined ? {} : { code, field: field?.slice(0, FIELD_LENGTH_MAX) }),
    reason: reason?.slice(0, REASON_LENGTH_MAX),
    tookMs: Math.round(tookMs * 100) / 100,
    publisher: publisher?.slice(0, PUBLISHER_LENGTH_MAX),
  };
}

/** Counts a request that ended before there was an auction. */
function countEarlyEnd(
  { count }: Pick<TallyCounter, 'count'>,
  measure: 'refusals' | 'noBids',
  { reason, publisher = '' }: { reason: string; publisher: string | undefined },
): void {
  const dimensions = { ...NO_DIMENSIONS, publisher: shortened(publisher) };
  count('requests', dimensions, NO_SUBJECT);
  count(measure, dimensions, { reason });
}

function countAuction(
  { dimensions, asked: all, outcome, sold }: Auction,
  { count }: Pick<TallyCounter, 'count'>,
): void {
  count('requests', dimensions, NO_SUBJECT);
  if (outcome instanceof NoBid) {
    count('noBids', dimensions, outcome);
  }
  // What was asked and sold names its partner, campaign and creative as a subject does.
  for (const asked of all) {
    const { answer } = asked;
    if (answer.kind === 'skipped') continue;
    count('asked', dimensions, asked);
    if (answer.kind === 'bids' && answer.bids.length > 0) {
      count('bids', dimensions, asked, answer.bids.length);
    }
  }
  for (const { sale } of sold) count('sold', sale.dimensions, sale);
}

/** Price filters of unknown currency (ruling 46). */
function createCurrencyLog(log: Log, nowMs: () => number) {
  const tell = createRareLog(log, nowMs, 'info');
  return (requestId: string, warnings: readonly Warning[]): void => {
    for (const { code, field, reason } of warnings) {
      if (code !== 'CURRENCY_UNKNOWN') continue;
      tell(code, { requestId, field, reason }, 'unknown currency of a price filter');
    }
  };
}

/** Values in these objects may be about a person. */
const PERSONAL = /^(user|device|regs|ext)\b/;
const VALUE = /, but got .*$/s;

/** The reason of a refusal as records may keep it: without the wrong value, where that may be about a person. */
export function recordedReason({ field, reason }: RefusalDetails): string {
  return field !== undefined && PERSONAL.test(field) ? reason.replace(VALUE, '') : reason;
}
