import type { CallFailure, HttpCall, HttpReply, Send } from '../../demand/partner.ts';
import { createAfterwards } from '../../lib/afterwards.ts';
import { PendingCall } from './pending-call.ts';
import { Pool } from './pool.ts';
import { createRequestHeads, type Origin, type RequestHead } from './request-bytes.ts';

export type PartnerClientOptions = {
  /** The maximum number of connections to one origin, including those being opened. */
  readonly connectionsMax?: number;
  /** An unused connection is closed after this time, or up to half of it earlier. */
  readonly idleMsMax?: number;
  /** For name lookup, TCP and TLS together. */
  readonly connectMsMax?: number;
  /** Certificates to trust instead of the default ones, as PEM. */
  readonly ca?: string;
  /** Decides after the name lookup whether an address may be connected to. Undefined allows every address. */
  readonly isAllowed?: (address: string) => boolean;
};

/** The maximum number of calls in flight to one partner. */
const CONNECTIONS_MAX = 300;
/** Below the 60 s after which common load balancers close an idle connection. */
const IDLE_MS_MAX = 50_000;
const CONNECT_MS_MAX = 3000;
/** The maximum number of origins with open connections. A partner has one; the URLs of notices have many. */
export const ORIGINS_MAX = 64;

export type PartnerClient = Send & { readonly connections: () => number };

type Result = HttpReply | CallFailure;
type Settle = (result: Result) => void;
type ReadyCall = {
  readonly head: RequestHead;
  readonly body: HttpCall['body'];
  readonly giveUpMs: number;
  readonly settle: Settle;
};

/**
 * The calls of all auctions of an iteration of the event loop are written together, and the answers that arrive in one
 * are handed over together. Auctions without system calls between them take less CPU, like those of the admission queue.
 */
const settleLater = createAfterwards<{ readonly settle: Settle; readonly result: Result }>(
  ({ settle, result }) => settle(result),
  (error) => {
    throw error;
  },
);

/** Creates a client with its own connections, so that partners do not delay each other. */
export function createPartnerClient(options: PartnerClientOptions = {}): PartnerClient {
  const pools = new Map<string, Pool>();
  const headOf = createRequestHeads();

  function poolOf(origin: Origin): Pool | undefined {
    const known = pools.get(origin.key);
    if (known !== undefined) return known;
    if (pools.size >= ORIGINS_MAX && !closeOneAtRest(pools.values())) return undefined;
    const pool = new Pool({
      origin,
      connectionsMax: options.connectionsMax ?? CONNECTIONS_MAX,
      idleMsMax: options.idleMsMax ?? IDLE_MS_MAX,
      connectMsMax: options.connectMsMax ?? CONNECT_MS_MAX,
      ca: options.ca,
      isAllowed: options.isAllowed,
      onEmpty: () => pools.delete(origin.key),
    });
    pools.set(origin.key, pool);
    return pool;
  }

  function start({ head, body, giveUpMs, settle }: ReadyCall): void {
    const pool = poolOf(head.origin);
    if (pool === undefined) settle({ failure: 'too many hosts at once' });
    else pool.take(new PendingCall(head, body, giveUpMs, settle));
  }
  const startLater = createAfterwards(start, (error, { settle }) =>
    settle({ failure: (error as Error).message }),
  );

  const send: Send = (call: HttpCall, giveUpMs: number) => {
    const head = headOf(call);
    if ('fault' in head) return Promise.resolve({ failure: head.fault });
    return new Promise<Result>((resolve) => {
      const settle = (result: Result) => settleLater({ settle: resolve, result });
      startLater({ head, body: call.body, giveUpMs, settle });
    });
  };
  const connections = () => {
    let count = 0;
    for (const pool of pools.values()) count += pool.connectionCount;
    return count;
  };
  return Object.assign(send, { connections });
}

function closeOneAtRest(pools: Iterable<Pool>): boolean {
  for (const pool of pools) {
    if (!pool.isAtRest) continue;
    pool.closeIdle();
    return true;
  }
  return false;
}
