import type { Config } from '../../src/host/config/config.ts';
import { ADCP_PATH } from '../../src/host/http/buyer-calls.ts';

export const BUYER_TOKEN = 'token-of-acme-0123456789';

/** What a machine needs to sell to AI buyers. */
export const SELLING: {
  readonly adcp: Config['adcp'];
  readonly partners: Config['partners'];
} = {
  partners: [{ name: 'own', kind: 'campaigns', store: true }],
  adcp: {
    enabled: true,
    publicUrl: undefined,
    partner: 'own',
    buyers: [{ id: 'acme', name: 'Acme', token: BUYER_TOKEN }],
    products: [],
  },
};

export type ToolRequest = {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export const toolMessage = (name: string, args: object = {}) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  });

/** A call as a program makes it, with the headers that the protocol asks for. */
export function post(
  url: string,
  body: string,
  { token, headers }: ToolRequest = {},
): Promise<Response> {
  return fetch(`${url}${ADCP_PATH}`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
}

/** What the tool has answered, as the protocol carries it. */
export async function structured(response: Response) {
  const { result } = (await response.json()) as {
    readonly result: { readonly structuredContent: Readonly<Record<string, unknown>> };
  };
  return result.structuredContent;
}

/** Of one call on this machine. */
const CALL_MS_MAX = 20_000;

export type SellerAddress = { readonly url: string; readonly token: string };

export type CalledTool = {
  readonly isError: boolean;
  readonly body: Readonly<Record<string, unknown>>;
};

type RpcAnswer = {
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: Readonly<Record<string, unknown>>;
  };
  readonly error?: { readonly message: string };
};

/** Calls a tool of a seller as any MCP client does. */
export async function callTool(
  { url, token }: SellerAddress,
  name: string,
  args: object,
): Promise<CalledTool> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: toolMessage(name, args),
    signal: AbortSignal.timeout(CALL_MS_MAX),
  });
  const text = await response.text();
  const { result, error } = parse(text);
  if (result?.structuredContent === undefined) {
    const reason = error?.message ?? text.slice(0, 300);
    throw new Error(`${name}: expected structured content, but got ${response.status}: ${reason}`);
  }
  return { isError: result.isError === true, body: result.structuredContent };
}

/** A stream of events has the answer as the data of its last one. */
function parse(text: string): RpcAnswer {
  const data = text.split('\n').findLast((line) => line.startsWith('data: '));
  try {
    return JSON.parse(data?.slice('data: '.length) ?? text);
  } catch {
    return {};
  }
}
