import { type Refusal, refuse } from '../../lib/refusal.ts';

export const LISTENERS_MAX = 50;
/** One token must not take all of them. A browser opens six at most. */
export const LISTENERS_PER_TOKEN_MAX = 8;
const HEARTBEAT_MS = 15_000;
/** A listener that is further behind than this is let go; its browser comes back by itself. */
const CHUNKS_WAITING_MAX = 64;

export type Subscribe<Event> = (send: (event: Event) => void) => () => void;

export type LiveStreams<Event> = ReturnType<typeof createLiveStreams<Event>>;

export function createLiveStreams<Event>() {
  /** With the name of the token that opened each. */
  const closers = new Map<() => void, string>();

  /** Server-sent events until the listener goes, lags behind, or may no longer listen. `who` is the name of the token. */
  function open(
    who: string,
    subscribe: Subscribe<Event>,
    mayListen: () => boolean,
  ): Response | Refusal {
    const own = [...closers.values()].filter((name) => name === who).length;
    if (own >= LISTENERS_PER_TOKEN_MAX) {
      return refuse.rateLimited(
        `${who} has ${LISTENERS_PER_TOKEN_MAX} live streams open already, and may have no more: close one`,
      );
    }
    if (closers.size >= LISTENERS_MAX) {
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
            if ((controller.desiredSize ?? 0) <= 0 || !mayListen()) close();
          };
          const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
          let unsubscribe = () => {};
          close = () => {
            if (!isOpen) return;
            isOpen = false;
            closers.delete(close);
            clearInterval(heartbeat);
            unsubscribe();
            try {
              controller.close();
            } catch {
              // The listener had gone already.
            }
          };
          closers.set(close, who);
          write('retry: 2000\n\n');
          unsubscribe = subscribe((event) => write(`data: ${JSON.stringify(event)}\n\n`));
          if (!isOpen) unsubscribe();
        },
        cancel: () => close(),
      },
      new CountQueuingStrategy({ highWaterMark: CHUNKS_WAITING_MAX }),
    );
    return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
  }

  return {
    open,
    closeAll(): void {
      for (const close of [...closers.keys()]) close();
    },
  };
}
