import type { BidRequest } from './api.ts';
import type { Settings } from './options.ts';
import { isRecord, safeText } from './safe-text.ts';

/** What the exchange said to a bid request. */
export type Reply =
  | { readonly kind: 'bids'; readonly body: unknown }
  | { readonly kind: 'no-bid'; readonly reason: string }
  /** It answered, and it will not get better by asking again. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** It is down, overloaded, or something else than an exchange: this counts for the circuit. */
  | { readonly kind: 'failed' | 'unreachable'; readonly detail: string };

/** How long the connection may take to open. */
const OPEN_MS_MAX = 1_000;

/** Opens a connection that the next call finds open, as far as the runtime keeps it. Never throws. */
export async function openConnection({ healthUrl }: Settings): Promise<void> {
  const signal = AbortSignal.timeout(OPEN_MS_MAX);
  try {
    // A connection is free for the next call once the answer on it has been read.
    await readText(await fetch(healthUrl, { redirect: 'manual', signal }));
  } catch {
    // The next call will say what is wrong.
  }
}

const ANSWER_BYTES_MAX = 256 * 1024;

export async function callExchange(
  request: BidRequest,
  { bidUrl, key }: Settings,
  signal: AbortSignal,
): Promise<Reply> {
  const response = await fetch(bidUrl, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(request),
    redirect: 'manual',
    signal,
  });
  if (response.status === 204) {
    const reason = response.headers.get('x-nobid-reason') ?? '';
    return { kind: 'no-bid', reason: /^[a-z-]{1,40}$/.test(reason) ? reason : 'no-demand' };
  }
  const body = parse(await readText(response));
  if (response.status === 200 && body !== undefined) return { kind: 'bids', body };
  const detail = detailOf(response.status, body);
  return { kind: isRefusal(response.status) ? 'refused' : 'failed', detail };
}

/** Whoever does not know the path or its method (404, 405) is no exchange at that address, and refuses no request. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 404 && status !== 405;
}

/** The body as text, as far as it is of a size that an answer can have. */
async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > ANSWER_BYTES_MAX) {
      await reader.cancel();
      return '';
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const DETAIL_LENGTH_MAX = 300;

/** `400 INVALID_FIELD_VALUE, device.devicetype: expected an integer from 1 to 7` */
function detailOf(status: number, body: unknown): string {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const details = isRecord(error.details) ? error.details : {};
  const where = [error.code, details.field].filter((part) => typeof part === 'string').join(', ');
  const said =
    typeof details.reason === 'string' ? details.reason : 'the answer is not that of an exchange';
  // Details get into logs, and the value of a field may be of the person, such as an address. It stands in `request`.
  const [told] = typeof details.field === 'string' ? said.split(', but got ') : [said];
  return (
    safeText(`${status} ${where}: ${told}`.replace(' :', ':'), DETAIL_LENGTH_MAX) ?? `${status}`
  );
}

/** `TypeError: fetch failed (ECONNREFUSED)`: on Node, the cause alone tells one failed connection from another. */
export function inWords(error: unknown): string {
  const cause = error instanceof Error && isRecord(error.cause) ? error.cause : {};
  const why = safeText(cause.code, DETAIL_LENGTH_MAX) ?? safeText(cause.message, DETAIL_LENGTH_MAX);
  return why === null ? String(error) : `${error} (${why})`;
}

/** Keeps a chat from waiting, turn after turn, for an exchange that is down. */
export type Circuit = {
  /** Whether a call may be made now. While the circuit is open, one call after each pause may: the probe. */
  readonly admit: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
  /** The caller cancelled: this says nothing about the exchange. */
  readonly abandoned: () => void;
};

const FAILURES_TO_OPEN = 3;
const PAUSE_MS_MIN = 2_000;
const PAUSE_MS_MAX = 60_000;

export function createCircuit(nowMs: () => number): Circuit {
  let failures = 0;
  let closedAtMs = 0;
  let isProbing = false;
  return {
    admit() {
      if (failures < FAILURES_TO_OPEN) return true;
      if (isProbing || nowMs() < closedAtMs) return false;
      isProbing = true;
      return true;
    },
    succeeded() {
      failures = 0;
      isProbing = false;
    },
    failed() {
      // Calls that were under way when the circuit opened tell nothing new: only the probe lengthens the pause.
      if (failures >= FAILURES_TO_OPEN && !isProbing) return;
      isProbing = false;
      failures += 1;
      const pauseMs = PAUSE_MS_MIN * 2 ** (failures - FAILURES_TO_OPEN);
      closedAtMs = nowMs() + Math.min(PAUSE_MS_MAX, pauseMs);
    },
    abandoned() {
      isProbing = false;
    },
  };
}

/** A time limit and a caller who may cancel, as one thing to wait for. */
export type Limit = {
  /** Aborts when either happens. */
  readonly signal: AbortSignal;
  /** Resolves when either happens; never rejects. */
  readonly reached: Promise<'timeout' | 'aborted'>;
  readonly leftMs: () => number;
  /** Gives back the timer and the listener. */
  readonly clear: () => void;
};

export function startLimit(limitMs: number, outer: AbortSignal | undefined): Limit {
  const startMs = performance.now();
  const controller = new AbortController();
  const { promise, resolve } = withResolver<'timeout' | 'aborted'>();
  const reach = (how: 'timeout' | 'aborted') => {
    resolve(how);
    controller.abort();
  };
  const onAbort = () => reach('aborted');
  const timer = setTimeout(() => reach('timeout'), limitMs);
  if (outer?.aborted) onAbort();
  else outer?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    reached: promise,
    leftMs: () => Math.max(0, limitMs - (performance.now() - startMs)),
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onAbort);
    },
  };
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
