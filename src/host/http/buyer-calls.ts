import type { BodyRead } from '../../core/exchange/receive.ts';
import { Refusal } from '../../lib/refusal.ts';
import { createSlowing } from '../admin/attempts.ts';
import type { Config } from '../config/config.ts';
import type { BuyerCallRefusal } from '../observe/series.ts';

/** Where AI buyers call. */
export const ADCP_PATH = '/adcp/mcp';

/** Where AI buyers call, by the config: what they are told comes first. Empty: nowhere. */
export function callAddresses(
  { adcp }: Pick<Config, 'adcp'>,
  publicUrl: string,
): readonly string[] {
  if (!adcp.enabled) return [];
  const bases = adcp.publicUrl === undefined ? [publicUrl] : [adcp.publicUrl, publicUrl];
  return bases.map((base) => `${base}${ADCP_PATH}`);
}

/** A call of an AI buyer on its way from the port that received it to the seller. Nothing of it is checked yet. */
export type PassedCall = {
  /** Those of `PASSED_HEADERS` that came, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, as it came. */
  readonly text: string;
  /** Of the URL, with the question mark; '' without one. */
  readonly search: string;
  /** The name that wrong tokens are counted against. */
  readonly caller: string;
};

/** What the seller says to it. */
export type PassedReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Guesses at tokens: the port sends the answer late. */
  readonly isSlowed?: boolean;
};

/** Brings a call to the seller. undefined: it does not answer. */
export type PassCall = (call: PassedCall) => Promise<PassedReply | undefined>;

/** What the seller reads of a request. All else stays at the port. */
const PASSED_HEADERS = [
  'authorization',
  'content-type',
  'content-digest',
  'signature',
  'signature-input',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
] as const;

/** MCP is JSON-RPC: an error of the HTTP layer has its form too, with the code that is left to servers. */
const SERVER_ERROR = -32000;

type RpcFault = {
  readonly status: number;
  readonly message: string;
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: object;
};

/** The answer to a call that no tool has seen. */
export function refusedReply({
  status,
  message,
  code = SERVER_ERROR,
  headers = {},
  data,
}: RpcFault): PassedReply {
  const error = { code, message, data };
  return {
    status,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: null, error }),
  };
}

/** Calls of one process that the seller has not answered yet. Others wait for nobody: they are refused at once. */
export const PASSED_CALLS_MAX = 16;

/** Longer than the seller takes where the database answers. */
export const PASSED_CALL_MS_MAX = 10_000;

type BuyerCallParts = {
  readonly pass: PassCall;
  /** A sentence: the limits of the port have no room for another request of this caller. */
  readonly admit: (caller: string) => string | undefined;
  readonly count: (reason: BuyerCallRefusal) => void;
};

/** A request to the path of the seller, before its body is read. */
export type BuyerRequest = {
  readonly method: string;
  readonly headers: Pick<Headers, 'get'>;
  readonly search: string;
  readonly caller: string;
  readonly isOverloaded: boolean;
  readonly readBody: (kind: 'mcp') => BodyRead;
};

export type AnswerBuyer = (request: BuyerRequest) => Promise<PassedReply>;

/** Takes calls of AI buyers on a port and passes them on. Whatever the seller does, requests beside them are not held up. */
export function createBuyerCalls({ pass, admit, count }: BuyerCallParts): AnswerBuyer {
  let passed = 0;
  const slow = createSlowing();
  const refuseAs = (reason: BuyerCallRefusal, reply: PassedReply) => {
    count(reason);
    return reply;
  };

  async function passOn(request: BuyerRequest, text: string): Promise<PassedReply> {
    if (passed >= PASSED_CALLS_MAX) return refuseAs('busy', BUSY);
    const { search, caller } = request;
    passed++;
    try {
      const reply = await pass({ headers: passedHeaders(request), text, search, caller });
      return reply ?? refuseAs('unavailable', SILENT);
    } finally {
      passed--;
    }
  }

  return async (request) => {
    const { method, headers, caller } = request;
    if (method !== 'POST') return refuseAs('method', notPost(method));
    // A program sends no Origin: what a page could do here, it would do with the address of its reader.
    if (headers.get('origin') !== null) return refuseAs('page', FROM_PAGE);
    const over = admit(caller);
    if (over !== undefined) return refuseAs('limited', later(429, over));
    if (request.isOverloaded) return refuseAs('overloaded', OVERLOADED);
    const body = await request.readBody('mcp');
    if (body instanceof Refusal) return refuseAs('body', badBody(body));
    const reply = await passOn(request, body.text);
    // Beyond the calls that are counted as passed: who guesses tokens must not keep others waiting.
    if (reply.isSlowed === true) await slow();
    return reply;
  };
}

function passedHeaders({ headers }: BuyerRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(
    PASSED_HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

const later = (status: number, message: string) =>
  refusedReply({ status, message, headers: { 'Retry-After': '1' } });

const notPost = (method: string) =>
  refusedReply({
    status: 405,
    message: `expected POST ${ADCP_PATH}, but got ${method}: there are no sessions and no streams`,
    headers: { Allow: 'POST' },
  });

const FROM_PAGE = refusedReply({
  status: 403,
  message: 'expected a program, which sends no Origin: pages in browsers may not call this',
});
const OVERLOADED = later(503, 'this server has too many requests: ask again');
const BUSY = later(
  503,
  `expected at most ${PASSED_CALLS_MAX} calls at a time: ask again, with the same idempotency_key`,
);
const SILENT = later(
  503,
  `the seller did not answer within ${PASSED_CALL_MS_MAX} ms: ask again, with the same idempotency_key`,
);

/** After these the rest of the body would still be on its way. */
function badBody({ status, message, details, code }: Refusal): PassedReply {
  const isUnread = code === 'PAYLOAD_TOO_LARGE' || code === 'REQUEST_TIMEOUT';
  return refusedReply({
    status,
    message: `${message}: ${details.reason}`,
    headers: isUnread ? { Connection: 'close' } : {},
  });
}
