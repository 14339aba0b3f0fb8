import type { Server } from '@modelcontextprotocol/server';
import { version } from '../../../package.json';
import { createFailureCounts } from '../../host/admin/attempts.ts';
import type { Host } from '../../host/host.ts';
import {
  callAddresses,
  type PassedCall,
  type PassedReply,
  refusedReply,
} from '../../host/http/buyer-calls.ts';
import { type BuyerCallRefusal, OTHER } from '../../host/observe/series.ts';
import type { Closers } from '../../lib/closers.ts';
import { bearerOf } from '../../lib/hmac.ts';
import { parseJson } from '../../lib/json.ts';
import { createMinuteCounts } from '../../lib/minute-counts.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { BUYER, type StoredBuyer } from '../../store/account-kinds.ts';
import { keptHash } from '../../store/account-secret.ts';
import { authRequired } from './errors.ts';
import { NO_TOKEN, type Seller } from './seller.ts';
import type { Buyer, SellerSources } from './seller-terms.ts';
import { createSignatures, type Signatures, signatureChallenge } from './signatures.ts';
import { sellerSources } from './sources.ts';
import { startTelling } from './tell-buyers.ts';

export type SellerOf = (sources: SellerSources) => Seller;

/**
 * The seller for AI buyers, on the socket of the workers. Buyers call the public port: they need one https address that their
 * firewall lets through and one certificate, and the limits of that port hold for them. The supervisor has the database, so
 * workers pass the calls on.
 */
export function startAdcp(host: Host, closers: Closers, sellerOf: SellerOf) {
  const { ledger, records, totals, log, nowMs, work } = host;
  const countOpen = createMinuteCounts(nowMs, OPEN_CALLERS_MAX);
  const sources = sellerSources(host);
  const isEnabled = () => work().setup.config.adcp.enabled;
  const receive = createCallReceiver({
    seller: counted(sellerOf(sources), host),
    find: (token) => buyerOf(token, records.all(BUYER)),
    signatures: createSignatures({
      addresses: () => callAddresses(work().setup.config, host.publicUrl()),
      nowMs,
    }),
    countWrongToken: createFailureCounts(nowMs, (address) =>
      log.warn({ address }, 'wrong tokens of AI buyers: this address is slowed down'),
    ),
    countOpenCall: (address: string) => countOpen(address).count,
    onRefused: (reason: BuyerCallRefusal) => totals.add('parley_adcp_refused_total', [reason], 1),
  });
  closers.defer(
    startTelling({
      ...sources,
      database: () => (isEnabled() ? ledger.database() : undefined),
    }),
  );
  return async (call: PassedCall): Promise<PassedReply> =>
    isEnabled() ? receive(call) : NOT_ENABLED;
}

const NOT_ENABLED: PassedReply = { status: 404, headers: {}, body: '' };

/** Of those who call without a token. The one that was counted longest ago is forgotten. */
const OPEN_CALLERS_MAX = 1000;

/** Whose token it is. The config and the store have the hashes of tokens alone. */
export function buyerOf(token: string, stored: readonly StoredBuyer[]): Buyer | undefined {
  const hash = keptHash(token);
  return stored.find(
    ({ state, kept }) => state === 'active' && kept.keys.some((key) => key.hash === hash),
  )?.definition;
}

/** The same seller, whose calls are counted by tool and result. */
function counted(seller: Seller, { totals, tickMs }: Pick<Host, 'totals' | 'tickMs'>): Seller {
  return {
    ...seller,
    async call(name, args, buyer) {
      const startMs = tickMs();
      const answer = await seller.call(name, args, buyer);
      const tool = seller.tools.some((one) => one.name === name) ? name : OTHER;
      const result = answer === undefined || answer.isError ? 'failed' : 'done';
      totals.add('parley_adcp_calls_total', [tool, result], 1);
      totals.observe('parley_adcp_call_duration_seconds', [], tickMs() - startMs);
      return answer;
    },
  };
}

/** Why a call reached no tool. */
type CallRefusal = 'token' | 'signature' | 'malformed' | 'limited';

