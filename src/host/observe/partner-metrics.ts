import type { Layout } from './layout.ts';
import { type LossReason, type MetricPartner, OTHER } from './series.ts';
import { cellsByLabel, type SlabWriter } from './slab-writer.ts';

/** The parts of a partner's answer that metrics count. */
export type AskedFacts = {
  readonly latencyMs: number;
  readonly answer: {
    readonly kind: 'bids' | 'no-bid' | 'malformed' | 'timeout' | 'failed' | 'skipped';
    readonly reason?: string;
    readonly bids?: readonly unknown[];
    readonly unreadable?: readonly unknown[];
    readonly passed?: readonly { readonly reason: string; readonly cause?: string }[];
  };
};

export type LossFacts = { readonly code: number; readonly slug?: string };

/** How many stages of the funnel a request has reached. */
export const PASSED = { none: 0, asked: 1, answered: 2, bid: 3, fit: 4, won: 5 } as const;

export type PartnerMetrics = ReturnType<typeof createPartnerMetrics>;

export function createPartnerMetrics(
  layout: Layout,
  partner: MetricPartner,
  { count, observe }: SlabWriter,
) {
  const { cellOf, words } = layout;
  const { name, isRemote } = partner;
  const askedCell = cellOf('parley_partner_asked_total', name);
  const latency = cellOf('parley_partner_latency_seconds', name);
  const bidsCell = cellOf('parley_partner_bids_total', name);
  const unreadableCell = cellOf('parley_partner_unreadable_bids_total', name);
  const wins = cellOf('parley_partner_wins_total', name);
  const answers = cellsByLabel(layout, 'parley_partner_answers_total', name);
  const skips = cellsByLabel(layout, 'parley_partner_skipped_total', name);
  const heldCells = cellsByLabel(layout, 'parley_partner_held_total', name);
  const cellOfDrop = createDropCells(words.lossReasons, (code, reason) =>
    cellOf('parley_partner_drops_total', name, code, reason),
  );

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
        if (cause !== undefined) count(heldCells.get(cause));
      }
    },
    drop: (loss: LossFacts) => count(cellOfDrop(loss)),
    win: () => count(wins),
  };
}

/** Where several reasons share a code, the no-bid reason of the loss decides between them. */
function createDropCells(
  reasons: readonly LossReason[],
  cellOf: (code: string, reason: string) => number,
): (loss: LossFacts) => number {
  const byCode = new Map<number, number>();
  const bySlug = new Map<number, Map<string, number>>();
  for (const { code, name, slug } of reasons) {
    const cell = cellOf(`${code}`, name);
    if (!byCode.has(code)) byCode.set(code, cell);
    bySlug.set(code, (bySlug.get(code) ?? new Map<string, number>()).set(slug, cell));
  }
  const other = cellOf(OTHER, OTHER);
  return ({ code, slug = '' }) => bySlug.get(code)?.get(slug) ?? byCode.get(code) ?? other;
}
