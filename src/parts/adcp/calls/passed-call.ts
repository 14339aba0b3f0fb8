/** Where AI buyers call, on every port that has the seller. */
export const ADCP_PATH = '/adcp/mcp';

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
export const PASSED_HEADERS = [
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