type CallReceiverParts = {
  readonly seller: Seller;
  readonly find: (token: string) => Buyer | undefined;
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
  const { seller, find, signatures, countWrongToken, countOpenCall, onRefused } = parts;
  const refuseAs = (reason: CallRefusal, reply: PassedReply): PassedReply => {
    onRefused(reason);
    return reply;
  };

  return async (call: PassedCall): Promise<PassedReply> => {
    const { headers, text, caller } = call;
    const token = bearerOf(headers.authorization ?? null);
    const buyer = token === undefined ? undefined : find(token);
    if (buyer === undefined && token !== undefined) {
      const isSlowed = countWrongToken(caller) === 'slowed';
      return refuseAs('token', { ...WRONG_TOKEN, ...(isSlowed && { isSlowed }) });
    }
    // Nothing of a call without a token is read before it is known to be small.
    if (buyer === undefined && countOpenCall(caller) > OPEN_CALLS_PER_MINUTE) {
      return refuseAs('limited', TOO_MANY_OPEN);
    }
    if (buyer === undefined && text.length > OPEN_BODY_LENGTH_MAX) {
      return refuseAs('token', NO_TOKEN_REPLY);
    }
    const message = messageOf(text);
    if ('status' in message) return refuseAs('malformed', message);
    const { name, args } = toolCallIn(message.value);
    const tool = seller.tools.find((one) => one.name === name);
    if (buyer === undefined && tool?.isOpen === false) return refuseAs('token', NO_TOKEN_REPLY);
    // What is no tool of ours counts as one that changes something.
    const isChange = name !== undefined && tool?.isChange !== false;
    const fault = buyer && signatures.faultOf(call, buyer, isChange, args);
    if (fault !== undefined) {
      const challenge = { 'WWW-Authenticate': signatureChallenge(fault.code) };
      const reply = refusedReply({ status: 401, message: fault.message, headers: challenge });
      return refuseAs('signature', reply);
    }
    return answerMcp(seller, message.value, headers, buyer);
  };
}

const unauthorized = (message: string, challenge: string) =>
  refusedReply({
    status: 401,
    message,
    headers: { 'WWW-Authenticate': challenge },
    data: { adcp_error: authRequired(message) },
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
  const { value } = parsed;
  if (isObject(value)) return { value };
  const message = 'expected one JSON-RPC message, as an object';
  return refusedReply({ status: 400, code: INVALID_MESSAGE, message });
}

/** The tool that a message calls. undefined: none. */
function toolCallIn(message: object) {
  const { method, params } = message as { readonly method?: unknown; readonly params?: unknown };
  const { name, arguments: args } = method === 'tools/call' && isObject(params) ? params : {};
  return { name: typeof name === 'string' ? name : undefined, args: isObject(args) ? args : {} };
}

type McpLibrary = typeof import('@modelcontextprotocol/server');

/** Both eras of the protocol want the body to be JSON, and a client that could read a stream too. */
const ACCEPTED = 'application/json, text/event-stream';

/** No tool says anything before its answer, so nobody has to hold a stream open for more. */
const STREAMS_MAX = 0;

/** The seller as an MCP server without sessions: a message in, a JSON answer out, in each version of the protocol. */
async function answerMcp(
  seller: Seller,
  message: object,
  headers: PassedCall['headers'],
  buyer: Buyer | undefined,
): Promise<PassedReply> {
  const ofMcp = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'));
  const request = new Request('http://seller/', {
    method: 'POST',
    headers: [...ofMcp, ['accept', ACCEPTED], ['content-type', 'application/json']],
  });
  // Here, since it takes a fifth of a second that a start without buyers does not need.
  const library = await import('@modelcontextprotocol/server');
  const server = () => serverFor(library, seller, buyer);
  const modern = () =>
    library
      .createMcpHandler(server, { legacy: 'reject', maxSubscriptions: STREAMS_MAX })
      .fetch(request, { parsedBody: message });
  const isLegacy = await library.isLegacyRequest(request, message);
  const response = await (isLegacy ? answerLegacy(library, server(), request, message) : modern());
  return {
    status: response.status,
    headers: {
      'Content-Type': response.headers.get('content-type') ?? 'application/json',
      'Cache-Control': 'no-store',
    },
    body: await response.text(),
  };
}

async function answerLegacy(
  library: McpLibrary,
  server: Server,
  request: Request,
  parsedBody: object,
): Promise<Response> {
  // The library's own answer to 2025 versions is a stream, which a worker could not pass on as it is.
  const transport = new library.WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
  });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

function serverFor({ Server }: McpLibrary, seller: Seller, buyer: Buyer | undefined): Server {
  const server = new Server({ name: 'parley', version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: seller.tools.map(({ name, description, input }) => ({
      name,
      description,
      // A TypeBox schema is a JSON Schema, and those of tools are objects.
      inputSchema: input as unknown as { type: 'object' },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const answer = await seller.call(params.name, params.arguments ?? {}, buyer);
    if (answer === undefined) {
      const text = `expected one of ${seller.tools.map(({ name }) => name).join(', ')}`;
      return { isError: true, content: [{ type: 'text', text }] };
    }
    const { isError, body } = answer;
    return {
      ...(isError && { isError }),
      structuredContent: body,
      content: [{ type: 'text', text: JSON.stringify(body) }],
    };
  });
  return server;
}
