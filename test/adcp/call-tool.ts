import { toolMessage } from './call-seller.ts';

/** A tool of a seller, as any MCP client calls it. */

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
