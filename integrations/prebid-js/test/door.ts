import type { BidResponse } from '../../../src/openrtb/bid-response.ts';
import { restoreIds } from '../../../src/repairs/ids.ts';
import { repairRequest } from '../../../src/repairs/repair-request.ts';

const CORS = { 'Access-Control-Allow-Origin': '*' };

export type Door = {
  readonly url: string;
  /** What the adapter has sent. */
  readonly received: readonly { readonly contentType: string | null; readonly body: unknown }[];
  readonly stop: () => Promise<void>;
};

/** `POST /openrtb2/auction` in front of an exchange that has only the strict endpoint yet. */
export function openDoor(exchangeUrl: string): Door {
  const received: { contentType: string | null; body: unknown }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/openrtb2/auction': {
        POST: async (request) => {
          const body: unknown = await request.json();
          received.push({ contentType: request.headers.get('content-type'), body });
          return ask(exchangeUrl, body);
        },
      },
    },
  });
  return {
    url: `http://localhost:${server.port}`,
    received,
    stop: () => server.stop(true),
  };
}

async function ask(exchangeUrl: string, body: unknown): Promise<Response> {
  const repaired = repairRequest(body);
  if (repaired.kind === 'no-native') return new Response(null, { status: 204, headers: CORS });
  const answer = await fetch(`${exchangeUrl}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(repaired.value),
  });
  if (answer.status !== 200) {
    return new Response(answer.body, { status: answer.status, headers: CORS });
  }
  const response = (await answer.json()) as BidResponse;
  return Response.json(restoreIds(response, repaired.ids), { headers: CORS });
}
