import type { Config } from '../../src/host/config/config.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { eventually } from '../eventually.ts';
import { startTestServer, type TestConfig } from '../server.ts';
import { type Dsp, type Reply, startDsp } from './partners.ts';

type OpenRtbEntry = Extract<Config['partners'][number], { kind: 'openrtb' }>;

export type Market = {
  readonly parley: Machine;
  readonly dsps: readonly Dsp[];
  readonly ask: (changes?: Readonly<Record<string, unknown>>) => Promise<Response>;
  readonly explain: (id: string) => Promise<Explained>;
  readonly stop: () => Promise<void>;
};

export type Explained = {
  readonly outcome: string;
  readonly partners: readonly {
    name: string;
    answer: string;
    reason?: string;
    bids?: number;
    unreadable?: readonly string[];
    withheldDeals: readonly { impid: string; dealid: string }[];
    latencyMs: number;
    passed?: readonly {
      impid: string;
      reason: string;
      offer?: { id: string; title: string; fault: string };
    }[];
  }[];
  readonly imps: readonly {
    id: string;
    floor: number | null;
    noBidReason: string | null;
    winner: { partner: string; price: number } | null;
    bids: readonly { partner: string; price: number; code: number; fate: string }[];
  }[];
};

export const NATIVE = JSON.stringify({
  ver: '1.2',
  assets: [{ id: 1, required: 1, title: { len: 90 } }],
});

export function bidRequest(changes: Readonly<Record<string, unknown>> = {}) {
  return { id: crypto.randomUUID(), imp: [{ id: '1', native: { request: NATIVE } }], ...changes };
}

/** An exchange with real DSPs behind it, `dsp-0`, `dsp-1`…, and whatever other partners are named. */
export async function startMarket(
  replies: readonly Reply[],
  options: {
    readonly entry?: Partial<OpenRtbEntry>;
    /** More of one DSP's entry, by its number. */
    readonly entries?: readonly Partial<OpenRtbEntry>[];
    readonly extra?: readonly Config['partners'][number][];
    readonly config?: TestConfig;
    readonly nowMs?: () => number;
  } = {},
): Promise<Market> {
  const dsps = replies.map(startDsp);
  const partners = dsps.map(
    ({ url }, i): OpenRtbEntry => ({
      name: `dsp-${i}`,
      kind: 'openrtb',
      url,
      internalNotices: true,
      ...options.entry,
      ...options.entries?.[i],
    }),
  );
  const parley = await startTestServer(
    { ...options.config, partners: [...partners, ...(options.extra ?? [])] },
    options.nowMs,
  );
  return {
    parley,
    dsps,
    ask: (changes) =>
      fetch(`${parley.url}/openrtb2`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bidRequest(changes)),
      }),
    async explain(id) {
      // The record is made after the reply.
      let response = await fetch(`${parley.adminUrl}/requests/${id}`);
      await eventually(async () => {
        if (!response.ok) response = await fetch(`${parley.adminUrl}/requests/${id}`);
        return response.ok;
      });
      return (await response.json()) as Explained;
    },
    async stop() {
      await parley.stop(0);
      await Promise.all(dsps.map((dsp) => dsp.stop()));
    },
  };
}
