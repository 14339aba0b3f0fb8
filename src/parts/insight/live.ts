import type { Host } from '../../host/host.ts';
import { POINTS, type Point } from '../../host/observe/history.ts';
import { perObject } from '../../lib/lookup.ts';
import type { Call } from '../../lib/op.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { funnelOf } from './funnel.ts';

export const LISTENERS_MAX = 50;
/** One token must not take all of them. A browser opens six at most. */
export const LISTENERS_PER_TOKEN_MAX = 8;
const HEARTBEAT_MS = 15_000;
/** A listener that is further behind than this is let go; its browser comes back by itself. */
const CHUNKS_WAITING_MAX = 64;

const MINUTE_POINTS = 60;

export type LivePoint = ReturnType<typeof pointsOf>[number];

export type LiveNow = ReturnType<typeof stateOf>;

/** The history once, then one event a second. */
export type LiveEvent = LiveNow &
  (
    | { readonly kind: 'history'; readonly points: readonly LivePoint[] }
    | { readonly kind: 'tick'; readonly point: LivePoint }
  );

type Source = Pick<Host, 'metrics' | 'offers'>;

function stateOf({ metrics, offers }: Source) {
  const lately = metrics.history.lately();
  if (lately === undefined) return { funnel: [], troubles: [] };
  return { funnel: funnelOf(lately), troubles: offers.troubles?.() ?? null };
}

/** All listeners of a machine share a tick. Without listeners no tick is made. */
const listenersOf = perObject((source: Source) => {
  const { history, onSecond } = source.metrics;
  const listeners = new Set<(event: LiveEvent) => void>();
  let unsubscribe = () => {};
  let toldMs = 0;

  function tick(): void {
    const point = pointsOf(history.points(MINUTE_POINTS)).at(-1);
    // A skipped second has no point.
    if (point === undefined || point.atMs === toldMs) return;
    toldMs = point.atMs;
    const event: LiveEvent = { kind: 'tick', point, ...stateOf(source) };
    for (const send of [...listeners]) send(event);
  }

  return (send: (event: LiveEvent) => void) => {
    send({ kind: 'history', points: pointsOf(history.points(POINTS)), ...stateOf(source) });
    listeners.add(send);
    if (listeners.size === 1) unsubscribe = onSecond(tick);
    return () => {
      listeners.delete(send);
      if (listeners.size === 0) unsubscribe();
    };
  };
});

/** What ends each stream of a machine, with the name of the token that opened it. */
const openOf = perObject((_: Source) => new Map<() => void, string>());

export function closeStreams(host: Source): void {
  for (const close of [...openOf(host).keys()]) close();
}

/** Server-sent events until the listener goes, lags behind, or may no longer listen. */
export function streamLive({
  host,
  caller: { who },
  visit,
}: Pick<Call<Source, string, unknown, unknown>, 'host' | 'caller' | 'visit'>): Response | Refusal {
  const open = openOf(host);
  const own = [...open.values()].filter((name) => name === who).length;
  if (own >= LISTENERS_PER_TOKEN_MAX) {
    return refuse.rateLimited(
      `${who} has ${LISTENERS_PER_TOKEN_MAX} live streams open already, and may have no more: close one`,
    );
  }
  if (open.size >= LISTENERS_MAX) {
    return refuse.unavailable(`${LISTENERS_MAX} pages are listening already: close one`);
  }
  const encoder = new TextEncoder();
  let close = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOpen = true;
        const write = (text: string) => {
          if (!isOpen) return;
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) <= 0 || !visit.isStillOpen()) close();
        };
        const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
        let unsubscribe = () => {};
        close = () => {
          if (!isOpen) return;
          isOpen = false;
          open.delete(close);
          clearInterval(heartbeat);
          unsubscribe();
          try {
            controller.close();
          } catch {
            // The listener had gone already.
          }
        };
        open.set(close, who);
        write('retry: 2000\n\n');
        unsubscribe = listenersOf(host)((event) => write(`data: ${JSON.stringify(event)}\n\n`));
        if (!isOpen) unsubscribe();
      },
      cancel: () => close(),
    },
    new CountQueuingStrategy({ highWaterMark: CHUNKS_WAITING_MAX }),
  );
  visit.keepOpen();
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
}

export function pointsOf(points: readonly Point[]) {
  const spend = minuteSums(points, 'spendUsd');
  const sold = minuteSums(points, 'sold');
  const imps = minuteSums(points, 'imps');
  return points.map(({ timeMs, requests, p50Ms, p95Ms, p99Ms }, i) => {
    const { bid, no_bid, refused, limited, failed, shed } = requests;
    return {
      /** When the step ended. */
      atMs: timeMs,
      requestsPerSec: rounded(bid + no_bid + refused + limited + failed + shed),
      bidsPerSec: rounded(bid),
      noBidsPerSec: rounded(no_bid),
      refusedPerSec: rounded(refused + limited),
      failedPerSec: rounded(failed + shed),
      /** Null without a request. */
      p50Ms,
      p95Ms,
      p99Ms,
      /** The sold share of the impressions of the last minute. Null if there were none. */
      fillRate: (imps[i] ?? 0) > 0 ? rounded((sold[i] ?? 0) / (imps[i] ?? 1)) : null,
      /** The amount that became billable in the last minute. */
      spendUsdPerMinute: rounded(spend[i] ?? 0),
    };
  });
}

/** Sums of fractions would leave a rest, which looks like a request in an idle minute. */
const MILLIONTHS = 1e6;

/** The moving sum over a minute. */
function minuteSums(points: readonly Point[], name: 'spendUsd' | 'sold' | 'imps') {
  const whole = points.map((point) => Math.round(point[name] * MILLIONTHS));
  let sum = 0;
  return whole.map((value, i) => {
    sum += value - (whole[i - MINUTE_POINTS] ?? 0);
    return sum / MILLIONTHS;
  });
}

const rounded = (value: number) => Math.round(Math.max(0, value) * 1e4) / 1e4;
