import { LOSS_REASONS } from '../../core/auction/drop.ts';
import {
  cellsByLabel,
  createSlabWriter,
  forgetGauges,
  type Layout,
  type MetricPartner,
  type Slab,
  type SlabWriter,
  STARTED_CELL,
} from './layout.ts';
import {
  type LeftOutReason,
  NOTICE_KINDS,
  type NOTICE_RESULTS,
  OTHER,
  OUTBID_REASONS,
  outcomeOf,
  type SeriesName,
  STAGES,
} from './series.ts';

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

/** The parts of a partner's answer. */
type AskedFacts = {
  readonly latencyMs: number;
  readonly answer: {
    readonly kind: 'bids' | 'no-bid' | 'malformed' | 'timeout' | 'failed' | 'skipped';
    readonly reason?: string;
    readonly bids?: readonly unknown[];
    readonly unreadable?: readonly unknown[];
    readonly passed?: readonly { readonly reason: string; readonly cause?: string }[];
  };
};

type LossFacts = { readonly code: number; readonly slug?: string };

type RefusalFacts = {
  readonly code: string;
  readonly field: string | undefined;
  /** The limit that the request was counted against. */
  readonly scope: string;
};

/** How many stages of the funnel a request has reached. */
const PASSED = { none: 0, asked: 1, answered: 2, bid: 3, fit: 4, won: 5 } as const;

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

/** The metrics of one worker. Each call is a few additions in memory that only this worker writes. */
export function createWorkerMetrics(layout: Layout, slab: Slab) {
  const { cellOf } = layout;
  const writer = createSlabWriter(slab);
  const { count, set } = writer;
  const notices = new Set<string>(NOTICE_KINDS);
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
      count(cellOf('parley_notices_total', notices.has(kind) ? kind : OTHER, result)),
    /** Adds URLs that a partner wanted called and that are not. */
    leftOut(partner: string, reason: LeftOutReason, urls: number) {
      const name = partners.has(partner) ? partner : OTHER;
      count(cellOf('parley_partner_urls_left_out_total', name, reason), urls);
    },
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
    add: (name: SeriesName, labels: readonly string[], by: number) =>
      count(cellOf(name, ...labels), by),
    set: (name: SeriesName, labels: readonly string[], value: number) =>
      set(cellOf(name, ...labels), value),
  };
}

type PartnerMetrics = ReturnType<typeof createPartnerMetrics>;

function createPartnerMetrics(
  layout: Layout,
  { name, isRemote }: MetricPartner,
  { count, observe }: SlabWriter,
) {
  const { cellOf } = layout;
  const askedCell = cellOf('parley_partner_asked_total', name);
  const latency = cellOf('parley_partner_latency_seconds', name);
  const bidsCell = cellOf('parley_partner_bids_total', name);
  const unreadableCell = cellOf('parley_partner_unreadable_bids_total', name);
  const wins = cellOf('parley_partner_wins_total', name);
  const answers = cellsByLabel(layout, 'parley_partner_answers_total', name);
  const skips = cellsByLabel(layout, 'parley_partner_skipped_total', name);
  const causes = cellsByLabel(layout, 'parley_partner_held_total', name);
  const drops = cellsByLabel(layout, 'parley_partner_drops_total', name);

  return {
    /** The wait for a remote partner does not count as own time. */
    isRemote,
    /** Returns the stage that the request reached through this partner. */
    asked({ latencyMs, answer }: AskedFacts): number {
      if (answer.kind === 'skipped') {
        count(skips.get(answer.reason ?? OTHER) ?? skips.get(OTHER));
        return PASSED.none;
      }
      count(askedCell);
      count(answers.get(answer.kind === 'no-bid' ? 'no_bid' : answer.kind));
      observe(latency, latencyMs);
      if (answer.kind === 'no-bid') return PASSED.answered;
      if (answer.kind !== 'bids') return PASSED.asked;
      const bids = answer.bids?.length ?? 0;
      const unreadable = answer.unreadable?.length ?? 0;
      if (bids > 0) count(bidsCell, bids);
      if (unreadable > 0) count(unreadableCell, unreadable);
      return bids > 0 ? PASSED.bid : PASSED.answered;
    },
    /** Campaigns that were held back from a request that is no test. */
    held({ answer }: AskedFacts): void {
      for (const { cause } of answer.passed ?? []) {
        if (cause !== undefined) count(causes.get(cause));
      }
    },
    drop: (reason: string) => count(drops.get(reason)),
    win: () => count(wins),
  };
}

/** Where several reasons share a code, the no-bid reason of the loss decides between them. */
function lossReason({ code, slug }: LossFacts): string {
  let name: string | undefined;
  for (const reason of LOSS_REASONS) {
    if (reason.code !== code) continue;
    if (reason.slug === slug) return reason.name;
    name ??= reason.name;
  }
  return name ?? OTHER;
}

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
      const reason = lossReason(loss);
      partners.get(partner)?.drop(reason);
      if (OUTBID_REASONS.includes(reason)) passed = PASSED.fit;
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
    // `imp[3].id` is counted as `imp.id`.
    if (field !== undefined) count(fields.get(field.replace(/\[\d+\]/g, '')) ?? fields.get(OTHER));
  };
}
