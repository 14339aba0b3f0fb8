import { createLayout, type Layout, type Slab } from '../src/host/observe/layout.ts';
import { type AuctionFacts, createWorkerMetrics } from '../src/host/observe/worker-metrics.ts';

/** A layout for partners of these names: `house` is in the process, the others are asked over HTTP. */
export function layoutOf(names: readonly string[], workers = 1): Layout {
  const layout = createLayout(workers);
  for (const [row, name] of names.entries()) layout.add({ name, isRemote: name !== 'house' }, row);
  return layout;
}

/** Memory of its own for all slabs of a layout. */
export function slabsOf({ words, slots, slabAt }: Layout): readonly Slab[] {
  const memory = new BigUint64Array(words);
  return slots.map((slot) => slabAt(memory, slot));
}

/** What one worker counts, with the memory of its machine. */
export function countingWorker(layout: Layout) {
  const slabs = slabsOf(layout);
  return { layout, slabs, metrics: createWorkerMetrics(layout, slabs[0] as Slab) };
}

/** Three partners and three bids, of which one wins, one is outbid and one is below the floor. */
export const TYPICAL_AUCTION: AuctionFacts = {
  noBidReason: undefined,
  isTest: false,
  tookMs: 31.5,
  imps: 1,
  warnings: [{ code: 'INTENT_UNLISTED' }],
  asked: [
    { partner: 'house', latencyMs: 0.04, answer: { kind: 'bids', bids: [{}] } },
    { partner: 'acme', latencyMs: 12.5, answer: { kind: 'bids', bids: [{}, {}] } },
    { partner: 'zenith', latencyMs: 30, answer: { kind: 'no-bid', reason: 'status 204' } },
  ],
  losses: [
    { partner: 'acme', loss: { code: 100 } },
    { partner: 'house', loss: { code: 102 } },
  ],
  wins: [{ candidate: { partner: 'acme' } }],
};

export const TYPICAL_PARTNERS = ['house', 'acme', 'zenith'];
