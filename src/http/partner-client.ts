import type { CallFailure, HttpCall, HttpReply, Send } from '../demand/partner.ts';

/** What a partner's answer may have at the most. */
export const REPLY_BYTES_MAX = 256 * 1024;

const IDLE_SEC_MAX = 60;

/** With this much of the time left, a call that met a connection its partner had just closed is made again. */
const RETRY_SHARE_MIN = 0.5;

/** A client with a connection pool of its own, so that no partner waits for another. */
export function createPartnerClient(tickMs: () => number): Send {
  const session = new Bun.FetchSession({ keepAlive: { idleTimeout: IDLE_SEC_MAX } });

  async function attempt(call: HttpCall, giveUpMs: number): Promise<HttpReply | CallFailure> {
    const response = await session.fetch(call.url, {
      method: call.method,
      headers: call.headers,
      ...(call.body === undefined ? {} : { body: call.body }),
      redirect: 'manual',
      proxy: false,
      signal: AbortSignal.timeout(giveUpMs),
    });
    const text = await readCapped(response);
    return text === undefined
      ? { failure: `the answer has more than ${REPLY_BYTES_MAX} bytes` }
      : { status: response.status, text };
  }

  return async (call, giveUpMs) => {
    const start = tickMs();
    try {
      return await attempt(call, giveUpMs);
    } catch (error) {
      const leftMs = giveUpMs - (tickMs() - start);
      if (codeOf(error) !== 'ECONNRESET' || leftMs < giveUpMs * RETRY_SHARE_MIN) {
        return { failure: sentence(error) };
      }
      return attempt(call, leftMs).catch((again: unknown) => ({ failure: sentence(again) }));
    }
  };
}

async function readCapped(response: Response): Promise<string | undefined> {
  const length = response.headers.get('content-length');
  if (length !== null && Number(length) > REPLY_BYTES_MAX) {
    await response.body?.cancel();
    return undefined;
  }
  if (response.body === null) return '';
  // A plain body with a length is bounded by it; anything else is counted as it comes.
  if (length !== null && !response.headers.has('content-encoding')) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > REPLY_BYTES_MAX) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}

function sentence(error: unknown): string {
  const { name, message } = error as Error;
  return name === 'TimeoutError' ? 'no answer in time' : message;
}
