import { explain } from '../auction/explain.ts';
import type { DeliveryTally } from '../ledger/delivery/delivery-tally.ts';
import type { TallyCounter } from '../ledger/tally.ts';
import type { Log } from '../lib/log.ts';
import { shortened } from '../lib/shortened.ts';
import type { NotifyLosses } from '../notices/loss-notices.ts';
import { type LeftOut, leftOutSentence } from '../notices/notice-room.ts';
import type { RecentRefusals, RefusalRecord } from '../observe/recent-refusals.ts';
import type { Watch } from '../observe/watch.ts';
import { NoBid, type NoBidReason } from '../openrtb/no-bid.ts';
import { publisherIdOf } from '../openrtb/publisher-id.ts';
import { STATUS_BY_CODE } from '../openrtb/refusal.ts';
import { dimensionsOf, NO_DIMENSIONS, type Subject } from '../sale/dimensions.ts';
import { countDelivery } from './count-delivery.ts';
import { createCurrencyLog } from './currency-log.ts';
import type { HeldAuction, RequestRecorder } from './exchange.ts';
import { recordedReason } from './recorded-reason.ts';

/** A finished auction as it is kept in memory. Its explanation is made on request. */
export type RememberedAuction = { readonly held: HeldAuction; readonly timeMs: number };

export type RequestRecorderParts = {
  readonly recent: {
    readonly add: (names: readonly string[], auction: RememberedAuction) => void;
  };
  readonly refusals: RecentRefusals;
  readonly notifyLosses: NotifyLosses;
  readonly watch: Watch;
  readonly tally: TallyCounter;
  readonly delivery: DeliveryTally;
  /** Whether the campaigns of this partner are ours. */
  readonly isOwn: (partner: string) => boolean;
  readonly countLeftOut: (partner: string, reason: LeftOut['reason'], urls: number) => void;
  readonly log: Log;
  readonly nowMs: () => number;
};

/** The last step of the flow, after the reply: remembers and counts the auction and sends loss notices. */
export function createRequestRecorder(parts: RequestRecorderParts): RequestRecorder {
  const { recent, refusals, notifyLosses, watch, tally, delivery, isOwn } = parts;
  const { countLeftOut, log, nowMs } = parts;
  const logCurrencies = createCurrencyLog(log, nowMs);
  return {
    auction(held) {
      const { requestId, request, warnings, result, outcome, sold } = held;
      const { askedAfterMs, tookMs } = held.times;
      const { wire } = request;
      const { asked, losses, wins } = result;
      for (const { code, field } of warnings) {
        log.debug({ requestId, code, field }, 'request warning');
      }
      logCurrencies(requestId, warnings);
      recent.add([requestId, wire.id, ...held.ids.request.values()], { held, timeMs: nowMs() });
      watch.auction({
        requestId,
        trace: held.trace,
        askedAfterMs,
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

      countUncalled(sold, countLeftOut);
      notifyLosses(wire.id, losses);
      countAuction(held, tally);
      countDelivery(held, delivery, isOwn);
    },
    refusal({ requestId, refusal, limit, publisherId: publisher, isTest, trace, tookMs }) {
      const { code, details } = refusal;
      const { field } = details;
      const reason = recordedReason(details);
      const circumstances = { requestId, publisher, tookMs, trace, askedAfterMs: 0 };
      watch.refused({ ...circumstances, code, field, reason, scope: limit.scope });
      refusals.add({ requestId, timeMs: nowMs(), code, field, reason, publisher });
      if (isTest) return;

      const dimensions = { ...NO_DIMENSIONS, publisher: shortened(publisher ?? '') };
      tally.count({ measure: 'requests', dimensions, ...NO_SUBJECT });
      tally.count({ measure: 'refusals', dimensions, ...NO_SUBJECT, reason: code });
    },
    withoutNative({ requestId, publisherId: publisher, warnings, isTest, trace, tookMs }) {
      const circumstances = { requestId, publisher, tookMs, trace, askedAfterMs: 0 };
      const noBidReason: NoBidReason = 'no-native';
      watch.auction({ ...circumstances, ...NOTHING_ASKED, warnings, noBidReason, isTest });
      if (isTest) return;
      const dimensions = { ...NO_DIMENSIONS, publisher: shortened(publisher ?? '') };
      tally.count({ measure: 'requests', dimensions, ...NO_SUBJECT });
      tally.count({ measure: 'noBids', dimensions, ...NO_SUBJECT, reason: noBidReason });
    },
  };
}

const NOTHING_ASKED = { imps: 0, asked: [], losses: [], wins: [] };

/** A count of no particular partner, campaign or reason. */
const NO_SUBJECT: Subject = { partner: '', campaign: '', reason: '' };

function countUncalled(
  sold: HeldAuction['sold'],
  countLeftOut: RequestRecorderParts['countLeftOut'],
): void {
  for (const { sale, leftOut } of sold) {
    for (const { reason, count } of leftOut) countLeftOut(sale.partner, reason, count);
  }
}

function countAuction(
  { request, result, outcome, sold }: HeldAuction,
  { count }: TallyCounter,
): void {
  const dimensions = dimensionsOf(request);
  count({ measure: 'requests', dimensions, ...NO_SUBJECT });
  if (outcome instanceof NoBid) {
    count({ measure: 'noBids', dimensions, ...NO_SUBJECT, reason: outcome.reason });
  }
  for (const { partner, answer } of result.asked) {
    if (answer.kind === 'skipped') continue;
    count({ measure: 'asked', dimensions, ...NO_SUBJECT, partner });
    if (answer.kind === 'bids' && answer.bids.length > 0) {
      count({ measure: 'bids', dimensions, ...NO_SUBJECT, partner }, answer.bids.length);
    }
  }
  for (const { sale } of sold) {
    const { partner, campaign, dimensions: own } = sale;
    count({ measure: 'sold', dimensions: own, ...NO_SUBJECT, partner, campaign });
  }
}

/** The explanation as JSON. It has no personal data. */
export function explanationOf({ held, timeMs }: RememberedAuction): string {
  const { requestId, request, result, warnings, sold } = held;
  const { tookMs, deadlineMs } = held.times;
  const notCalled = new Map(
    sold.map(({ win, leftOut }) => [win.candidate.bid.impid, leftOut.map(leftOutSentence)]),
  );
  const circumstances = { requestId, nowMs: timeMs, tookMs, deadlineMs, warnings, notCalled };
  return JSON.stringify(explain(request, result, circumstances));
}

/** The record of a refusal as JSON, in the shape of an explanation. */
export function refusalRecordOf({ requestId, timeMs, ...rest }: RefusalRecord): string {
  const { code, field, reason, publisher } = rest;
  const time = new Date(timeMs).toISOString();
  const status = Object.entries(STATUS_BY_CODE).find(([name]) => name === code)?.[1];
  return JSON.stringify({
    requestId,
    time,
    outcome: 'refused',
    status,
    code,
    field,
    reason,
    publisher,
  });
}
