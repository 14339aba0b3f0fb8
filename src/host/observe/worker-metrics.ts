import { BREAKER_VALUES, type BreakerWord, JOURNAL_FAULT_VALUES } from './gauge-values.ts';
import { forgetGauges, type Layout, type Slab, STARTED_CELL } from './layout.ts';
import {
  type AskedFacts,
  createPartnerMetrics,
  type LossFacts,
  PASSED,
  type PartnerMetrics,
} from './partner-metrics.ts';
import type { ProcessHealth } from './pulse.ts';
import {
  type BuyerCallRefusal,
  type LeftOutReason,
  type MetricPartner,
  type NOTICE_RESULTS,
  OTHER,
  outcomeOf,
  STAGES,
  workerName,
} from './series.ts';
import { cellsByLabel, createSlabWriter, type SlabWriter } from './slab-writer.ts';

/** The parts of a finished auction that metrics count. */
export type AuctionFacts = {
  /** undefined if the response has a bid. */
  readonly noBidReason: string | undefined;
  readonly isTest: boolean;
  readonly tookMs: number;
  readonly imps: number;
  readonly warnings: readonly { readonly code: string; readonly repair?: string }[];
  readonly asked: readonly (AskedFacts & { readonly partner: string })[];
  readonly losses: readonly { readonly partner: string; readonly loss: LossFacts }[];
  readonly wins: readonly { readonly candidate: { readonly partner: string } }[];
};

export type RefusalFacts = {
  readonly code: string;
  readonly field: string | undefined;
  /** The limit that the request was counted against. */
  readonly scope: string;
};

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

/** The metrics of one worker. Each call is a few additions in memory that only this worker writes. */
export function createWorkerMetrics(layout: Layout, slab: Slab, slabNumber: number) {
  const { cellOf, words } = layout;
  const writer = createSlabWriter(slab);
  const { count, set } = writer;
  const worker = workerName(slabNumber);
  const kinds = new Set(words.noticeKinds);
  const partners = new Map<string, PartnerMetrics>(
    layout.partners.map((partner) => [partner.name, createPartnerMetrics(layout, partner, writer)]),
  );
  // The slab of a worker that has ended keeps its counters, but not its gauges.
  forgetGauges(layout, slab);
  slab[STARTED_CELL] = 1;

  return {
    auction: createAuctionCounter(layout, writer, partners),
    refused: createRefusalCounter(layout, writer),
    notice: (kind: string, result: (typeof NOTICE_RESULTS)[number]) =>
      count(cellOf('parley_notices_total', kinds.has(kind) ? kind : OTHER, result)),
    /** Adds URLs that a partner wanted called and that are not. */
    leftOut(partner: string, reason: LeftOutReason, urls: number) {
      const name = partners.has(partner) ? partner : OTHER;
      count(cellOf('parley_partner_urls_left_out_total', name, reason), urls);
    },
    buyerCallRefused: (reason: BuyerCallRefusal) =>
      count(cellOf('parley_adcp_refused_total', reason)),
    connections: (partner: string, open: number) =>
      set(cellOf('parley_partner_connections', partner), open),
    /** Each worker has a breaker of its own; the most open one is shown. */
    breaker: (partner: string, state: BreakerWord) =>
      set(cellOf('parley_partner_breaker_state', partner), BREAKER_VALUES[state]),
    /** Counts for one more partner, which has this row in the memory. */
    addPartner(partner: MetricPartner, row: number): void {
      if (partners.has(partner.name)) return;
      const known = layout.gauges.length;
      layout.add(partner, row);
      forgetGauges(layout, slab, known);
      partners.set(partner.name, createPartnerMetrics(layout, partner, writer));
    },
    /** It is not asked any more. What was counted stays. */
    removePartner(partner: string): void {
      set(cellOf('parley_partner_connections', partner), Number.NaN);
      set(cellOf('parley_partner_breaker_state', partner), Number.NaN);
    },
    /** Adds lost journal entries that no caller waited for. */
    journalLost: (by: number) => count(cellOf('parley_journal_lost_total'), by),
    journalFault: (kind: keyof typeof JOURNAL_FAULT_VALUES) =>
      set(cellOf('parley_journal_fault'), JOURNAL_FAULT_VALUES[kind]),
    redis: (state: 'up' | 'down') => set(cellOf('parley_redis_up'), state === 'up' ? 1 : 0),
    process({ delayMs, memoryBytes }: ProcessHealth) {
      set(cellOf('parley_event_loop_delay_seconds', worker), delayMs);
      set(cellOf('parley_resident_memory_bytes', worker), memoryBytes);
    },
  };
}

