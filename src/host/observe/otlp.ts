import type { Log } from '../../lib/log.ts';
import type { SpanResult } from './series.ts';
import type { TraceSpan } from './spans.ts';

export const QUEUE_SPANS_MAX = 2048;
export const BATCH_SPANS_MAX = 512;
const TIMING = {
  /** How long spans are collected before a send. */
  gatherMs: 1000,
  answerMsMax: 5000,
  /** The pause after a failed send. */
  pauseMs: 10_000,
  /** The limit for the flush at shutdown. */
  stopMsMax: 2000,
};

export type SpanExporter = ReturnType<typeof createSpanExporter>;

/** Sends spans to a collector (OTLP over HTTP, in JSON). It drops spans rather than block a caller. */
export function createSpanExporter(parts: {
  /** The collector's address, to which `/v1/traces` is added. */
  readonly url: string;
  readonly version: string;
  readonly log: Log;
  readonly onResult: (result: SpanResult, count: number) => void;
  /** Only tests set it, to wait less. */
  readonly timing?: typeof TIMING;
}) {
  const { log, onResult, timing = TIMING } = parts;
  const url = `${parts.url.replace(/\/+$/, '')}/v1/traces`;
  let queue: TraceSpan[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  let isFailing = false;
  const giveUp = new AbortController();

  const wakeAfter = (waitMs: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      sending ??= sendAll();
    }, waitMs);
    timer.unref();
  };

  /** Discards a batch that fails, without a retry: the collector is down or overloaded. */
  async function sendAll(): Promise<void> {
    let fault: string | undefined;
    while (queue.length > 0 && fault === undefined) {
      const batch = queue.slice(0, BATCH_SPANS_MAX);
      queue = queue.slice(BATCH_SPANS_MAX);
      const signal = AbortSignal.any([giveUp.signal, AbortSignal.timeout(timing.answerMsMax)]);
      fault = await post(url, bodyOf(batch, parts.version), signal);
      onResult(fault === undefined ? 'sent' : 'failed', batch.length);
      logChange(fault);
    }
    sending = undefined;
    if (fault !== undefined) wakeAfter(timing.pauseMs);
  }

  function logChange(fault: string | undefined): void {
    if (isFailing === (fault !== undefined)) return;
    isFailing = fault !== undefined;
    if (isFailing) log.warn({ reason: fault }, 'the collector does not accept spans');
    else log.info({}, 'the collector accepts spans again');
  }

  return {
    add(spans: readonly TraceSpan[]): void {
      const room = QUEUE_SPANS_MAX - queue.length;
      if (spans.length > room) onResult('dropped', spans.length - room);
      queue.push(...spans.slice(0, room));
      if (sending === undefined) wakeAfter(timing.gatherMs);
    },
    /** Flushes the queue within `stopMsMax`, unless the last send failed. */
    async stop(): Promise<void> {
      const deadline = setTimeout(() => giveUp.abort(), timing.stopMsMax);
      await sending;
      clearTimeout(timer);
      if (!isFailing) await sendAll();
      clearTimeout(deadline);
      clearTimeout(timer);
      if (queue.length > 0) onResult('dropped', queue.length);
      queue = [];
    },
  };
}

function bodyOf(spans: readonly TraceSpan[], version: string): string {
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const resource = {
    attributes: [text('service.name', 'parley'), text('service.version', version)],
  };
  return JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'parley', version }, spans }] }],
  });
}

/** undefined if the collector accepted the batch, else the reason. */
async function post(url: string, body: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      redirect: 'manual',
      signal,
    });
    await response.body?.cancel();
    return response.ok ? undefined : `status ${response.status}`;
  } catch (error) {
    // The message may contain the URL, and the URL a password.
    const { name, code } = error as { name?: string; code?: unknown };
    return typeof code === 'string' ? code : (name ?? 'unknown');
  }
}
