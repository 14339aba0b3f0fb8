import type { CallFailure, HttpCall, HttpReply, Send } from '../../demand/partner.ts';
import { PendingCall } from './pending-call.ts';
import { Pool } from './pool.ts';
import { createRequestHeads, type Origin } from './request-head.ts';

export type PartnerClientOptions = {
  /** Connections to one origin, open and opening. */
  readonly connectionsMax?: number;
  /** A connection that nobody used for so long is closed, after half of it at the earliest. */
  readonly idleMsMax?: number;
  /** Name lookup, TCP and TLS together. */
  readonly connectMsMax?: number;
  /** Certificates to trust instead of the usual ones, as PEM. */
  readonly ca?: string;
  /** Whether an address may be connected to, asked after the name lookup. Without it any may. */
  readonly isAllowed?: (address: string) => boolean;
};

/** As many calls as may be under way to one partner at once. */
const CONNECTIONS_MAX = 300;
/** Below the minute after which common balancers close a connection themselves. */
const IDLE_MS_MAX = 50_000;
const CONNECT_MS_MAX = 3000;
/** Origins to which connections are kept. A partner has one; notices go wherever bids say. */
const ORIGINS_MAX = 64;

export type PartnerClient = Send & { readonly connections: () => number };

/** A client with connections of its own, so that no partner waits for another. */
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

  const send: Send = (call: HttpCall, giveUpMs: number) => {
    const head = headOf(call);
    if ('fault' in head) return Promise.resolve({ failure: head.fault });
    const pool = poolOf(head.origin);
    if (pool === undefined) return Promise.resolve({ failure: 'too many hosts at once' });
    return new Promise<HttpReply | CallFailure>((resolve) => {
      pool.take(new PendingCall(head, call.body, giveUpMs, resolve));
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