/** OpenRTB's loss reasons of bids that broke no rule and were outbid. */
const OUTBID_CODES = [102, 103];

/** The names of `OUTBID_CODES` in metrics. */
export const OUTBID_REASONS: readonly string[] = ['outbid', 'lost-to-deal'];

function createAuctionCounter(
  layout: Layout,
  { count, observe }: SlabWriter,
  partners: ReadonlyMap<string, PartnerMetrics>,
) {
  const { cellOf } = layout;
  const bid = cellOf('parley_requests_total', 'bid');
  const noBid = cellOf('parley_requests_total', 'no_bid');
  const stages = STAGES.map((stage) => cellOf('parley_funnel_requests_total', stage));
  const reasons = cellsByLabel(layout, 'parley_no_bids_total');
  const warnings = cellsByLabel(layout, 'parley_warnings_total');
  const repairs = cellsByLabel(layout, 'parley_repairs_total');
  const imps = cellOf('parley_imps_total');
  const testWins = cellOf('parley_test_wins_total');
  const duration = cellOf('parley_request_duration_seconds');
  const ownTime = cellOf('parley_own_time_seconds');

  /** How far the request came, and how long it waited for partners at most. */
  function countPartners({ asked, losses, wins, isTest }: AuctionFacts) {
    let passed: number = PASSED.none;
    let waitedMs = 0;
    for (const one of asked) {
      const partner = partners.get(one.partner);
      if (partner === undefined) continue;
      const through = partner.asked(one);
      if (!isTest) partner.held(one);
      if (through > passed) passed = through;
      if (partner.isRemote && through > PASSED.none && one.latencyMs > waitedMs) {
        waitedMs = one.latencyMs;
      }
    }
    for (const { partner, loss } of losses) {
      partners.get(partner)?.drop(loss);
      if (OUTBID_CODES.includes(loss.code)) passed = PASSED.fit;
    }
    for (const { candidate } of wins) partners.get(candidate.partner)?.win();
    return { passed: wins.length > 0 ? PASSED.won : passed, waitedMs };
  }

  return (facts: AuctionFacts) => {
    const { noBidReason, tookMs, wins } = facts;
    const { passed, waitedMs } = countPartners(facts);
    if (facts.isTest) count(testWins, wins.length);
    for (let stage = 0; stage < passed; stage++) count(stages[stage]);

    for (const { code, repair } of facts.warnings) {
      count(warnings.get(code) ?? warnings.get(OTHER));
      if (repair !== undefined) count(repairs.get(repair));
    }
    count(imps, facts.imps);
    observe(duration, tookMs);
    observe(ownTime, tookMs - waitedMs);
    count(noBidReason === undefined ? bid : noBid);
    if (noBidReason !== undefined) count(reasons.get(noBidReason));
  };
}

function createRefusalCounter(layout: Layout, { count }: SlabWriter) {
  const outcomes = cellsByLabel(layout, 'parley_requests_total');
  const codes = cellsByLabel(layout, 'parley_refusals_total');
  const scopes = cellsByLabel(layout, 'parley_limited_total');
  const fields = cellsByLabel(layout, 'parley_refused_fields_total');
  return ({ code, field, scope }: RefusalFacts) => {
    const outcome = outcomeOf(code);
    count(outcomes.get(outcome));
    count(codes.get(code));
    if (outcome === 'limited') count(scopes.get(scope));
    if (field !== undefined) count(fields.get(withoutIndices(field)) ?? fields.get(OTHER));
  };
}

/** `imp[3].id` → `imp.id` */
function withoutIndices(field: string): string {
  return field.replace(/\[\d+\]/g, '');
}
