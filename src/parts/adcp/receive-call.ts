import { type PassedCall, type PassedReply, refusedReply } from '../../host/http/buyer-calls.ts';
import { bearerOf } from '../../lib/hmac.ts';
import { parseJson } from '../../lib/json.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { Buyers } from './buyers.ts';
import { fail } from './errors.ts';
import type { Mcp } from './mcp.ts';
import { NO_TOKEN, type Seller } from './seller.ts';
import { type Signatures, signatureChallenge } from './signatures.ts';

/** Why a call reached no tool. */
type CallRefusal = 'token' | 'signature' | 'malformed' | 'limited';

type CallReceiverParts = {
  readonly seller: Pick<Seller, 'tools'>;
  readonly buyers: Pick<Buyers, 'find'>;
  readonly mcp: Mcp;
  readonly signatures: Signatures;
  /** Counts a wrong token against who sent it. */
  readonly countWrongToken: (caller: string) => 'first-ones' | 'slowed';
  /** Counts a call without a token, by who sent it within a minute. */
  readonly countOpenCall: (caller: string) => number;
  readonly onRefused: (reason: CallRefusal) => void;
};

/** Who shows no token may ask what there is, and no more: such calls are short, and few. */
export const OPEN_BODY_LENGTH_MAX = 16_384;
export const OPEN_CALLS_PER_MINUTE = 120;

const PARSE_ERROR = -32700;
const INVALID_MESSAGE = -32600;

/** A call from whichever port: who calls, whether it is signed as it has to be, then the tools. */
export function createCallReceiver(parts: CallReceiverParts) {
  const { seller, buyers, mcp, signatures, onRefused } = parts;
  const refuseAs = (reason: CallRefusal, reply: PassedReply): PassedReply => {
    onRefused(reason);
    return reply;
  };

  return async (call: PassedCall): Promise<PassedReply> => {
    const token = bearerOf(call.headers.authorization ?? null);
    const buyer = token === undefined ? undefined : buyers.find(token);
    if (buyer === undefined) {
      const refused = token === undefined ? refusedUnnamed(call, parts) : wrongToken(call, parts);
      if (refused !== undefined) return refuseAs(refused.reason, refused.reply);
    }
    const message = messageOf(call.text);
    if ('status' in message) return refuseAs('malformed', message);
    const name = toolOf(message.value);
    const tool = seller.tools.find((one) => one.name === name);
    if (buyer === undefined && tool?.isOpen === false) return refuseAs('token', NO_TOKEN_REPLY);
    // What is no tool of ours counts as one that changes something.
    const isChange = name !== undefined && tool?.isChange !== false;
    const fault = buyer && signatures.faultOf(call, buyer, isChange, argumentsOf(message.value));
    if (fault !== undefined) {
      const { code, message: words } = fault;
      const headers = { 'WWW-Authenticate': signatureChallenge(code) };
      return refuseAs('signature', refusedReply({ status: 401, message: words, headers }));
    }
    return replyOf(await mcp({ message: message.value, headers: mcpHeaders(call), buyer }));
  };
}

type RefusedCall = { readonly reason: CallRefusal; readonly reply: PassedReply };

function wrongToken(
  { caller }: PassedCall,
  { countWrongToken }: Pick<CallReceiverParts, 'countWrongToken'>,
): RefusedCall {
  const isSlowed = countWrongToken(caller) === 'slowed';
  return { reason: 'token', reply: isSlowed ? { ...WRONG_TOKEN, isSlowed } : WRONG_TOKEN };
}

/** Nothing of a call without a token is read before it is known to be small. */
function refusedUnnamed(
  { text, caller }: PassedCall,
  { countOpenCall }: Pick<CallReceiverParts, 'countOpenCall'>,
): RefusedCall | undefined {
  if (countOpenCall(caller) > OPEN_CALLS_PER_MINUTE) {
    return { reason: 'limited', reply: TOO_MANY_OPEN };
  }
  return text.length > OPEN_BODY_LENGTH_MAX
    ? { reason: 'token', reply: NO_TOKEN_REPLY }
    : undefined;
}

const unauthorized = (message: string, challenge: string) =>
  refusedReply({
    status: 401,
    message,
    headers: { 'WWW-Authenticate': challenge },
    data: { adcp_error: fail.authRequired(message) },
  });

const NO_TOKEN_REPLY = unauthorized(NO_TOKEN, 'Bearer realm="adcp"');
const WRONG_TOKEN = unauthorized(
  'expected the token of a buyer, but this is none: ask the operator for another one',
  'Bearer realm="adcp", error="invalid_token"',
);

const TOO_MANY_OPEN = refusedReply({
  status: 429,
  message: `expected at most ${OPEN_CALLS_PER_MINUTE} calls a minute without a token`,
  headers: { 'Retry-After': '60' },
});

/** One message: 2025 versions of MCP have lists of them, in which one body could be thousands of calls. */
function messageOf(text: string): { readonly value: object } | PassedReply {
  const parsed = parseJson(text);
  if (parsed.kind !== 'json') {
    const status = parsed.kind === 'too-many-values' ? 413 : 400;
    return refusedReply({ status, code: PARSE_ERROR, message: parsed.reason });
  }
  return isObject(parsed.value)
    ? { value: parsed.value }
    : refusedReply({
        status: 400,
        code: INVALID_MESSAGE,
        message: 'expected one JSON-RPC message, as an object',
      });
}

type CallParams = { readonly name?: unknown; readonly arguments?: unknown };

function paramsOf(message: object): CallParams {
  const { method, params } = message as { readonly method?: unknown; readonly params?: unknown };
  return method === 'tools/call' && isObject(params) ? params : {};
}

/** undefined: the message calls no tool. */
function toolOf(message: object): string | undefined {
  const { name } = paramsOf(message);
  return typeof name === 'string' ? name : undefined;
}

function argumentsOf(message: object): Readonly<Record<string, unknown>> {
  const { arguments: args } = paramsOf(message);
  return isObject(args) ? args : {};
}

function mcpHeaders({ headers }: PassedCall): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('mcp-')));
}

async function replyOf(response: Response): Promise<PassedReply> {
  const { status, headers } = response;
  return {
    status,
    headers: {
      'Content-Type': headers.get('content-type') ?? 'application/json',
      'Cache-Control': 'no-store',
    },
    body: await response.text(),
  };
}
