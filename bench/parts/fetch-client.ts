import type { Send } from '../../src/demand/partner.ts';

const IDLE_SEC_MAX = 60;

/** `fetch` with a session of its own per partner: what the client for partners is measured against. */
export function createFetchClient(): Send {
  const session = new Bun.FetchSession({ keepAlive: { idleTimeout: IDLE_SEC_MAX } });
  return async (call, giveUpMs) => {
    try {
      const response = await session.fetch(call.url, {
        method: call.method,
        headers: call.headers,
        ...(call.body === undefined ? {} : { body: call.body }),
        redirect: 'manual',
        proxy: false,
        signal: AbortSignal.timeout(giveUpMs),
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      return { failure: (error as Error).message };
    }
  };
}
