import type { Auction } from '../../core/auction/auction.ts';
import type { RequestRecorder } from '../../core/exchange/exchange.ts';
import { NO_NATIVE, type RecentRefusals } from '../../core/exchange/recent-refusals.ts';
import type { RememberedAuctions } from '../../core/exchange/remembered-auctions.ts';
import type { Warning } from '../../core/openrtb/bid-response.ts';
import { NoBid, type NoBidReason } from '../../core/openrtb/no-bid.ts';
import { publisherIdOf } from '../../core/openrtb/publisher-id.ts';
import { NO_DIMENSIONS, NO_SUBJECT } from '../../core/sale/dimensions.ts';
import type { NotifyLosses } from '../../core/sale/loss-notices.ts';
import type { LeftOut } from '../../core/sale/plan-calls.ts';
import type { DeliveryTally } from '../../ledger/delivery/delivery-tally.ts';
import type { TallyCounter } from '../../ledger/tally.ts';
import type { Log } from '../../lib/log.ts';
import { createRareLog } from '../../lib/rare-log.ts';
import type { RefusalDetails } from '../../lib/refusal.ts';
import { shortened } from '../../lib/shortened.ts';
import type { Watch } from '../observe/watch.ts';
import { countDelivery } from './count-delivery.ts';

type RequestRecorderParts = {
  readonly recent: Pick<RememberedAuctions, 'add'>;
  readonly refusals: RecentRefusals;
  readonly notifyLosses: NotifyLosses;
  readonly watch: Watch;
  readonly tally: Pick<TallyCounter, 'count'>;
  readonly delivery: Pick<DeliveryTally, 'count'>;
  /** Takes the auctions that estimates are made from. */
  readonly sample: (auction: Auction) => void;
  /** Whether the campaigns of this partner are ours. */
  readonly isOwn: (partner: string) => boolean;
  readonly countLeftOut: (partner: string, reason: LeftOut['reason'], urls: number) => void;
  readonly log: Log;
  readonly nowMs: () => number;
};

/** The last step of the flow, after the reply: remembers and counts the auction and sends loss notices. */
export function createRequestRecorder(parts: RequestRecorderParts): RequestRecorder {
  const { recent, refusals, notifyLosses, watch, tally, delivery, isOwn } = parts;
  const { countLeftOut, log, nowMs, sample } = parts;
  const logCurrencies = createCurrencyLog(log, nowMs);
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
      watch.auction({
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
        for (const { reason, count } of leftOut) countLeftOut(sale.partner, reason, count);
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
      watch.refused({ ...circumstances, code, field, reason, scope: limit.scope });
      const record = { requestId, timeMs: nowMs(), code, field, reason, publisher };
      refusals.add(record, refused.bidRequestId);
      if (!isTest) countEarlyEnd(tally, 'refusals', { reason: code, publisher });
    },
    withoutNative(request) {
      const { requestId, publisherId: publisher, warnings, isTest, tookMs } = request;
      const circumstances = { requestId, publisher, tookMs };
      const noBidReason: NoBidReason = NO_NATIVE;
      watch.auction({ ...circumstances, ...NOTHING_ASKED, warnings, noBidReason, isTest });
      const ended = { requestId, timeMs: nowMs(), publisher, field: undefined };
      refusals.add({ ...ended, code: NO_NATIVE, reason: NO_NATIVE_REASON }, request.bidRequestId);
      if (!isTest) countEarlyEnd(tally, 'noBids', { reason: noBidReason, publisher });
    },
  };
}

const NO_NATIVE_REASON = 'no impression has a native object, so there was nothing to sell';

const NOTHING_ASKED = { imps: 0, asked: [], losses: [], wins: [] };

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
