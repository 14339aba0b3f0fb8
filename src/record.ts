import { explain } from './auction/explain.ts';
import type { Held, TurnedAway } from './exchange.ts';
import type { Entry } from './ledger/entry.ts';
import type { Dimensions } from './ledger/fact.ts';
import type { TallyCounter } from './ledger/tally.ts';
import { shortened } from './lib/shortened.ts';
import { dimensionsOf } from './notices/dimensions.ts';
import type { NotifyLosses } from './notices/loss-notices.ts';
import type { Log } from './observe/log.ts';
import type { Recent } from './observe/recent.ts';
import type { Recorder as Metrics } from './observe/recorder.ts';
import { requestLine, type Sampler } from './observe/sample.ts';
import { type Span, spansOf } from './observe/spans.ts';
import { NoBid } from './openrtb/no-bid.ts';

/** An auction that is over, kept as it was: its explanation is made when someone asks for it. */
export type Remembered = { readonly held: Held; readonly timeMs: number };

export type RecorderParts = {
  readonly recent: Recent<Remembered>;
  readonly notifyLosses: NotifyLosses;
  readonly metrics: Metrics;
  readonly tally: TallyCounter;
  readonly addEntry: (entry: Entry) => void;
  readonly addSpans: (spans: readonly Span[]) => void;
  readonly isRemote: (partner: string) => boolean;
  readonly sampler: Sampler;
  readonly log: Log;
  readonly nowMs: () => number;
};

export type Recorder = {
  readonly auction: (held: Held) => void;
  readonly refusal: (turnedAway: TurnedAway) => void;
};

/** The last step of the flow: what is kept, counted and sent on after the reply. */
export function createRecorder(parts: RecorderParts): Recorder {
  const { recent, notifyLosses, metrics, tally, addEntry, sampler, log, nowMs } = parts;

  return {
    auction(held) {
      const { requestId, request, warnings, result, outcome, sold, tookMs } = held;
      const { wire } = request;
      const noBidReason = outcome instanceof NoBid ? outcome.reason : undefined;
      const { asked, losses, wins } = result;
      const imps = wire.imp.length;
      metrics.auction({ noBidReason, tookMs, imps, warnings, asked, losses, wins });
      recent.add([requestId, wire.id], { held, timeMs: nowMs() });
      if (held.trace?.kind === 'recorded') parts.addSpans(spans(held, held.trace));
      const oneIn = sampler.take();
      if (oneIn > 0) logLine(outcome instanceof NoBid ? 'no_bid' : 'bid', held, oneIn);
      if (wire.test === 1) return;

      notifyLosses(wire.id, losses);
      for (const { calls } of sold) if (calls !== undefined) addEntry({ kind: 'calls', calls });
      countAuction(held, tally);
    },
    refusal({ requestId, refusal, limit, publisher, tookMs }) {
      const { code, details } = refusal;
      metrics.refused({ code, field: details.field, scope: limit.scope });
      const dimensions = { ...NO_DIMENSIONS, publisher: shortened(publisher ?? '') };
      tally.count({ measure: 'requests', dimensions, ...NOBODY });
      tally.count({ measure: 'refusals', dimensions, ...NOBODY, reason: code });
      const oneIn = sampler.take();
      if (oneIn === 0) return;
      const facts = { requestId, outcome: 'refused', reason: code, tookMs, publisher };
      log.info(requestLine(facts, oneIn), 'request');
    },
  };

  function logLine(outcome: string, held: Held, oneIn: number): void {
    log.info(requestLine({ ...factsOf(held), outcome }, oneIn), 'request');
  }

  function spans(held: Held, trace: Extract<Held['trace'], { kind: 'recorded' }>): readonly Span[] {
    const { askedAfterMs, tookMs, outcome, result } = held;
    const facts = {
      ...factsOf(held),
      outcome: outcome instanceof NoBid ? ('no_bid' as const) : ('bid' as const),
      startedMs: nowMs() - tookMs,
      askedAfterMs,
      asked: result.asked,
    };
    return spansOf(trace, facts, parts.isRemote);
  }
}

function factsOf({ requestId, request, outcome, tookMs }: Held) {
  const { site, app } = request.wire;
  return {
    requestId,
    reason: outcome instanceof NoBid ? outcome.reason : undefined,
    tookMs,
    publisher: site?.publisher?.id ?? app?.publisher?.id,
  };
}

const NOBODY = { partner: '', campaign: '', reason: '' };

const NO_DIMENSIONS: Dimensions = {
  publisher: '',
  country: '',
  format: '',
  intent: '',
  funnel: '',
  sentiment: '',
  turn: '',
};

function countAuction({ request, result, outcome, sold }: Held, { count }: TallyCounter): void {
  const dimensions = { ...dimensionsOf(request.wire), format: '' };
  count({ measure: 'requests', dimensions, ...NOBODY });
  if (outcome instanceof NoBid) {
    count({ measure: 'noBids', dimensions, ...NOBODY, reason: outcome.reason });
  }
  for (const { partner: name, answer } of result.asked) {
    if (answer.kind === 'skipped') continue;
    const partner = shortened(name);
    count({ measure: 'asked', dimensions, ...NOBODY, partner });
    if (answer.kind === 'bids' && answer.bids.length > 0) {
      count({ measure: 'bids', dimensions, ...NOBODY, partner }, answer.bids.length);
    }
  }
  for (const { sale } of sold) {
    const { partner, campaign, dimensions: own } = sale;
    count({ measure: 'sold', dimensions: own, ...NOBODY, partner, campaign });
  }
}

/** The explanation as JSON; it says nothing about the person behind the request. */
export function explanationOf({ held, timeMs }: Remembered): string {
  const { requestId, request, result, tookMs, deadlineMs } = held;
  const circumstances = { requestId, nowMs: timeMs, tookMs, deadlineMs };
  return JSON.stringify(explain(request.wire, result, circumstances));
}
